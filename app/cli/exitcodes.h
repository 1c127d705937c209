// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::cli {

// What a command says to its shell; part of the interface, see `sandglass help`.
enum ExitCode {
    ExitDone = 0,
    ExitRefused = 1,
    ExitUsage = 2,
    ExitNotFound = 3,
    ExitNoEngine = 4,
    ExitTimedOut = 124,       // exec: it was ended when --timeout was over
    ExitNotRun = 125,         // exec: the command was not run
    ExitNotFoundInside = 127, // exec: there is no such command inside
    ExitSignalBase = 128,
};

} // namespace sandglass::cli
