// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// The acts of filesystem.Filesystem on resolved paths, as the messages of their answers. They wait for the
// disk: not for the agent's own thread. They act as the agent (root), as the contract wants it; what they
// make belongs to the user.
Answer<nlohmann::json> statPath(const std::string &path);
Answer<nlohmann::json> listDirectory(const std::string &path, std::uint32_t depth);
Answer<nlohmann::json> makeDirectory(const std::string &path, const User &user);
Answer<nlohmann::json> movePath(const std::string &source, const std::string &destination, const User &user);
Answer<nlohmann::json> removePath(const std::string &path);

// The missing folders of a path, 0755 and the user's. Nothing when all is there.
std::optional<ConnectError> ensureDirectories(const std::string &path, const User &user);

// Why a folder cannot be watched; network file systems tell of nothing that others do.
std::optional<ConnectError> refuseToWatch(const std::string &path, bool allowNetworkMounts);

} // namespace sandglass::guest
