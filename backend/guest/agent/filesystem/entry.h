// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <sys/types.h>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/connect.h"

namespace sandglass::guest {

// Names for the numbers in a file's inode. Reads the databases once, at the first question; made for each
// call, because guests add users.
class Owners
{
public:
    std::string user(uid_t id);
    std::string group(gid_t id);

private:
    void load();

    bool m_loaded = false;
    std::map<std::uint32_t, std::string> m_users;
    std::map<std::uint32_t, std::string> m_groups;
};

// The `entry` of filesystem.Filesystem for a path, with all fields of the contract. Of a link, type and mode
// are its target's (no type when it is broken), size and permissions its own.
Answer<nlohmann::json> entryOf(const std::string &path, Owners &owners);

// Go's wording of a mode: "-rw-r--r--", "dtrwxrwxrwx", "Lrwxrwxrwx".
std::string permissionText(mode_t mode);

// RFC 3339 in UTC, with as many decimals as there are: "2026-01-02T03:04:05.678Z".
std::string timestampText(const timespec &time);

// The file's metadata (extended attributes user.e2b.*) by key.
std::map<std::string, std::string> readMetadata(const std::string &path);

} // namespace sandglass::guest
