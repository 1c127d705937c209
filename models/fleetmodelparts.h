// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/labelpostings.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>

namespace sandglass {

// Parts of FleetTableModel that are nobody else's.

// Finds a slot's row. One is looked for along the rows; who asks for more is given a map, which each change
// makes useless.
class RowFinder
{
public:
    void forget()
    {
        m_rowBySlot.clear();
        m_lookUps = 0;
    }
    [[nodiscard]] int rowOf(Slot slot, const SlotList &rows, Slot slotCount) const // -1: not there
    {
        if (m_rowBySlot.empty()) {
            if (++m_lookUps <= FewLookUps) {
                const auto at = std::ranges::find(rows, slot);
                return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
            }
            m_rowBySlot.assign(slotCount, -1);
            for (std::size_t row = 0; row < rows.size(); ++row)
                m_rowBySlot[rows[row]] = static_cast<qint32>(row);
        }
        return slot < m_rowBySlot.size() ? m_rowBySlot[slot] : -1;
    }

private:
    static constexpr int FewLookUps = 4;
    mutable std::vector<qint32> m_rowBySlot;
    mutable int m_lookUps = 0;
};

// What the model's thread does.
struct FleetModelWork
{
    quint64 generation = 0;
    bool runs = false;
    bool ordersAnew = false; // the next job forgets the order that is known
    bool isWanted = false;   // once more when the one that runs is back
    bool explains = false;   // why there are no rows is being looked for
    std::shared_ptr<std::atomic<bool>> stopExplaining;
    QElapsedTimer time; // since the job began
};

} // namespace sandglass
