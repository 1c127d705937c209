// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/truth/tombstones.h"

namespace sandglass {

std::vector<Slot> Tombstones::put(Slot slot, const Tombstone &stone)
{
    const auto known = m_stones.find(slot);
    if (known != m_stones.end()) {
        known->stone = stone; // keeps its turn
        return {};
    }
    m_stones.insert(slot, {stone, ++m_serial});
    m_order.emplace_back(m_serial, slot);
    std::vector<Slot> surplus;
    while (m_stones.size() > m_most) {
        const auto [serial, oldest] = m_order.front();
        m_order.pop_front();
        const auto found = m_stones.constFind(oldest);
        if (found == m_stones.cend() || found->serial != serial)
            continue;
        m_stones.erase(found);
        surplus.push_back(oldest);
    }
    return surplus;
}

bool Tombstones::remove(Slot slot)
{
    if (!m_stones.remove(slot))
        return false;
    // Not too many of those that are gone.
    while (!m_order.empty()) {
        const auto found = m_stones.constFind(m_order.front().second);
        if (found != m_stones.cend() && found->serial == m_order.front().first)
            break;
        m_order.pop_front();
    }
    return true;
}

std::optional<Tombstone> Tombstones::at(Slot slot) const
{
    const auto found = m_stones.constFind(slot);
    return found == m_stones.cend() ? std::nullopt : std::optional(found->stone);
}

std::vector<Slot> Tombstones::slotList() const
{
    std::vector<Slot> slots_;
    slots_.reserve(static_cast<std::size_t>(m_stones.size()));
    for (const auto &[serial, slot] : m_order) {
        const auto found = m_stones.constFind(slot);
        if (found != m_stones.cend() && found->serial == serial)
            slots_.push_back(slot);
    }
    return slots_;
}

} // namespace sandglass
