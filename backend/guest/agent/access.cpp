// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/access.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/sha256.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t maximumParameters = 64;
constexpr std::string_view tokenHeader = "x-access-token";

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::optional<std::string> decode(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            result += ' ';
        } else if (text[i] != '%') {
            result += text[i];
        } else {
            const int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexDigit(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return std::nullopt;
            result += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return result;
}

std::string_view textOf(const std::map<std::string, std::string> &query, const char *name)
{
    const auto found = query.find(name);
    return found == query.end() ? std::string_view() : std::string_view(found->second);
}

} // namespace

std::optional<std::map<std::string, std::string>> parseQuery(std::string_view query)
{
    std::map<std::string, std::string> parameters;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        const std::size_t equals = part.find('=');
        const auto name = decode(part.substr(0, equals));
        const auto value =
            decode(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
        if (!name || !value || parameters.size() >= maximumParameters)
            return std::nullopt;
        if (!part.empty())
            parameters.emplace(*name, *value);
    }
    return parameters;
}

bool isSameSecret(std::string_view given, std::string_view expected)
{
    // Over the expected one's length, so that the time tells nothing of the given one's beginning.
    unsigned difference = given.size() == expected.size() ? 0 : 1;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const char other = i < given.size() ? given[i] : '\0';
        difference |= static_cast<unsigned char>(expected[i] ^ other);
    }
    return difference == 0;
}

bool hasToken(const Request &request, std::string_view token)
{
    return token.empty() || isSameSecret(request.header(tokenHeader), token);
}

std::string signature(std::string_view path, FileOperation operation, std::string_view user,
                      std::string_view token, const std::optional<std::string> &expiry)
{
    std::string text(path);
    text += operation == FileOperation::Read ? ":read:" : ":write:";
    text.append(user).append(":").append(token);
    if (expiry)
        text += ":" + *expiry;
    const auto digest = sha256(text);
    std::string encoded = base64Encode({reinterpret_cast<const char *>(digest.data()), digest.size()});
    while (encoded.ends_with('='))
        encoded.pop_back();
    return "v1_" + encoded;
}

std::string refuseFileRequest(const Request &request, const std::map<std::string, std::string> &query,
                              FileOperation operation, std::string_view token, std::int64_t now)
{
    if (token.empty())
        return {};
    if (!request.header(tokenHeader).empty())
        return hasToken(request, token) ? "" : "access token present in header but does not match";
    if (!query.contains("signature"))
        return "missing signature query parameter";
    std::optional<std::string> expiry;
    std::int64_t end = 0;
    if (query.contains("signature_expiration")) {
        expiry = query.at("signature_expiration");
        const auto [rest, error] = std::from_chars(expiry->data(), expiry->data() + expiry->size(), end);
        if (error != std::errc() || rest != expiry->data() + expiry->size())
            return "invalid signature";
    }
    const std::string expected =
        signature(textOf(query, "path"), operation, textOf(query, "username"), token, expiry);
    if (!isSameSecret(query.at("signature"), expected))
        return "invalid signature";
    return expiry && end < now ? "signature is already expired" : "";
}

} // namespace sandglass::guest
