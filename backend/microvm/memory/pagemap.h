// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>
#include <span>
#include <vector>

namespace sandglass::microvm {

// Neighbouring pages.
struct PageRun
{
    quint64 first = 0;
    quint64 pages = 0;

    friend bool operator==(const PageRun &, const PageRun &) = default;
};

// A file's part in a process's memory.
struct MappedPart
{
    quint64 address = 0;
    quint64 offset = 0; // in the file
    quint64 bytes = 0;

    friend bool operator==(const MappedPart &, const MappedPart &) = default;
};

// Where a process maps `path` privately and writable, by the file's offsets, out of the text of
// /proc/PID/maps (proc_pid_maps(5)). Nothing unless the parts cover exactly [0, bytes) without overlap. Pure.
[[nodiscard]] std::optional<std::vector<MappedPart>> mappedParts(QByteArrayView maps, const QString &path,
                                                                 quint64 bytes);

// Of entries of /proc/PID/pagemap (the kernel's admin-guide/mm/pagemap): the pages that the process wrote to,
// so that they are its own: present or swapped out, and not the file's. `first` is the number of the first.
[[nodiscard]] std::vector<PageRun> writtenRuns(std::span<const quint64> entries, quint64 first = 0);

// Adds a run behind the last, as one where they touch.
void appendRun(std::vector<PageRun> &runs, const PageRun &run);

[[nodiscard]] quint64 pagesIn(std::span<const PageRun> runs);

} // namespace sandglass::microvm
