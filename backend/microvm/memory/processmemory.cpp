// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/processmemory.h"

#include "backend/microvm/memory/deltaformat.h"

#include <QFile>

#include <fcntl.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace sandglass::microvm {

namespace {

constexpr quint64 EntriesAtOnce = 64 * 1024;

UniqueFd openOf(const ProcessRef &process, const char *name, int flags)
{
    const QByteArray path = QByteArray("/proc/") + QByteArray::number(process.pid) + '/' + name;
    return UniqueFd(::open(path.constData(), flags | O_CLOEXEC));
}

tl::unexpected<Error> refused(const char *name)
{
    const bool forbidden = errno == EACCES || errno == EPERM;
    return fail(forbidden ? ErrorCode::PermissionDenied : ErrorCode::NotFound,
                QStringLiteral("a process's %1: %2")
                    .arg(QLatin1StringView(name), QString::fromLocal8Bit(std::strerror(errno))));
}

tl::unexpected<Error> lost()
{
    return fail(ErrorCode::GuestDied,
                QStringLiteral("a process's memory: ") + QString::fromLocal8Bit(std::strerror(errno)));
}

} // namespace

Result<ProcessMemory> ProcessMemory::open(const ProcessRef &process, const QString &ramFile, Bytes size)
{
    UniqueFd memory = openOf(process, "mem", O_RDWR);
    if (!memory.isValid())
        return refused("mem");
    UniqueFd pagemap = openOf(process, "pagemap", O_RDONLY);
    if (!pagemap.isValid())
        return refused("pagemap");
    QFile maps(QStringLiteral("/proc/%1/maps").arg(process.pid));
    if (!maps.open(QIODevice::ReadOnly))
        return refused("maps");
    auto parts = mappedParts(maps.readAll(), ramFile, static_cast<quint64>(size.value));
    if (!parts)
        return fail(ErrorCode::NotFound, ramFile + QStringLiteral(" is not this process's memory"));
    // Looked at last: then all three were of this process and not of a later one with its number.
    if (!isAlive(process))
        return fail(ErrorCode::NotFound, QStringLiteral("process %1").arg(process.pid));
    UniqueFd file(::open(QFile::encodeName(ramFile).constData(), O_RDONLY | O_CLOEXEC));
    return ProcessMemory(std::move(pagemap), std::move(memory), std::move(file), *std::move(parts));
}

Result<std::vector<PageRun>> ProcessMemory::writtenPages() const
{
    std::vector<PageRun> runs;
    std::vector<quint64> entries;
    for (const MappedPart &part : m_parts) {
        const quint64 pages = part.bytes / DeltaPage;
        for (quint64 done = 0; done < pages;) {
            entries.resize(std::min(EntriesAtOnce, pages - done));
            const quint64 at = (part.address / DeltaPage + done) * sizeof(quint64);
            const ssize_t got = ::pread(m_pagemap.get(), entries.data(), entries.size() * sizeof(quint64),
                                        static_cast<off_t>(at));
            if (got <= 0)
                return lost();
            entries.resize(static_cast<std::size_t>(got) / sizeof(quint64));
            for (const PageRun &run : writtenRuns(entries, part.offset / DeltaPage + done))
                appendRun(runs, run);
            done += entries.size();
        }
    }
    return runs;
}

template<typename Span, typename Move>
Result<Done> ProcessMemory::each(quint64 firstPage, Span bytes, Move move) const
{
    quint64 offset = firstPage * DeltaPage;
    for (const MappedPart &part : m_parts) {
        while (!bytes.empty() && offset >= part.offset && offset - part.offset < part.bytes) {
            const quint64 inside = offset - part.offset;
            const auto piece = bytes.first(std::min<std::size_t>(bytes.size(), part.bytes - inside));
            const ssize_t moved = move(piece, static_cast<off_t>(part.address + inside));
            if (moved < 0 && errno == EINTR)
                continue;
            if (moved <= 0)
                return lost();
            bytes = bytes.subspan(static_cast<std::size_t>(moved));
            offset += static_cast<quint64>(moved);
        }
    }
    if (!bytes.empty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("beyond the guest's memory"));
    return Done();
}

Result<Done> ProcessMemory::read(quint64 firstPage, std::span<std::byte> to) const
{
    return each(firstPage, to, [this](std::span<std::byte> piece, off_t at) {
        return ::pread(m_memory.get(), piece.data(), piece.size(), at);
    });
}

std::size_t ProcessMemory::original(quint64 firstPage, std::span<std::byte> to) const
{
    const iovec room{to.data(), to.size()};
    const ssize_t got =
        ::preadv2(m_file.get(), &room, 1, static_cast<off_t>(firstPage * DeltaPage), RWF_NOWAIT);
    return got > 0 ? static_cast<std::size_t>(got) : 0;
}

Result<Done> ProcessMemory::write(quint64 firstPage, std::span<const std::byte> from) const
{
    return each(firstPage, from, [this](std::span<const std::byte> piece, off_t at) {
        return ::pwrite(m_memory.get(), piece.data(), piece.size(), at);
    });
}

} // namespace sandglass::microvm
