// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace sandglass::guest {

using Environment = std::map<std::string, std::string>;

// What holds for every request of one sandbox; set by /identity and /init. The agent's only thread.
struct SandboxDefaults
{
    Environment environment;
    std::string user;
    std::string workingDirectory; // empty: the user's home
    std::string accessToken;      // empty: none is asked for
    int programsGroup = -1;       // folder of the control group that programs are started in
};

} // namespace sandglass::guest
