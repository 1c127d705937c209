// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loadhistory.h"

#include <algorithm>

namespace sandglass {

void LoadHistory::add(const SandboxKey &key, WallTime at, const GuestLoad &load)
{
    if (!m_series.contains(key) && m_series.size() >= MostSandboxes) {
        auto oldest = m_series.begin();
        for (auto it = m_series.begin(); it != m_series.end(); ++it) {
            if (it->constLast().at < oldest->constLast().at)
                oldest = it;
        }
        m_series.erase(oldest);
    }
    QList<LoadSample> &series = m_series[key];
    const bool afterGap = series.isEmpty() || at - series.constLast().at > m_gap;
    series.append({at, load, afterGap});
    if (series.size() > MostSamples)
        series.removeFirst();
}

} // namespace sandglass
