// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/guestsystem.h"
#include "backend/guest/agent/sandboxdefaults.h"

namespace sandglass::guest {

// POST /init of the E2B contract: what the engine gives a sandbox after it was made and after every resume.
// Absent fields change nothing.
struct SandboxInit
{
    Environment environment; // added to what there is
    std::optional<std::string> accessToken;
    std::optional<std::int64_t> wallTime; // nanoseconds since the epoch
    std::optional<std::string> user;
    std::optional<std::string> workingDirectory;
    std::string eventsAddress; // hyperloopIP
    std::string caBundle;      // PEM
};

Answer<SandboxInit> parseInit(const nlohmann::json &message);

// RFC 3339 as nanoseconds since the epoch.
std::optional<std::int64_t> parseTimestamp(std::string_view text);

// Everything but the clock and the files.
void applyInit(const SandboxInit &init, SandboxDefaults &defaults);

// For a disk thread: the name of the events address, and the authority where programs look for it.
void writeInitFiles(GuestSystem &system, const SandboxInit &init, const std::string &hostName);

} // namespace sandglass::guest
