// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/guestsystem.h"
#include "backend/guest/agent/processrequest.h"

namespace sandglass::guest {

// Who this guest is. A clone wakes up as its template and becomes itself by one of these, before anyone else
// may use it.
struct Identity
{
    std::string sandboxId;
    std::string templateId;
    std::string hostName;
    std::string machineId;     // 32 hexadecimal digits
    std::int64_t wallTime = 0; // nanoseconds since the epoch
    std::string entropy;       // raw bytes, 32 at least
    Environment environment;
    bool hold = false; // programs stand still until it is told once more
};

Answer<Identity> parseIdentity(const nlohmann::json &message);

// The part that must be done before the answer: clock, entropy, host name. No process is started and no disk
// is touched. Returns which of them the kernel refused, empty when none.
std::string assume(GuestSystem &system, const Identity &identity);

// The files that follow after the answer: /etc/hostname, hosts, machine-id and those under /run/e2b.
void writeIdentityFiles(GuestSystem &system, const Identity &identity);

std::string hostsText(const std::string &hostName);

// What the sandbox's commands see: the template's variables, the E2B ones, then the identity's own.
Environment sandboxEnvironment(const Environment &fromTemplate, const Identity &identity);

} // namespace sandglass::guest
