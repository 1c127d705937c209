// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace sandglass::guest {

struct User
{
    std::string name;
    uid_t uid = 0;
    gid_t gid = 0;
    std::string home;
    std::vector<gid_t> groups; // all of them, the primary one included
};

// Looks a user up in the text of a passwd and a group file. The agent is static, so it reads the files itself
// instead of asking the C library's name services. A numeric name is not an id: names only, as sudo and su
// do.
std::optional<User> findUser(std::string_view passwd, std::string_view group, std::string_view name);

// The same from /etc; read every time, because guests add users.
std::optional<User> findUser(std::string_view name);

// Names by number from /etc; the first name of a number counts.
std::map<std::uint32_t, std::string> userNames();
std::map<std::uint32_t, std::string> groupNames();

} // namespace sandglass::guest
