// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/capabilities.h"

namespace sandglass {

bool Capabilities::allows(Command command) const
{
    switch (command) {
    case Command::Pause:
    case Command::Resume:
        return pause;
    case Command::Stop:
    case Command::Start:
        return stop;
    case Command::SetTimeout:
        return setTimeout;
    case Command::Delete:
        return remove;
    }
    Q_UNREACHABLE();
}

Result<Transition> permits(const Capabilities &capabilities, const Sandbox &sandbox, Command command)
{
    if (!capabilities.allows(command))
        return fail(ErrorCode::Unsupported, commandName(command));
    const auto transition = transitionFor(sandbox.status, command);
    if (!transition) {
        return fail(ErrorCode::IllegalTransition,
                    QStringLiteral("%1 while %2").arg(commandName(command), statusName(sandbox.status)));
    }
    if (sandbox.mode == Mode::Ephemeral && (command == Command::Stop || command == Command::Start))
        return fail(ErrorCode::ModeForbids, commandName(command));
    return *transition;
}

} // namespace sandglass
