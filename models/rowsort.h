// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetsnapshot.h"

#include <functional>

namespace sandglass {

// Sorts the used slots of a snapshot: by name first, then by what counts more, each time keeping the order of
// equal ones. Numbers by counting (LSD radix), names by eight bytes at a time. For one thread.
class RowSort
{
public:
    explicit RowSort(const FleetSnapshot &fleet);                 // by slot
    RowSort(const FleetSnapshot &fleet, std::vector<Slot> order); // as they are

    // Rising; equal names by slot.
    void byName();
    // What is by name runs the other way; equal names stay by slot.
    void turnNames();
    // By template, or by labels one after another; rows without come last either way.
    void thenByTemplate(bool rising);
    void thenByLabels(bool rising);
    void thenBy(const std::function<quint64(Slot)> &number);

    [[nodiscard]] std::vector<Slot> take() { return std::move(m_slots); }

private:
    [[nodiscard]] std::string_view nameAt(Slot slot) const
    {
        return m_fleet.chunkOf(slot).name[slot % FleetChunk::Size].utf8();
    }
    [[nodiscard]] std::vector<quint32> labelRanks() const;

    const FleetSnapshot &m_fleet;
    std::vector<Slot> m_slots;
};

// naturalKey(utf8) at the end of `into`.
void appendNaturalKey(std::string_view utf8, std::string &into);

} // namespace sandglass
