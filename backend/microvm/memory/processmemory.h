// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/pending.h"
#include "backend/microvm/memory/pagemap.h"
#include "backend/microvm/qemu/processref.h"
#include "backend/microvm/uniquefd.h"

#include <span>
#include <vector>

namespace sandglass::microvm {

// The guest's RAM inside a QEMU process that maps a checkpoint's RAM file privately: which pages it wrote,
// and their content, both ways. Rests on /proc/PID/maps, pagemap and mem; the descriptors stay with that very
// process, whatever becomes of its number. Page numbers count from the beginning of the guest's RAM.
//
// Errors of open(): NotFound (no such process, or it maps the file otherwise), PermissionDenied (this host
// does not let one process read another of the same user: Yama's ptrace_scope, see README). Later ones:
// GuestDied. Blocking, any thread; one object is used by one thread at a time.
class ProcessMemory
{
public:
    [[nodiscard]] static Result<ProcessMemory> open(const ProcessRef &process, const QString &ramFile,
                                                    Bytes size);

    [[nodiscard]] Result<std::vector<PageRun>> writtenPages() const;
    [[nodiscard]] Result<Done> read(quint64 firstPage, std::span<std::byte> to) const;
    // What the checkpoint has there, as far as it is at hand without waiting for a disk: how many bytes.
    [[nodiscard]] std::size_t original(quint64 firstPage, std::span<std::byte> to) const;
    [[nodiscard]] Result<Done> write(quint64 firstPage, std::span<const std::byte> from) const;

private:
    ProcessMemory(UniqueFd pagemap, UniqueFd memory, UniqueFd file, std::vector<MappedPart> parts)
        : m_pagemap(std::move(pagemap)), m_memory(std::move(memory)), m_file(std::move(file)),
          m_parts(std::move(parts))
    {}
    // One piece a mapped part; `move` moves bytes at an address and says how many.
    template<typename Span, typename Move>
    [[nodiscard]] Result<Done> each(quint64 firstPage, Span bytes, Move move) const;

    UniqueFd m_pagemap;
    UniqueFd m_memory;
    UniqueFd m_file;
    std::vector<MappedPart> m_parts;
};

} // namespace sandglass::microvm
