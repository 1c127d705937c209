// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/crc32c.h"

#include <QtEndian>

#include <array>
#include <cstring>

#ifdef __x86_64__
#include <nmmintrin.h>
#endif

namespace sandglass::microvm {

namespace {

constexpr quint32 ReversedPolynomial = 0x82F63B78;
constexpr int Slices = 8;

using Tables = std::array<std::array<quint32, 256>, Slices>;

consteval Tables makeTables()
{
    Tables tables{};
    for (quint32 byte = 0; byte < 256; ++byte) {
        quint32 value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? ReversedPolynomial : 0);
        tables[0][byte] = value;
    }
    for (std::size_t slice = 1; slice < Slices; ++slice) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const quint32 before = tables[slice - 1][byte];
            tables[slice][byte] = (before >> 8) ^ tables[0][before & 0xFF];
        }
    }
    return tables;
}

constexpr Tables Table = makeTables();

quint64 load64(const std::byte *from)
{
    quint64 value = 0;
    std::memcpy(&value, from, sizeof value);
    return qFromLittleEndian(value);
}

#ifdef __x86_64__
__attribute__((target("sse4.2"))) quint32 byInstruction(std::span<const std::byte> bytes, quint32 before)
{
    quint64 value = ~before;
    while (bytes.size() >= sizeof(quint64)) {
        value = _mm_crc32_u64(value, load64(bytes.data()));
        bytes = bytes.subspan(sizeof(quint64));
    }
    auto rest = static_cast<quint32>(value);
    for (const std::byte byte : bytes)
        rest = _mm_crc32_u8(rest, std::to_integer<quint8>(byte));
    return ~rest;
}
#endif

} // namespace

quint32 crc32cByTable(std::span<const std::byte> bytes, quint32 before)
{
    quint32 value = ~before;
    while (bytes.size() >= Slices) {
        const quint64 mixed = load64(bytes.data()) ^ value;
        value = 0;
        for (int slice = 0; slice < Slices; ++slice)
            value ^= Table[static_cast<std::size_t>(Slices - 1 - slice)][(mixed >> (8 * slice)) & 0xFF];
        bytes = bytes.subspan(Slices);
    }
    for (const std::byte byte : bytes)
        value = (value >> 8) ^ Table[0][(value ^ std::to_integer<quint32>(byte)) & 0xFF];
    return ~value;
}

quint32 crc32c(std::span<const std::byte> bytes, quint32 before)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("sse4.2"))
        return byInstruction(bytes, before);
#endif
    return crc32cByTable(bytes, before);
}

} // namespace sandglass::microvm
