// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "backend/guest/agent/files.h"

namespace sandglass::guest {

// Stops every program of the guest but the agent, with the freezer of control groups (v2), and lets them go
// on. A checkpoint is taken while they stand still: whoever wakes up from it is told first who it is, with
// entropy and time of its own, and no program can draw a random number before that. Programs do not notice.
//
// Programs that the agent starts are put into a group of their own below the agent's, so that they can be
// held without the agent. hold() and release() may be called from different threads.
class ProgramHold
{
public:
    // `root` is where the groups are mounted, `own` the agent's group below it ("/system.slice/x.service").
    ProgramHold(std::string root, std::string own);
    // The mounted ones of this machine and the agent's own group.
    ProgramHold();

    // The folder of the group that programs are started in; none where there are no groups.
    const FileDescriptor &programs() const { return m_programs; }

    // True when all stand still; else some may still run, after the limit. Blocking.
    bool hold(std::chrono::milliseconds limit);
    void release();

private:
    // Every group that the agent is not in, as high up as can be.
    std::vector<std::string> others() const;

    std::string m_root;
    std::string m_own;
    FileDescriptor m_programs;
    std::mutex m_mutex;
    std::vector<std::string> m_held;
};

// The path in the line "0::/path" of /proc/self/cgroup; empty without one. Pure.
std::string ownGroup(const std::string &text);

} // namespace sandglass::guest
