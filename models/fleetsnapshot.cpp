// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetsnapshot.h"

namespace sandglass {

Slot SlotTable::add(std::shared_ptr<const Sandbox> sandbox)
{
    Slot slot = m_end;
    if (m_free.empty()) {
        if (m_end % FleetSnapshot::ChunkSize == 0) {
            m_chunks.push_back(std::make_shared<FleetSnapshot::Chunk>());
            m_shared.push_back(false);
        }
        ++m_end;
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    writable(slot) = std::move(sandbox);
    return slot;
}

void SlotTable::replace(Slot slot, std::shared_ptr<const Sandbox> sandbox)
{
    writable(slot) = std::move(sandbox);
}

void SlotTable::remove(Slot slot)
{
    m_removed.push_back(slot);
}

void SlotTable::emptyRemoved()
{
    for (const Slot slot : m_removed)
        writable(slot).reset();
}

void SlotTable::recycle()
{
    m_free.insert(m_free.end(), m_removed.begin(), m_removed.end());
    m_removed.clear();
}

const Sandbox *SlotTable::at(Slot slot) const
{
    if (slot >= m_end)
        return nullptr;
    return (*m_chunks[slot / FleetSnapshot::ChunkSize])[slot % FleetSnapshot::ChunkSize].get();
}

FleetSnapshot SlotTable::snapshot() const
{
    m_shared.assign(m_shared.size(), true);
    return FleetSnapshot({m_chunks.begin(), m_chunks.end()});
}

std::shared_ptr<const Sandbox> &SlotTable::writable(Slot slot)
{
    const std::size_t chunk = slot / FleetSnapshot::ChunkSize;
    // A use count would be read without ordering against the other thread's last look; a mark of our own is
    // safe.
    if (m_shared[chunk]) {
        m_chunks[chunk] = std::make_shared<FleetSnapshot::Chunk>(*m_chunks[chunk]);
        m_shared[chunk] = false;
    }
    return (*m_chunks[chunk])[slot % FleetSnapshot::ChunkSize];
}

} // namespace sandglass
