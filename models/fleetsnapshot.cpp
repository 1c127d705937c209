// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetsnapshot.h"

namespace sandglass {

namespace {

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
    if (m_free.empty()) {
        if (m_end % FleetChunk::Size == 0) {
            m_chunks.push_back(std::make_shared<FleetChunk>());
            m_shared.push_back(false);
        }
        ++m_end;
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    write(slot, sandbox);
    m_index.insert(hashAt(slot), slot);
    return slot;
}

void SlotTable::replace(Slot slot, const Sandbox &sandbox)
{
    if (differsInFiguresOnly(chunkOf(slot), rowOf(slot), sandbox, m_words.tables()))
        writeFigures(writable(slot), rowOf(slot), sandbox);
    else
        write(slot, sandbox);
}

void SlotTable::write(Slot slot, const Sandbox &sandbox)
{
    m_words.labels(sandbox.metadata, m_labels);
    for (const quint32 label : m_labels)
        m_words.use(label);
    // Afterwards: a label that stays must not be given up in between.
    dropLabels(slot);
    writeRow(writable(slot), rowOf(slot), sandbox, m_words, m_labels);
}

void SlotTable::dropLabels(Slot slot)
{
    if (isUsed(slot))
        chunkOf(slot).forEachLabel(rowOf(slot), [this](quint32 label) { m_words.drop(label); });
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
        clearRow(writable(slot), rowOf(slot));
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
        const FleetChunk &chunk = chunkOf(slot);
        return chunk.context[rowOf(slot)] == *context && chunk.id[rowOf(slot)].utf8() == wanted;
    });
}

size_t SlotTable::hashAt(Slot slot) const
{
    const FleetChunk &chunk = chunkOf(slot);
    return keyHash(chunk.context[rowOf(slot)], chunk.id[rowOf(slot)].utf8());
}

bool SlotTable::isUsed(Slot slot) const
{
    return slot < m_end && chunkOf(slot).status[rowOf(slot)] != FleetChunk::Free;
}

std::optional<Sandbox> SlotTable::at(Slot slot) const
{
    return isUsed(slot) ? std::optional(readRow(chunkOf(slot), rowOf(slot), m_words.tables())) : std::nullopt;
}

SandboxKey SlotTable::keyAt(Slot slot) const
{
    const FleetChunk &chunk = chunkOf(slot);
    return {ContextId(m_words.tables().contexts.at(chunk.context[rowOf(slot)])),
            SandboxId(chunk.id[rowOf(slot)].toString())};
}

FleetSnapshot SlotTable::snapshot()
{
    if (!isWatched())
        m_words.recycle();
    m_shared.assign(m_shared.size(), true);
    FleetSnapshot snapshot;
    snapshot.m_chunks.assign(m_chunks.begin(), m_chunks.end());
    snapshot.m_words = m_words.tables();
    snapshot.m_looker = std::make_shared<const FleetSnapshot::Looker>(m_lookers);
    return snapshot;
}

FleetChunk &SlotTable::writable(Slot slot)
{
    const std::size_t chunk = slot / FleetChunk::Size;
    if (m_shared[chunk]) {
        if (isWatched())
            m_chunks[chunk] = std::make_shared<FleetChunk>(*m_chunks[chunk]);
        m_shared[chunk] = false;
    }
    return *m_chunks[chunk];
}

} // namespace sandglass
