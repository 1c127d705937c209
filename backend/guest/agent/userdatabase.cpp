// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/userdatabase.h"

#include "backend/guest/agent/files.h"

#include <algorithm>
#include <charconv>

namespace sandglass::guest {

namespace {

constexpr std::size_t databaseLimit = 4 << 20;
constexpr std::size_t groupLimit = 4096;

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return parts;
        begin = end + 1;
    }
}

std::optional<unsigned> number(std::string_view text)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// Both files have the name first and the number third.
std::map<std::uint32_t, std::string> names(std::string_view text)
{
    std::map<std::uint32_t, std::string> result;
    for (const std::string_view line : split(text, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() < 3)
            continue;
        if (const auto id = number(fields[2]))
            result.emplace(*id, fields[0]);
    }
    return result;
}

} // namespace

std::optional<User> findUser(std::string_view passwd, std::string_view group, std::string_view name)
{
    std::optional<User> user;
    for (const std::string_view line : split(passwd, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() < 7 || fields[0] != name || name.empty())
            continue;
        const auto uid = number(fields[2]);
        const auto gid = number(fields[3]);
        if (!uid || !gid)
            continue;
        user = User{std::string(name), *uid, *gid, std::string(fields[5]), {*gid}};
        break;
    }
    if (!user)
        return std::nullopt;
    for (const std::string_view line : split(group, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() < 4 || user->groups.size() >= groupLimit)
            continue;
        const auto members = split(fields[3], ',');
        const auto gid = number(fields[2]);
        if (gid && std::find(members.begin(), members.end(), name) != members.end() &&
            std::find(user->groups.begin(), user->groups.end(), *gid) == user->groups.end())
            user->groups.push_back(*gid);
    }
    return user;
}

std::optional<User> findUser(std::string_view name)
{
    return findUser(readFile("/etc/passwd", databaseLimit), readFile("/etc/group", databaseLimit), name);
}

std::map<std::uint32_t, std::string> userNames()
{
    return names(readFile("/etc/passwd", databaseLimit));
}

std::map<std::uint32_t, std::string> groupNames()
{
    return names(readFile("/etc/group", databaseLimit));
}

} // namespace sandglass::guest
