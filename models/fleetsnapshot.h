// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetcolumns.h"

#include <atomic>
#include <memory>

namespace sandglass {

// All sandboxes of a FleetStore at one moment, by slot. Immutable and cheap to make and to copy (a pointer
// for 512 sandboxes), so that other threads can sort and filter while the store goes on.
class FleetSnapshot
{
public:
    FleetSnapshot() = default;

    [[nodiscard]] std::size_t slotCount() const { return m_chunks.size() * FleetChunk::Size; }
    [[nodiscard]] std::size_t chunkCount() const { return m_chunks.size(); }
    [[nodiscard]] const FleetChunk &chunk(std::size_t number) const { return *m_chunks[number]; }
    [[nodiscard]] const FleetChunk &chunkOf(Slot slot) const { return *m_chunks[slot / FleetChunk::Size]; }
    [[nodiscard]] const WordTables &words() const { return m_words; }
    [[nodiscard]] bool isUsed(Slot slot) const
    {
        return slot < slotCount() && chunkOf(slot).status[slot % FleetChunk::Size] != FleetChunk::Free;
    }
    [[nodiscard]] std::optional<Sandbox> at(Slot slot) const;

private:
    friend class SlotTable;
    // Counts who looks; the writer must know when nobody does.
    struct Looker
    {
        explicit Looker(std::shared_ptr<std::atomic<int>> lookers) : count(std::move(lookers)) { ++*count; }
        ~Looker() { --*count; }
        Q_DISABLE_COPY_MOVE(Looker)
        std::shared_ptr<std::atomic<int>> count;
    };

    std::vector<std::shared_ptr<const FleetChunk>> m_chunks;
    WordTables m_words;
    std::shared_ptr<const Looker> m_looker; // last: it goes first
};

// The writable side: a chunk is copied before it is written while a snapshot may look at it. One thread.
class SlotTable
{
public:
    [[nodiscard]] Slot add(const Sandbox &sandbox);
    void replace(Slot slot, const Sandbox &sandbox);
    // In three steps, so that whoever shows a slot is told in between: what is removed can still be read but
    // not be found, then its slot is empty, then the slot is handed out again.
    void remove(Slot slot);
    void emptyRemoved();
    void recycle();

    [[nodiscard]] std::optional<Slot> find(const SandboxKey &key) const;
    [[nodiscard]] bool isUsed(Slot slot) const;
    [[nodiscard]] std::optional<Sandbox> at(Slot slot) const;
    [[nodiscard]] SandboxKey keyAt(Slot slot) const; // of a used one
    [[nodiscard]] Status statusAt(Slot slot) const
    {
        return static_cast<Status>(chunkOf(slot).status[rowOf(slot)]);
    }
    [[nodiscard]] Kind kindAt(Slot slot) const { return static_cast<Kind>(chunkOf(slot).kind[rowOf(slot)]); }
    [[nodiscard]] quint64 revisionAt(Slot slot) const { return chunkOf(slot).revision[rowOf(slot)]; }
    [[nodiscard]] Slot slotCount() const { return m_end; }
    [[nodiscard]] const FleetWords &words() const { return m_words; }
    [[nodiscard]] FleetSnapshot snapshot();

private:
    [[nodiscard]] static std::size_t rowOf(Slot slot) { return slot % FleetChunk::Size; }
    [[nodiscard]] const FleetChunk &chunkOf(Slot slot) const { return *m_chunks[slot / FleetChunk::Size]; }
    [[nodiscard]] FleetChunk &writable(Slot slot);
    [[nodiscard]] bool isWatched() const { return m_lookers->load() > 0; }
    void write(Slot slot, const Sandbox &sandbox);
    void dropLabels(Slot slot);
    [[nodiscard]] size_t hashAt(Slot slot) const;

    std::vector<std::shared_ptr<FleetChunk>> m_chunks;
    std::vector<bool> m_shared; // by chunk: a snapshot was made since it was last copied
    FleetWords m_words;
    ShardedIndex m_index;
    std::vector<Slot> m_free;
    std::vector<Slot> m_removed;
    std::vector<quint32> m_labels; // of the row that is being written
    std::shared_ptr<std::atomic<int>> m_lookers = std::make_shared<std::atomic<int>>(0);
    Slot m_end = 0;
};

} // namespace sandglass
