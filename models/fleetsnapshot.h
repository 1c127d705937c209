// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetcolumns.h"

#include <atomic>
#include <deque>
#include <memory>

namespace sandglass {

// All sandboxes of a FleetStore at one moment, by slot. Immutable and cheap to make and to copy (two pointers
// for 512 sandboxes), so that other threads can sort and filter while the store goes on.
class FleetSnapshot
{
public:
    FleetSnapshot() = default;

    [[nodiscard]] std::size_t slotCount() const { return m_chunks.size() * FleetChunk::Size; }
    [[nodiscard]] std::size_t chunkCount() const { return m_chunks.size(); }
    [[nodiscard]] FleetChunk chunk(std::size_t number) const
    {
        return {.traits = *m_chunks[number].traits, .figures = *m_chunks[number].figures};
    }
    [[nodiscard]] FleetChunk chunkOf(Slot slot) const { return chunk(slot / FleetChunk::Size); }
    [[nodiscard]] const FleetTraits &traitsOf(Slot slot) const
    {
        return *m_chunks[slot / FleetChunk::Size].traits;
    }
    [[nodiscard]] const WordTables &words() const { return m_words; }
    [[nodiscard]] bool isUsed(Slot slot) const
    {
        return slot < slotCount() &&
               m_chunks[slot / FleetChunk::Size].figures->status[slot % FleetChunk::Size] !=
                   FleetFigures::Free;
    }
    [[nodiscard]] std::string_view idAt(Slot slot) const
    {
        return traitsOf(slot).id[slot % FleetChunk::Size].utf8();
    }
    [[nodiscard]] std::string_view nameAt(Slot slot) const
    {
        return traitsOf(slot).name[slot % FleetChunk::Size].utf8();
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
    struct Chunk
    {
        std::shared_ptr<const FleetTraits> traits;
        std::shared_ptr<const FleetFigures> figures;
    };

    std::vector<Chunk> m_chunks;
    WordTables m_words;
    std::shared_ptr<const Looker> m_looker; // last: it goes first
};

// The writable side: a part of a chunk is copied before it is written while a snapshot may look at it. One
// thread.
class SlotTable
{
public:
    [[nodiscard]] Slot add(const Sandbox &sandbox);
    // True when more than its figures changed: names, labels, template, anything that it is.
    bool replace(Slot slot, const Sandbox &sandbox);
    // In three steps, so that whoever shows a slot is told in between: what is removed can still be read but
    // not be found, then its slot is empty, then, in its turn, the slot is handed out again.
    void remove(Slot slot);
    void emptyRemoved();
    void recycle();

    [[nodiscard]] std::optional<Slot> find(const SandboxKey &key) const;
    [[nodiscard]] bool isUsed(Slot slot) const
    {
        return slot < m_end && figuresOf(slot).status[rowOf(slot)] != FleetFigures::Free;
    }
    [[nodiscard]] std::optional<Sandbox> at(Slot slot) const;
    [[nodiscard]] SandboxKey keyAt(Slot slot) const; // of a used one
    [[nodiscard]] Status statusAt(Slot slot) const
    {
        return static_cast<Status>(figuresOf(slot).status[rowOf(slot)]);
    }
    [[nodiscard]] Kind kindAt(Slot slot) const { return static_cast<Kind>(traitsOf(slot).kind[rowOf(slot)]); }
    [[nodiscard]] quint32 contextAt(Slot slot) const { return traitsOf(slot).context[rowOf(slot)]; }
    [[nodiscard]] quint64 revisionAt(Slot slot) const { return figuresOf(slot).revision[rowOf(slot)]; }
    [[nodiscard]] Slot slotCount() const { return m_end; }
    [[nodiscard]] const FleetWords &words() const { return m_words; }
    [[nodiscard]] FleetSnapshot snapshot();

    // Chunks that were kept somewhere, whose numbers are those that `words` gave, which counts nobody yet.
    using Parts = std::pair<std::shared_ptr<FleetTraits>, std::shared_ptr<FleetFigures>>;
    [[nodiscard]] static SlotTable madeOf(FleetWords words, std::vector<Parts> chunks);

private:
    struct Chunk
    {
        std::shared_ptr<FleetTraits> traits = std::make_shared<FleetTraits>();
        std::shared_ptr<FleetFigures> figures = std::make_shared<FleetFigures>();
        // A snapshot was made since they were last copied.
        bool traitsShared = false;
        bool figuresShared = false;
    };

    [[nodiscard]] static std::size_t rowOf(Slot slot) { return slot % FleetChunk::Size; }
    [[nodiscard]] const FleetTraits &traitsOf(Slot slot) const
    {
        return *m_chunks[slot / FleetChunk::Size].traits;
    }
    [[nodiscard]] const FleetFigures &figuresOf(Slot slot) const
    {
        return *m_chunks[slot / FleetChunk::Size].figures;
    }
    [[nodiscard]] FleetTraits &writableTraits(Slot slot);
    [[nodiscard]] FleetFigures &writableFigures(Slot slot);
    [[nodiscard]] bool isWatched() const { return m_lookers->load() > 0; }
    void write(Slot slot, const Sandbox &sandbox);
    void dropLabels(Slot slot);
    [[nodiscard]] size_t hashAt(Slot slot) const;

    std::vector<Chunk> m_chunks;
    FleetWords m_words;
    ShardedIndex m_index;
    std::deque<Slot> m_free; // the one that is empty longest goes first
    std::vector<Slot> m_removed;
    std::vector<quint32> m_labels; // of the row that is being written
    std::shared_ptr<std::atomic<int>> m_lookers = std::make_shared<std::atomic<int>>(0);
    Slot m_end = 0;
};

} // namespace sandglass
