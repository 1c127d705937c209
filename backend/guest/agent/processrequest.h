// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/sandboxdefaults.h"
#include "backend/guest/agent/spawn.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// The messages of process.Process as typed values. Pure: no process is touched here.
// Unknown fields are ignored; camelCase and snake_case names are both taken, as proto3 JSON asks.
struct ProcessConfig
{
    std::string command;
    std::vector<std::string> arguments;
    Environment environment;
    std::string workingDirectory; // as asked, empty for the default

    nlohmann::json toJson() const;
};

struct StartRequest
{
    ProcessConfig process;
    std::string tag;
    bool stdinOpen = true;
    std::optional<TerminalSize> terminal;
};

// Bytes for a process: for its terminal or its standard input.
struct ProcessInput
{
    std::string bytes;
    bool toTerminal = false;
};

struct Selector
{
    std::optional<std::int64_t> pid;
    std::string tag;
};

struct StreamOptions
{
    std::optional<std::chrono::milliseconds> timeout; // Connect-Timeout-Ms
    std::chrono::seconds keepalive{90};               // Keepalive-Ping-Interval
    std::string user;                                 // from the Basic header, else the default user
};

// Names to strings, each fit for execve.
std::optional<Environment> readEnvironment(const nlohmann::json &value);
Answer<StartRequest> parseStart(const nlohmann::json &message);
Answer<Selector> parseSelector(const nlohmann::json &message);
Answer<ProcessInput> parseInput(const nlohmann::json &message);
// The size in a message's "pty"; nothing when it has none.
Answer<std::optional<TerminalSize>> parseTerminal(const nlohmann::json &message);
Answer<int> parseSignal(const nlohmann::json &message);
Answer<StreamOptions> parseOptions(const Request &request, std::string_view defaultUser);

// PATH, HOME, USER and LOGNAME, then the sandbox's variables, then the request's: the later ones win.
std::vector<std::string> environmentBlock(const User &user, const Environment &sandbox,
                                          const Environment &request);

// Where a command is looked for: the name itself when it holds a slash, else every folder of PATH.
std::vector<std::string> commandCandidates(const std::string &command,
                                           const std::vector<std::string> &environment);

// Go's wording of how a process ended: "exit status 3", "signal: killed".
struct ExitStatus
{
    int code = 0;
    int signal = 0;

    std::string text() const;
    nlohmann::json toJson() const;
};

} // namespace sandglass::guest
