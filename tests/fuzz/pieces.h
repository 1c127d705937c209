// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace sandglass::fuzz {

// A fact that no input may disprove; what disproves it is kept by libFuzzer.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

inline std::string_view textOf(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

// Hands a text out in pieces whose sizes come from `seed`: what a parser makes of a stream must not depend on
// how the network cut it. `feed` answers false to stop.
template<typename Feed> void inPieces(std::string_view text, std::uint32_t seed, Feed feed)
{
    while (!text.empty()) {
        seed = seed * 1664525U + 1013904223U;
        const std::size_t size = (seed >> 24U) % 8 == 0 ? (seed >> 8U) % 4096 + 1 : (seed >> 16U) % 12 + 1;
        const std::string_view piece = text.substr(0, size);
        text.remove_prefix(piece.size());
        if (!feed(piece))
            return;
    }
}

} // namespace sandglass::fuzz
