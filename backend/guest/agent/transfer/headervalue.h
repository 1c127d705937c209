// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::guest {

std::string lowerCase(std::string_view text);

// A header's value with parameters: `form-data; name="a"; filename*=UTF-8''b`. Pure.
struct HeaderValue
{
    std::string value; // lower case
    std::vector<std::pair<std::string, std::string>> parameters;

    // An extended parameter (RFC 8187) is decoded and stands in place of the plain one.
    std::optional<std::string> parameter(std::string_view name) const;
};

// Nothing when it is malformed.
std::optional<HeaderValue> parseHeaderValue(std::string_view text);

// `inline; filename=...`, in the form that the name needs.
std::string inlineDisposition(std::string_view fileName);

// Which content coding an Accept-Encoding header leaves: nothing when none that is offered here.
enum class Coding { Identity, Gzip };
std::optional<Coding> chooseCoding(std::string_view acceptEncoding);

// What a Range header asks for of a text of `size` bytes.
struct ByteRange
{
    enum class Kind { Whole, Part, Unsatisfiable };
    Kind kind = Kind::Whole;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};
// Several ranges, other units and malformed ones are answered with the whole, as RFC 9110 allows.
ByteRange parseRange(std::string_view range, std::uint64_t size);

std::string httpDate(std::int64_t seconds);
std::optional<std::int64_t> parseHttpDate(std::string_view text);

// By the name's ending.
std::string_view contentType(std::string_view fileName);

} // namespace sandglass::guest
