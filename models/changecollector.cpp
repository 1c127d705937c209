// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/changecollector.h"

#include <algorithm>

namespace sandglass {

void ChangeCollector::note(Slot slot, quint8 mark)
{
    if (slot >= m_marks.size())
        m_marks.resize(std::max<std::size_t>(slot + 1, m_marks.size() * 2), 0);
    const quint8 before = std::exchange(m_marks[slot], static_cast<quint8>(m_marks[slot] | mark));
    const int fresh = mark & ~before;
    if (fresh & Changed)
        m_changed.push_back(slot);
    if (fresh & Renamed)
        m_renamed.push_back(slot);
}

void ChangeCollector::add(const StoreDelta &delta)
{
    for (const Slot slot : delta.added)
        note(slot, Changed | Renamed);
    for (const Slot slot : delta.changed)
        note(slot, Changed);
    for (const Slot slot : delta.renamed)
        note(slot, Changed | Renamed);
    for (const Slot slot : delta.removed)
        note(slot, Changed | Renamed | Lost);
}

void ChangeCollector::clear()
{
    for (const Slot slot : m_changed)
        m_marks[slot] = 0;
    m_changed.clear();
    m_renamed.clear();
}

} // namespace sandglass
