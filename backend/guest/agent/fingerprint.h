// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sandglass::guest {

// What must survive a pause, at this moment: the boot id, the programs that have been running for two seconds
// and more (kernel threads and we ourselves are none), and the SHA-256 of some files. `files` names them;
// when it is empty a few small ones are chosen that were written last, but not just now, below `folders`.
// Reads /proc and disks; blocking; a few tens of milliseconds where the processor is emulated.
nlohmann::json takeFingerprint(const std::string &bootId, const std::vector<std::string> &files,
                               const std::vector<std::string> &folders);

// Of the text of /proc/PID/stat; pid 0 when it is none, or a kernel thread's. Pure.
struct ProcessLine
{
    long pid = 0;
    long long start = 0; // ticks since the boot
    std::string name;
};
ProcessLine parseProcessLine(const std::string &text);

} // namespace sandglass::guest
