// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sandglass::guest {

// SHA-256 of a short text (FIPS 180-4). For signed addresses, so that the static agent needs no crypto
// library.
std::array<std::uint8_t, 32> sha256(std::string_view text);

} // namespace sandglass::guest
