// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/headervalue.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <system_error>

namespace sandglass::guest {

namespace {

constexpr std::string_view blanks = " \t";

void skipBlanks(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

bool isTokenCharacter(char c)
{
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
}

std::string takeToken(std::string_view &text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isTokenCharacter);
    std::string token(text.begin(), end);
    text.remove_prefix(token.size());
    return token;
}

// A backslash counts only before a quote or another one: some clients send folders with bare ones.
std::optional<std::string> takeQuoted(std::string_view &text)
{
    std::string result;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return result;
        }
        const bool escapes =
            text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
        i += escapes ? 1 : 0;
        result += text[i];
    }
    return std::nullopt;
}

std::optional<std::string> takeValue(std::string_view &text)
{
    if (text.starts_with('"'))
        return takeQuoted(text);
    // Laxer than a token: bare file names hold slashes.
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string value(text.substr(0, end));
    text.remove_prefix(end);
    while (!value.empty() && blanks.find(value.back()) != std::string_view::npos)
        value.pop_back();
    return value;
}

std::optional<std::string> percentDecode(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        unsigned value = 0;
        if (i + 2 >= text.size())
            return std::nullopt;
        const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
        if (error != std::errc() || end != text.data() + i + 3)
            return std::nullopt;
        result += static_cast<char>(value);
        i += 2;
    }
    return result;
}

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    for (char &c : result) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

std::optional<std::string> HeaderValue::parameter(std::string_view name) const
{
    const auto find = [this](const std::string &wanted) {
        return std::find_if(parameters.begin(), parameters.end(),
                            [&](const auto &entry) { return entry.first == wanted; });
    };
    if (const auto extended = find(std::string(name) + "*"); extended != parameters.end()) {
        const std::string_view text = extended->second;
        const std::size_t charset = text.find('\'');
        const std::size_t language =
            charset == std::string_view::npos ? charset : text.find('\'', charset + 1);
        if (language != std::string_view::npos && lowerCase(text.substr(0, charset)) == "utf-8") {
            if (auto decoded = percentDecode(text.substr(language + 1)))
                return decoded;
        }
    }
    const auto plain = find(std::string(name));
    return plain == parameters.end() ? std::nullopt : std::optional(plain->second);
}

std::optional<HeaderValue> parseHeaderValue(std::string_view text)
{
    HeaderValue result;
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string_view first = text.substr(0, end);
    skipBlanks(first);
    while (!first.empty() && blanks.find(first.back()) != std::string_view::npos)
        first.remove_suffix(1);
    result.value = lowerCase(first);
    text.remove_prefix(end);
    while (!text.empty()) {
        if (text.front() != ';')
            return std::nullopt;
        text.remove_prefix(1);
        skipBlanks(text);
        if (text.empty())
            break;
        std::string name = lowerCase(takeToken(text));
        skipBlanks(text);
        if (name.empty() || !text.starts_with('='))
            return std::nullopt;
        text.remove_prefix(1);
        skipBlanks(text);
        auto value = takeValue(text);
        if (!value)
            return std::nullopt;
        skipBlanks(text);
        result.parameters.emplace_back(std::move(name), std::move(*value));
    }
    return result;
}

std::string inlineDisposition(std::string_view fileName)
{
    const bool isToken = !fileName.empty() && std::all_of(fileName.begin(), fileName.end(), isTokenCharacter);
    const bool isPlain =
        std::all_of(fileName.begin(), fileName.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (isToken)
        return "inline; filename=" + std::string(fileName);
    std::string result = isPlain ? "inline; filename=\"" : "inline; filename*=utf-8''";
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const char c : fileName) {
        const auto byte = static_cast<unsigned char>(c);
        if (isPlain && (c == '"' || c == '\\'))
            result += '\\';
        if (isPlain || (isTokenCharacter(c) && c != '%' && c != '\'' && c != '*'))
            result += c;
        else
            result.append({'%', digits[byte >> 4U], digits[byte & 15U]});
    }
    return isPlain ? result + "\"" : result;
}

std::optional<Coding> chooseCoding(std::string_view acceptEncoding)
{
    double gzip = -1;
    double identity = -1;
    double any = -1;
    while (!acceptEncoding.empty()) {
        const std::string_view item = acceptEncoding.substr(0, acceptEncoding.find(','));
        acceptEncoding.remove_prefix(std::min(item.size() + 1, acceptEncoding.size()));
        const auto parsed = parseHeaderValue(item);
        if (!parsed)
            continue;
        double quality = 1;
        if (const auto text = parsed->parameter("q"))
            std::from_chars(text->data(), text->data() + text->size(), quality);
        if (parsed->value == "gzip" || parsed->value == "x-gzip")
            gzip = quality;
        else if (parsed->value == "identity")
            identity = quality;
        else if (parsed->value == "*")
            any = quality;
    }
    const bool gzipAllowed = gzip > 0 || (gzip < 0 && any > 0);
    const bool identityAllowed = identity > 0 || (identity < 0 && any != 0);
    if (gzip > 0 && gzip >= identity)
        return Coding::Gzip;
    if (identityAllowed)
        return Coding::Identity;
    return gzipAllowed ? std::optional(Coding::Gzip) : std::nullopt;
}

ByteRange parseRange(std::string_view range, std::uint64_t size)
{
    constexpr std::string_view unit = "bytes=";
    const std::size_t dash = range.find('-');
    if (!range.starts_with(unit) || dash == std::string_view::npos ||
        range.find(',') != std::string_view::npos)
        return {ByteRange::Kind::Whole, 0, size};
    const std::string_view from = range.substr(unit.size(), dash - unit.size());
    const std::string_view to = range.substr(dash + 1);
    const auto first = number(from);
    const auto last = number(to);
    if ((!first && !from.empty()) || (!last && !to.empty()) || (!first && !last) ||
        (first && last && *last < *first))
        return {ByteRange::Kind::Whole, 0, size};
    if (!first) {
        const std::uint64_t count = std::min(*last, size);
        return {count == 0 ? ByteRange::Kind::Unsatisfiable : ByteRange::Kind::Part, size - count, count};
    }
    if (*first >= size)
        return {ByteRange::Kind::Unsatisfiable, 0, 0};
    const std::uint64_t end = last ? std::min(*last, size - 1) : size - 1;
    return {ByteRange::Kind::Part, *first, end - *first + 1};
}

std::string httpDate(std::int64_t seconds)
{
    const std::time_t time = seconds;
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

std::optional<std::int64_t> parseHttpDate(std::string_view text)
{
    std::tm parts{};
    const std::string copy(text);
    const char *end = ::strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    if (end == nullptr || *end != '\0')
        return std::nullopt;
    return ::timegm(&parts);
}

std::string_view contentType(std::string_view fileName)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 20> table{
        {{".txt", "text/plain; charset=utf-8"},
         {".md", "text/markdown; charset=utf-8"},
         {".html", "text/html; charset=utf-8"},
         {".htm", "text/html; charset=utf-8"},
         {".css", "text/css; charset=utf-8"},
         {".js", "text/javascript; charset=utf-8"},
         {".csv", "text/csv; charset=utf-8"},
         {".xml", "text/xml; charset=utf-8"},
         {".json", "application/json"},
         {".pdf", "application/pdf"},
         {".png", "image/png"},
         {".jpg", "image/jpeg"},
         {".jpeg", "image/jpeg"},
         {".gif", "image/gif"},
         {".svg", "image/svg+xml"},
         {".webp", "image/webp"},
         {".wasm", "application/wasm"},
         {".zip", "application/zip"},
         {".gz", "application/gzip"},
         {".mp4", "video/mp4"}}};
    const std::string name = lowerCase(fileName);
    for (const auto &[ending, type] : table) {
        if (name.ends_with(ending))
            return type;
    }
    return "application/octet-stream";
}

} // namespace sandglass::guest
