// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/jsonvalue.h"

#include <charconv>
#include <system_error>

namespace sandglass::guest {

const nlohmann::json *member(const nlohmann::json &object, const char *name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> plainText(const nlohmann::json &value)
{
    if (!value.is_string())
        return std::nullopt;
    auto text = value.get<std::string>();
    if (text.find('\0') != std::string::npos)
        return std::nullopt;
    return text;
}

std::optional<std::int64_t> integer(const nlohmann::json &value)
{
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (!value.is_string())
        return std::nullopt;
    const auto &text = value.get_ref<const std::string &>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string dump(const nlohmann::json &value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace sandglass::guest
