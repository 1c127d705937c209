// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"

namespace sandglass::app {

// Opens the console's window and stays until it is closed; answers the program's exit code. It runs the
// engine of the data folder itself, or attaches to the one that another process runs.
[[nodiscard]] int runConsole(int &argc, char **argv, const cli::Invocation &invocation);

// Whether a window could be opened here.
[[nodiscard]] bool hasDisplay();

} // namespace sandglass::app
