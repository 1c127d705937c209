// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/pagemap.h"

#include <QFile>
#include <QList>

#include <algorithm>

namespace sandglass::microvm {

namespace {

constexpr quint64 Present = quint64(1) << 63;
constexpr quint64 Swapped = quint64(1) << 62;
constexpr quint64 OfFile = quint64(1) << 61;

bool isWritten(quint64 entry)
{
    return (entry & (Present | Swapped)) != 0 && (entry & OfFile) == 0;
}

struct MapsLine
{
    MappedPart part;
    QByteArrayView permissions;
    QByteArrayView path;
};

// "7f00-7f10 rw-p 00000000 08:01 1234      /the/path": five fields, blanks, and the rest is the path.
std::optional<MapsLine> parseLine(QByteArrayView line)
{
    std::vector<QByteArrayView> fields;
    qsizetype at = 0;
    while (fields.size() < 5 && at < line.size()) {
        qsizetype end = line.indexOf(' ', at);
        end = end < 0 ? line.size() : end;
        if (end > at)
            fields.push_back(line.sliced(at, end - at));
        at = end + 1;
    }
    if (fields.size() < 5)
        return std::nullopt;
    while (at < line.size() && line[at] == ' ')
        ++at;
    const qsizetype dash = fields[0].indexOf('-');
    bool begins = false, ends = false, offsets = false;
    if (dash < 0)
        return std::nullopt;
    const quint64 begin = fields[0].first(dash).toByteArray().toULongLong(&begins, 16);
    const quint64 end = fields[0].sliced(dash + 1).toByteArray().toULongLong(&ends, 16);
    const quint64 offset = fields[2].toByteArray().toULongLong(&offsets, 16);
    if (!begins || !ends || !offsets || end <= begin)
        return std::nullopt;
    return MapsLine{
        {begin, offset, end - begin}, fields[1], at < line.size() ? line.sliced(at) : QByteArrayView()};
}

} // namespace

std::optional<std::vector<MappedPart>> mappedParts(QByteArrayView maps, const QString &path, quint64 bytes)
{
    // The kernel writes a line's end in a path as \012; a file that was removed meanwhile is marked.
    const QByteArray name = QFile::encodeName(path).replace('\n', "\\012");
    const QByteArray removed = name + " (deleted)";
    std::vector<MappedPart> parts;
    qsizetype at = 0;
    while (at < maps.size()) {
        qsizetype end = maps.indexOf('\n', at);
        end = end < 0 ? maps.size() : end;
        const auto line = parseLine(maps.sliced(at, end - at));
        if (line && (line->path == name || line->path == removed) && line->permissions.startsWith("rw") &&
            line->permissions.endsWith('p'))
            parts.push_back(line->part);
        at = end + 1;
    }
    std::ranges::sort(parts, {}, &MappedPart::offset);
    quint64 covered = 0;
    for (const MappedPart &part : parts) {
        if (part.offset != covered || part.bytes > bytes - covered)
            return std::nullopt;
        covered += part.bytes;
    }
    return covered == bytes && bytes > 0 ? std::optional(parts) : std::nullopt;
}

std::vector<PageRun> writtenRuns(std::span<const quint64> entries, quint64 first)
{
    std::vector<PageRun> runs;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (isWritten(entries[i]))
            appendRun(runs, {first + i, 1});
    }
    return runs;
}

void appendRun(std::vector<PageRun> &runs, const PageRun &run)
{
    if (!runs.empty() && runs.back().first + runs.back().pages == run.first)
        runs.back().pages += run.pages;
    else
        runs.push_back(run);
}

quint64 pagesIn(std::span<const PageRun> runs)
{
    quint64 pages = 0;
    for (const PageRun &run : runs)
        pages += run.pages;
    return pages;
}

} // namespace sandglass::microvm
