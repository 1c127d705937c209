// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/result.h"

#include <QByteArray>

#include <span>
#include <vector>

namespace sandglass::microvm {

// Saved memory as a file of its own kind, little-endian:
//
//     0      header, one page: magic, what it belongs to, the sizes below and their checksums, its own last
//     4096   pages, in the order of the index
//     ...    the device state, as QEMU wrote it
//     ...    the index: one entry a run of pages
//
// It is complete or worthless: the size of the file follows from the header. Whoever reads it trusts nothing
// of it: any number may be wrong. Errors: CheckpointBroken, with what is wrong as detail. Pure.
inline constexpr qint64 DeltaPage = 4096;
// Longest run, so that one buffer serves all.
inline constexpr quint32 DeltaRunPages = 256;
inline constexpr qsizetype FingerprintBytes = 32;

// Neighbouring pages of the guest's RAM: their content, or only that they are zero.
struct DeltaRun
{
    quint64 firstPage = 0;
    quint32 pages = 0;
    bool zero = false;
    quint32 checksum = 0; // CRC-32C of the content; 0 for zero pages

    friend bool operator==(const DeltaRun &, const DeltaRun &) = default;
};

struct DeltaHeader
{
    QByteArray base; // fingerprint of the checkpoint that the pages are a difference to
    Bytes memory;    // of the guest
    quint64 dataBytes = 0;
    quint64 deviceBytes = 0;
    quint32 deviceChecksum = 0;
    quint32 runs = 0;
    quint32 indexChecksum = 0;

    [[nodiscard]] qint64 deviceOffset() const { return DeltaPage + static_cast<qint64>(dataBytes); }
    [[nodiscard]] qint64 indexOffset() const { return deviceOffset() + static_cast<qint64>(deviceBytes); }
    [[nodiscard]] qint64 indexBytes() const;
    [[nodiscard]] qint64 fileBytes() const { return indexOffset() + indexBytes(); }

    friend bool operator==(const DeltaHeader &, const DeltaHeader &) = default;
};

[[nodiscard]] QByteArray encodeHeader(const DeltaHeader &header);
// From the first page of a file of `fileBytes`.
[[nodiscard]] Result<DeltaHeader> decodeHeader(QByteArrayView page, qint64 fileBytes);

[[nodiscard]] QByteArray encodeIndex(std::span<const DeltaRun> runs);
// Ascending, without overlap, inside the memory, and as much data as the header says.
[[nodiscard]] Result<std::vector<DeltaRun>> decodeIndex(QByteArrayView index, const DeltaHeader &header);

// Does this file hold a delta (or a whole stream of QEMU)? Looks at the magic only.
[[nodiscard]] bool isDelta(QByteArrayView begin);
// Does a whole stream of QEMU begin with the section that migration.send-configuration=off leaves out?
[[nodiscard]] bool streamHasConfiguration(QByteArrayView begin);

} // namespace sandglass::microvm
