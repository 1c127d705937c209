// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"

namespace sandglass::cli {

// Which program reads its command line.
enum class Program { Console, Daemon };

// Either an invocation, or a sentence for people about the first thing that is wrong.
struct CommandLine
{
    std::optional<Invocation> invocation;
    QString fault;
};

// `arguments` without the program's own name. Pure; sentences are translated if translators are installed.
[[nodiscard]] CommandLine parseCommandLine(Program program, const QStringList &arguments);

// The manual: of one command, or of everything. Empty for a command that there is not.
[[nodiscard]] QString helpText(Program program, const QString &topic);
// The names of all commands, in the order of the manual.
[[nodiscard]] QStringList commandNames();

} // namespace sandglass::cli
