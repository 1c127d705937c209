// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "backend/guest/agent/files.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

struct TerminalSize
{
    std::uint16_t columns = 80;
    std::uint16_t rows = 24;
};

struct SpawnPlan
{
    std::vector<std::string> candidates; // of the program, in order
    std::vector<std::string> arguments;  // argv, the name included
    std::vector<std::string> environment;
    std::string directory;
    User user;
    bool stdinOpen = false;
    std::optional<TerminalSize> terminal; // then it is all three of the standard streams
    int group = -1;                       // folder of its control group; none: the agent's own
};

// A started child: its descriptors are non-blocking and closed on exec. The child has its own session, the
// user's ids and groups, oom_score_adj 100, best-effort I/O priority 4 and nice 0. `failure` reads as
// end-of-file once the program runs, or holds one SpawnFailure first. With a terminal, `in` and `out` are
// both its master, the terminal belongs to the user and controls the session.
struct SpawnedChild
{
    pid_t pid = -1;
    FileDescriptor processFd;
    FileDescriptor in;
    FileDescriptor out;
    FileDescriptor err;
    FileDescriptor failure;
};

struct SpawnFailure
{
    enum class Stage : int { Identity, Directory, Program };
    Stage stage = Stage::Identity;
    int error = 0;
};

// Never waits for the child. pid is -1 (and errno set) when the system refuses to make one.
SpawnedChild spawn(const SpawnPlan &plan);

// False when the descriptor is no terminal.
bool resizeTerminal(int master, TerminalSize size);

} // namespace sandglass::guest
