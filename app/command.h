// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"

class QCoreApplication;

namespace sandglass::app {

// Runs one command against the engine of the data folder; answers its exit code. No display is touched.
[[nodiscard]] int runCommand(QCoreApplication &application, const cli::Invocation &invocation);

// Help, version and faults of the command line, for both programs: an exit code, or nothing when there is
// more to do than talk.
[[nodiscard]] std::optional<int> answerAtOnce(const cli::Invocation &invocation, bool daemon);

} // namespace sandglass::app
