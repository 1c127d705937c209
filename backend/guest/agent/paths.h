// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// The paths of requests, by the E2B contract. Pure.

// Absolute paths stay as they are; `~` is the user's home, relative is below it, empty is `whenEmpty` (the
// home when that is empty, too). Other users' homes cannot be named.
Answer<std::string> resolvePath(std::string_view asked, const User &user, std::string_view whenEmpty = {});

// Without "." and "..", double and trailing slashes; by the text alone.
std::string cleanPath(std::string_view path);

std::string parentOf(std::string_view path);
std::string baseName(std::string_view path);

} // namespace sandglass::guest
