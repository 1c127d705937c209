// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/paths.h"

#include <vector>

namespace sandglass::guest {

std::string cleanPath(std::string_view path)
{
    const bool absolute = path.starts_with('/');
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
        if (part.empty() || part == ".")
            continue;
        if (part != ".." || (!absolute && (parts.empty() || parts.back() == "..")))
            parts.push_back(part);
        else if (!parts.empty())
            parts.pop_back();
    }
    std::string result;
    for (const std::string_view part : parts) {
        if (absolute || !result.empty())
            result += '/';
        result += part;
    }
    if (result.empty())
        result = absolute ? "/" : ".";
    return result;
}

Answer<std::string> resolvePath(std::string_view asked, const User &user, std::string_view whenEmpty)
{
    if (asked.empty())
        asked = whenEmpty.empty() ? std::string_view("~") : whenEmpty;
    if (asked.find('\0') != std::string_view::npos)
        return ConnectError{"invalid_argument", "a path cannot hold a NUL"};
    if (asked.front() == '/')
        return std::string(asked);
    const std::string home = user.home.empty() ? "/" : user.home;
    if (asked.front() != '~')
        return cleanPath(home + "/" + std::string(asked));
    if (asked.size() > 1 && asked[1] != '/')
        return ConnectError{"invalid_argument", "cannot expand user-specific home dir"};
    return cleanPath(home + "/" + std::string(asked.substr(1)));
}

std::string parentOf(std::string_view path)
{
    while (path.size() > 1 && path.back() == '/')
        path.remove_suffix(1);
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return ".";
    return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string baseName(std::string_view path)
{
    while (path.size() > 1 && path.back() == '/')
        path.remove_suffix(1);
    if (path == "/")
        return "/";
    return std::string(path.substr(path.rfind('/') + 1));
}

} // namespace sandglass::guest
