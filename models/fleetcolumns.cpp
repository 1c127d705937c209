// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetcolumns.h"

namespace sandglass {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

WallTime timeOf(qint64 millis)
{
    return WallTime(milliseconds(millis));
}

qint64 millisOf(const std::optional<WallTime> &time)
{
    return time ? time->time_since_epoch().count() : 0;
}

std::optional<WallTime> timeIf(bool there, qint64 millis)
{
    return there ? std::optional(timeOf(millis)) : std::nullopt;
}

FleetChunk::Rare rareOf(const Sandbox &sandbox)
{
    return {.error = sandbox.error,
            .consoleTail = sandbox.consoleTail,
            .origin = sandbox.origin,
            .agent = sandbox.agent,
            .owner = sandbox.owner,
            .hibernateAfter = sandbox.hibernateAfter,
            .activeAt = sandbox.activeAt,
            .queuePosition = sandbox.queuePosition,
            .lost = sandbox.lost};
}

bool hasRare(const Sandbox &sandbox)
{
    return sandbox.error || !sandbox.consoleTail.isEmpty() || sandbox.origin || !sandbox.agent.isEmpty() ||
           !sandbox.owner.isEmpty() || sandbox.hibernateAfter || sandbox.activeAt || sandbox.queuePosition ||
           !sandbox.lost.isEmpty();
}

quint16 flagsOf(const Sandbox &sandbox)
{
    const auto flag = [](bool set, FleetChunk::Flag value) {
        return set ? static_cast<int>(value) : 0;
    };
    return static_cast<quint16>(flag(sandbox.lifetime.pinned, FleetChunk::Pinned) |
                                flag(sandbox.lifetime.expiresAt.has_value(), FleetChunk::Expires) |
                                flag(sandbox.lifetime.leftWhenPaused.has_value(), FleetChunk::HasLeft) |
                                flag(sandbox.pausedExpireAt.has_value(), FleetChunk::PausedExpires) |
                                flag(sandbox.pauseKeeps == PauseKeeps::DiskOnly, FleetChunk::KeepsDiskOnly) |
                                flag(sandbox.usage.runningSince.has_value(), FleetChunk::Runs) |
                                flag(sandbox.usage.frozenSince.has_value(), FleetChunk::Frozen) |
                                flag(hasRare(sandbox), FleetChunk::HasRare));
}

} // namespace

void readFigures(const FleetChunk &chunk, std::size_t row, const WordTables &words, Sandbox &into)
{
    const quint16 flags = chunk.flags[row];
    into.status = static_cast<Status>(chunk.status[row]);
    into.mode = static_cast<Mode>(chunk.mode[row]);
    into.resources = words.shapes.at(chunk.shape[row]).resources;
    into.lifetime.granted = seconds(chunk.granted[row]);
    into.lifetime.pinned = flags & FleetChunk::Pinned;
    into.lifetime.expiresAt = timeIf(flags & FleetChunk::Expires, chunk.expiresAt[row]);
    into.lifetime.leftWhenPaused =
        flags & FleetChunk::HasLeft ? std::optional(seconds(chunk.left[row])) : std::nullopt;
    into.usage.ran = milliseconds(chunk.ran[row]);
    into.usage.frozen = milliseconds(chunk.frozen[row]);
    into.usage.runningSince = timeIf(flags & FleetChunk::Runs, chunk.runningSince[row]);
    into.usage.frozenSince = timeIf(flags & FleetChunk::Frozen, chunk.frozenSince[row]);
    into.usage.egress.value = chunk.egress[row];
}

Sandbox readRow(const FleetChunk &chunk, std::size_t row, const WordTables &words)
{
    Sandbox sandbox;
    readFigures(chunk, row, words, sandbox);
    const quint16 flags = chunk.flags[row];
    sandbox.key = {ContextId(words.contexts.at(chunk.context[row])), SandboxId(chunk.id[row].toString())};
    sandbox.name = chunk.name[row].toString();
    sandbox.kind = static_cast<Kind>(chunk.kind[row]);
    sandbox.templateId = TemplateId(words.templates.at(chunk.templateId[row]));
    sandbox.createdAt = timeOf(chunk.createdAt[row]);
    sandbox.statusSince = timeOf(chunk.statusSince[row]);
    sandbox.pausedExpireAt = timeIf(flags & FleetChunk::PausedExpires, chunk.pausedExpireAt[row]);
    sandbox.pauseKeeps = flags & FleetChunk::KeepsDiskOnly ? PauseKeeps::DiskOnly : PauseKeeps::MemoryAndDisk;
    sandbox.screen = words.shapes.at(chunk.shape[row]).screen;
    sandbox.revision = chunk.revision[row];
    chunk.forEachLabel(row, [&](quint32 label) {
        const LabelWord &word = words.labels.at(label);
        sandbox.metadata.insert(sandbox.metadata.cend(), words.keys.at(word.key), word.value.toString());
    });
    if (flags & FleetChunk::HasRare) {
        const FleetChunk::Rare &rare = chunk.rare.at(static_cast<quint16>(row));
        sandbox.error = rare.error;
        sandbox.consoleTail = rare.consoleTail;
        sandbox.origin = rare.origin;
        sandbox.agent = rare.agent;
        sandbox.owner = rare.owner;
        sandbox.hibernateAfter = rare.hibernateAfter;
        sandbox.activeAt = rare.activeAt;
        sandbox.queuePosition = rare.queuePosition;
        sandbox.lost = rare.lost;
    }
    return sandbox;
}

void writeRow(FleetChunk &chunk, std::size_t row, const Sandbox &sandbox, FleetWords &words,
              const std::vector<quint32> &labels)
{
    clearRow(chunk, row);
    chunk.context[row] = words.context(sandbox.key.context.toString());
    chunk.templateId[row] = words.templateId(sandbox.templateId.toString());
    chunk.shape[row] = words.shape({sandbox.resources, sandbox.screen});
    chunk.name[row] = PackedText(sandbox.name);
    chunk.id[row] = PackedText(sandbox.key.id.toString());
    chunk.labelCount[row] = static_cast<quint8>(std::min<std::size_t>(labels.size(), 0xff));
    for (std::size_t i = 0; i < std::min(labels.size(), FleetChunk::LabelRoom); ++i) {
        chunk.labels[row][i] = labels[i];
        chunk.labelKeys[row][i] =
            static_cast<quint16>(std::min(words.tables().labels.at(labels[i]).key, FleetChunk::LastKey));
    }
    if (labels.size() > FleetChunk::LabelRoom) {
        chunk.moreLabels.emplace(static_cast<quint16>(row),
                                 std::vector(labels.begin() + FleetChunk::LabelRoom, labels.end()));
    }
    writeFigures(chunk, row, sandbox);
}

void writeFigures(FleetChunk &chunk, std::size_t row, const Sandbox &sandbox)
{
    chunk.status[row] = static_cast<quint8>(sandbox.status);
    chunk.kind[row] = static_cast<quint8>(sandbox.kind);
    chunk.mode[row] = static_cast<quint8>(sandbox.mode);
    if (chunk.flags[row] & FleetChunk::HasRare)
        chunk.rare.erase(static_cast<quint16>(row));
    chunk.flags[row] = flagsOf(sandbox);
    chunk.createdAt[row] = millisOf(sandbox.createdAt);
    chunk.statusSince[row] = millisOf(sandbox.statusSince);
    chunk.granted[row] = sandbox.lifetime.granted.count();
    chunk.expiresAt[row] = millisOf(sandbox.lifetime.expiresAt);
    chunk.left[row] = sandbox.lifetime.leftWhenPaused.value_or(seconds(0)).count();
    chunk.pausedExpireAt[row] = millisOf(sandbox.pausedExpireAt);
    chunk.ran[row] = sandbox.usage.ran.count();
    chunk.frozen[row] = sandbox.usage.frozen.count();
    chunk.runningSince[row] = millisOf(sandbox.usage.runningSince);
    chunk.frozenSince[row] = millisOf(sandbox.usage.frozenSince);
    chunk.egress[row] = sandbox.usage.egress.value;
    chunk.revision[row] = sandbox.revision;
    if (chunk.flags[row] & FleetChunk::HasRare)
        chunk.rare.insert_or_assign(static_cast<quint16>(row), rareOf(sandbox));
}

bool differsInFiguresOnly(const FleetChunk &chunk, std::size_t row, const Sandbox &sandbox,
                          const WordTables &words)
{
    const auto same = [](const PackedText &packed, const QString &text) {
        const std::string_view utf8 = packed.utf8();
        return QAnyStringView::equal(QUtf8StringView(utf8.data(), qsizetype(utf8.size())), text);
    };
    const Shape &shape = words.shapes.at(chunk.shape[row]);
    if (chunk.labelCount[row] != sandbox.metadata.size() || chunk.labelCount[row] > FleetChunk::LabelRoom ||
        shape.resources != sandbox.resources || shape.screen != sandbox.screen ||
        words.templates.at(chunk.templateId[row]) != sandbox.templateId.toString() ||
        !same(chunk.name[row], sandbox.name))
        return false;
    std::size_t at = 0;
    for (auto it = sandbox.metadata.cbegin(); it != sandbox.metadata.cend(); ++it, ++at) {
        const LabelWord &word = words.labels.at(chunk.labels[row][at]);
        if (words.keys.at(word.key) != it.key() || !same(word.value, it.value()))
            return false;
    }
    return true;
}

void clearRow(FleetChunk &chunk, std::size_t row)
{
    chunk.status[row] = FleetChunk::Free;
    chunk.flags[row] = 0;
    chunk.name[row] = {};
    chunk.id[row] = {};
    chunk.labelCount[row] = 0;
    if (!chunk.moreLabels.empty())
        chunk.moreLabels.erase(static_cast<quint16>(row));
    if (!chunk.rare.empty())
        chunk.rare.erase(static_cast<quint16>(row));
}

} // namespace sandglass
