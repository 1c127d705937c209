// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json.hpp>

namespace sandglass::guest {

// An error as the Connect protocol tells it; `code` is one of its snake_case words.
struct ConnectError
{
    std::string code;
    std::string message;
};

// A value or the error that the caller has to tell its peer.
template<typename T> using Answer = std::variant<T, ConnectError>;

// The framing of Connect's streams: one flag byte, a four-byte big-endian length, a JSON message.
// Pure functions; limits are the caller's. Source: the Connect protocol (streaming RPCs, JSON form).
inline constexpr std::size_t envelopeHeadSize = 5;
inline constexpr unsigned char envelopeEndFlag = 0x02;

std::string envelope(unsigned char flags, std::string_view message);

// The last message of a stream: `{}` or `{"error":{code,message}}`.
std::string endEnvelope(const std::optional<ConnectError> &error = std::nullopt);

// A request of a server stream holds exactly one uncompressed message.
Answer<std::string> singleMessage(std::string_view body);

int httpStatus(std::string_view connectCode);
std::string errorBody(const ConnectError &error);

// Base64 as proto3 JSON allows it on the way in: standard or URL-safe, padded or not.
std::string base64Encode(std::string_view bytes);
std::optional<std::string> base64Decode(std::string_view text);

// A JSON object of bounded depth; anything else is an invalid_argument.
Answer<nlohmann::json> parseObject(std::string_view text);

} // namespace sandglass::guest
