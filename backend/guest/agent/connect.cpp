// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/connect.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sandglass::guest {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int maximumDepth = 24;

constexpr std::array<std::int8_t, 256> decodingTable()
{
    std::array<std::int8_t, 256> table{};
    for (auto &entry : table)
        entry = -1;
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
    table[static_cast<unsigned char>('-')] = 62;
    table[static_cast<unsigned char>('_')] = 63;
    return table;
}

// Nesting is counted before parsing, so that a hostile text costs one pass and no memory.
bool isTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > maximumDepth)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

} // namespace

std::string envelope(unsigned char flags, std::string_view message)
{
    std::string result;
    result.reserve(envelopeHeadSize + message.size());
    result.push_back(static_cast<char>(flags));
    for (int shift = 24; shift >= 0; shift -= 8)
        result.push_back(static_cast<char>((message.size() >> shift) & 0xFF));
    result.append(message);
    return result;
}

std::string endEnvelope(const std::optional<ConnectError> &error)
{
    if (!error)
        return envelope(envelopeEndFlag, "{}");
    const nlohmann::json body{{"error", {{"code", error->code}, {"message", error->message}}}};
    return envelope(envelopeEndFlag, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Answer<std::string> singleMessage(std::string_view body)
{
    if (body.size() < envelopeHeadSize)
        return ConnectError{"invalid_argument", "the request is shorter than a message head"};
    if (body[0] != 0)
        return ConnectError{"unimplemented", "compressed messages are not supported"};
    std::size_t length = 0;
    for (std::size_t i = 1; i < envelopeHeadSize; ++i)
        length = length << 8 | static_cast<unsigned char>(body[i]);
    if (length != body.size() - envelopeHeadSize)
        return ConnectError{"invalid_argument", "the request must hold exactly one message"};
    return std::string(body.substr(envelopeHeadSize));
}

int httpStatus(std::string_view connectCode)
{
    constexpr std::array<std::pair<std::string_view, int>, 14> table{{{"canceled", 499},
                                                                      {"unknown", 500},
                                                                      {"invalid_argument", 400},
                                                                      {"deadline_exceeded", 504},
                                                                      {"not_found", 404},
                                                                      {"already_exists", 409},
                                                                      {"permission_denied", 403},
                                                                      {"resource_exhausted", 429},
                                                                      {"failed_precondition", 400},
                                                                      {"aborted", 409},
                                                                      {"unimplemented", 501},
                                                                      {"internal", 500},
                                                                      {"unavailable", 503},
                                                                      {"unauthenticated", 401}}};
    const auto *found = std::find_if(table.begin(), table.end(),
                                     [&](const auto &entry) { return entry.first == connectCode; });
    return found == table.end() ? 500 : found->second;
}

std::string errorBody(const ConnectError &error)
{
    return nlohmann::json{{"code", error.code}, {"message", error.message}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string base64Encode(std::string_view bytes)
{
    std::string result;
    result.reserve((bytes.size() + 2) / 3 * 4);
    std::size_t i = 0;
    const auto at = [&](std::size_t index) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[index]));
    };
    for (; i + 2 < bytes.size(); i += 3) {
        const std::uint32_t bits = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
        const std::array<char, 4> quad{alphabet[bits >> 18], alphabet[bits >> 12 & 63],
                                       alphabet[bits >> 6 & 63], alphabet[bits & 63]};
        result.append(quad.data(), quad.size());
    }
    if (const std::size_t rest = bytes.size() - i; rest > 0) {
        const std::uint32_t bits = at(i) << 16 | (rest == 2 ? at(i + 1) << 8 : 0);
        result.push_back(alphabet[bits >> 18]);
        result.push_back(alphabet[bits >> 12 & 63]);
        result.push_back(rest == 2 ? alphabet[bits >> 6 & 63] : '=');
        result.push_back('=');
    }
    return result;
}

std::optional<std::string> base64Decode(std::string_view text)
{
    static constexpr std::array<std::int8_t, 256> table = decodingTable();
    const std::size_t padding = text.size() - std::min(text.find_last_not_of('=') + 1, text.size());
    if (padding > 2 || (padding > 0 && text.size() % 4 != 0))
        return std::nullopt;
    text.remove_suffix(padding);
    if (text.size() % 4 == 1)
        return std::nullopt;
    std::string result;
    result.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::int8_t value = table[static_cast<unsigned char>(c)];
        if (value < 0)
            return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            result.push_back(static_cast<char>(bits >> count & 0xFF));
        }
    }
    return result;
}

Answer<nlohmann::json> parseObject(std::string_view text)
{
    if (isTooDeep(text))
        return ConnectError{"invalid_argument", "the JSON message is nested too deeply"};
    nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
    if (!value.is_object())
        return ConnectError{"invalid_argument", "the message is not a JSON object"};
    return value;
}

} // namespace sandglass::guest
