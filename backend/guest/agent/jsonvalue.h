// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace sandglass::guest {

// Values of a peer's JSON message, looked at before they are used. Pure.

// A member of an object; null when it is missing or null, as proto3 JSON asks.
const nlohmann::json *member(const nlohmann::json &object, const char *name);

// A string that may become a C string.
std::optional<std::string> plainText(const nlohmann::json &value);

// A number, or a number in a string, as proto3 JSON writes 64-bit ones.
std::optional<std::int64_t> integer(const nlohmann::json &value);

// The text of a message; what is no UTF-8 is replaced.
std::string dump(const nlohmann::json &value);

} // namespace sandglass::guest
