// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"

namespace sandglass {

// Slots whose sandboxes came, went or changed, each once.
class ChangeCollector
{
public:
    void add(const StoreDelta &delta);
    void clear();
    [[nodiscard]] const SlotList &changed() const { return m_changed; }
    [[nodiscard]] const SlotList &renamed() const { return m_renamed; } // not in their figures alone
    // A sandbox in this slot went; another one may be there since.
    [[nodiscard]] bool hasLost(Slot slot) const { return slot < m_marks.size() && m_marks[slot] & Lost; }

private:
    enum Mark : quint8 { Changed = 1, Renamed = 2, Lost = 4 };
    void note(Slot slot, quint8 mark);

    SlotList m_changed;
    SlotList m_renamed;
    std::vector<quint8> m_marks; // by slot
};

} // namespace sandglass
