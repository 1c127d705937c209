// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetsnapshot.h"

namespace sandglass {

namespace {

// So many empty slots wait before one is used again, so that who still shows its last sandbox has time to
// hear that it is gone; more of a large fleet, which is ordered less often.
constexpr std::size_t LeastWaiting = 16;
constexpr std::size_t WaitingPart = 32;

size_t keyHash(quint32 context, std::string_view id)
{
    return qHashBits(id.data(), id.size(), (size_t(context) + 1) * 0x9e3779b97f4a7c15ULL);
}

} // namespace

std::optional<Sandbox> FleetSnapshot::at(Slot slot) const
{
    return isUsed(slot) ? std::optional(readRow(chunkOf(slot), slot % FleetChunk::Size, m_words))
                        : std::nullopt;
}

Slot SlotTable::add(const Sandbox &sandbox)
{
    Slot slot = m_end;
    if (m_free.size() <= std::max<std::size_t>(LeastWaiting, m_end / WaitingPart)) {
        if (m_end % FleetChunk::Size == 0)
            m_chunks.emplace_back();
        ++m_end;
    } else {
        slot = m_free.front();
        m_free.pop_front();
    }
    write(slot, sandbox);
    m_index.insert(hashAt(slot), slot);
    return slot;
}

bool SlotTable::replace(Slot slot, const Sandbox &sandbox)
{
    if (hasTraits(traitsOf(slot), rowOf(slot), sandbox, m_words.tables())) {
        writeFigures(writableFigures(slot), rowOf(slot), sandbox);
        return false;
    }
    write(slot, sandbox);
    return true;
}

void SlotTable::write(Slot slot, const Sandbox &sandbox)
{
    m_words.labels(sandbox.metadata, m_labels);
    for (const quint32 label : m_labels)
        m_words.use(label, slot, m_end);
    // Afterwards: a label that stays must not be given up in between.
    dropLabels(slot);
    const auto shape = isUsed(slot) ? std::optional(traitsOf(slot).shape[rowOf(slot)]) : std::nullopt;
    writeTraits(writableTraits(slot), rowOf(slot), sandbox, m_words, m_labels);
    if (shape != traitsOf(slot).shape[rowOf(slot)])
        m_words.useShape(traitsOf(slot).shape[rowOf(slot)], slot, m_end);
    writeFigures(writableFigures(slot), rowOf(slot), sandbox);
    for (const quint32 label : m_labels)
        m_words.tidy(label,
                     [&](Slot one) { return isUsed(one) && traitsOf(one).hasLabel(rowOf(one), label); });
}

void SlotTable::dropLabels(Slot slot)
{
    if (isUsed(slot))
        traitsOf(slot).forEachLabel(rowOf(slot), [this](quint32 label) { m_words.drop(label); });
}

void SlotTable::remove(Slot slot)
{
    m_index.remove(hashAt(slot), slot);
    m_removed.push_back(slot);
}

void SlotTable::emptyRemoved()
{
    for (const Slot slot : m_removed) {
        dropLabels(slot);
        clearTraits(writableTraits(slot), rowOf(slot));
        clearFigures(writableFigures(slot), rowOf(slot));
    }
}

void SlotTable::recycle()
{
    m_free.insert(m_free.end(), m_removed.begin(), m_removed.end());
    m_removed.clear();
    if (!isWatched())
        m_words.recycle();
}

std::optional<Slot> SlotTable::find(const SandboxKey &key) const
{
    const auto context = m_words.knownContext(key.context.toString());
    if (!context)
        return std::nullopt;
    const QByteArray id = key.id.toString().toUtf8();
    const std::string_view wanted(id.constData(), static_cast<std::size_t>(id.size()));
    return m_index.find(keyHash(*context, wanted), [&](Slot slot) {
        const FleetTraits &traits = traitsOf(slot);
        return traits.context[rowOf(slot)] == *context && traits.id[rowOf(slot)].utf8() == wanted;
    });
}

size_t SlotTable::hashAt(Slot slot) const
{
    const FleetTraits &traits = traitsOf(slot);
    return keyHash(traits.context[rowOf(slot)], traits.id[rowOf(slot)].utf8());
}

std::optional<Sandbox> SlotTable::at(Slot slot) const
{
    if (!isUsed(slot))
        return std::nullopt;
    return readRow({.traits = traitsOf(slot), .figures = figuresOf(slot)}, rowOf(slot), m_words.tables());
}

SandboxKey SlotTable::keyAt(Slot slot) const
{
    const FleetTraits &traits = traitsOf(slot);
    return {ContextId(m_words.tables().contexts.at(traits.context[rowOf(slot)])),
            SandboxId(traits.id[rowOf(slot)].toString())};
}

FleetSnapshot SlotTable::snapshot()
{
    if (!isWatched())
        m_words.recycle();
    FleetSnapshot snapshot;
    snapshot.m_chunks.reserve(m_chunks.size());
    for (Chunk &chunk : m_chunks) {
        chunk.traitsShared = chunk.figuresShared = true;
        snapshot.m_chunks.push_back({.traits = chunk.traits, .figures = chunk.figures});
    }
    snapshot.m_words = m_words.tables();
    snapshot.m_looker = std::make_shared<const FleetSnapshot::Looker>(m_lookers);
    return snapshot;
}

SlotTable SlotTable::madeOf(FleetWords words, std::vector<Parts> chunks)
{
    SlotTable table;
    table.m_words = std::move(words);
    table.m_chunks.reserve(chunks.size());
    for (Parts &parts : chunks) {
        table.m_chunks.emplace_back();
        table.m_chunks.back().traits = std::move(parts.first);
        table.m_chunks.back().figures = std::move(parts.second);
    }
    table.m_end = static_cast<Slot>(chunks.size() * FleetChunk::Size);
    for (Slot slot = 0; slot < table.m_end; ++slot) {
        if (!table.isUsed(slot)) {
            table.m_free.push_back(slot);
            continue;
        }
        table.m_index.insert(table.hashAt(slot), slot);
        table.m_words.useShape(table.traitsOf(slot).shape[rowOf(slot)], slot, table.m_end);
        table.traitsOf(slot).forEachLabel(
            rowOf(slot), [&](quint32 label) { table.m_words.use(label, slot, table.m_end); });
    }
    return table;
}

FleetTraits &SlotTable::writableTraits(Slot slot)
{
    Chunk &chunk = m_chunks[slot / FleetChunk::Size];
    if (std::exchange(chunk.traitsShared, false) && isWatched())
        chunk.traits = std::make_shared<FleetTraits>(*chunk.traits);
    return *chunk.traits;
}

FleetFigures &SlotTable::writableFigures(Slot slot)
{
    Chunk &chunk = m_chunks[slot / FleetChunk::Size];
    if (std::exchange(chunk.figuresShared, false) && isWatched())
        chunk.figures = std::make_shared<FleetFigures>(*chunk.figures);
    return *chunk.figures;
}

} // namespace sandglass
