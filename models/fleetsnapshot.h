// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <array>
#include <memory>
#include <vector>

namespace sandglass {

// The place of a sandbox in a FleetStore: stable while the sandbox is there, used again afterwards.
using Slot = quint32;

// All sandboxes of a FleetStore at one moment, by slot. Immutable and cheap to make and to copy (one pointer
// for 512 sandboxes), so that other threads can sort and filter while the store goes on. Free slots are null.
class FleetSnapshot
{
public:
    static constexpr std::size_t ChunkSize = 512;
    using Chunk = std::array<std::shared_ptr<const Sandbox>, ChunkSize>;

    FleetSnapshot() = default;
    explicit FleetSnapshot(std::vector<std::shared_ptr<const Chunk>> chunks) : m_chunks(std::move(chunks)) {}

    [[nodiscard]] std::size_t slotCount() const { return m_chunks.size() * ChunkSize; }
    [[nodiscard]] const Sandbox *at(Slot slot) const
    {
        return slot < slotCount() ? (*m_chunks[slot / ChunkSize])[slot % ChunkSize].get() : nullptr;
    }

private:
    std::vector<std::shared_ptr<const Chunk>> m_chunks;
};

// The writable side: a chunk is copied before it is written when a snapshot may still look at it. One thread.
class SlotTable
{
public:
    [[nodiscard]] Slot add(std::shared_ptr<const Sandbox> sandbox);
    void replace(Slot slot, std::shared_ptr<const Sandbox> sandbox);
    // In three steps, so that whoever shows a slot is told in between: what is removed can still be read,
    // then its slot is empty, then the slot is handed out again.
    void remove(Slot slot);
    void emptyRemoved();
    void recycle();

    [[nodiscard]] const Sandbox *at(Slot slot) const;
    [[nodiscard]] Slot slotCount() const { return m_end; }
    [[nodiscard]] FleetSnapshot snapshot() const;

private:
    [[nodiscard]] std::shared_ptr<const Sandbox> &writable(Slot slot);

    std::vector<std::shared_ptr<FleetSnapshot::Chunk>> m_chunks;
    mutable std::vector<bool> m_shared; // by chunk: a snapshot was made since it was last copied
    std::vector<Slot> m_free;
    std::vector<Slot> m_removed;
    Slot m_end = 0;
};

} // namespace sandglass
