// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QStringView>

#include <array>
#include <optional>
#include <span>

namespace sandglass {

// The states of the lifecycle (seeds 000 and 002). The name on every wire is statusName().
enum class Status {
    Pending,
    Creating,
    Running,
    Pausing,
    Paused,
    Resuming,
    Stopping,
    Stopped,
    Error,
    Deleted
};

inline constexpr std::array AllStatuses{Status::Pending, Status::Creating, Status::Running,  Status::Pausing,
                                        Status::Paused,  Status::Resuming, Status::Stopping, Status::Stopped,
                                        Status::Error,   Status::Deleted};

// What people and programs may ask of an existing sandbox.
enum class Command { Pause, Resume, Stop, Start, SetTimeout, Delete };

inline constexpr std::array AllCommands{Command::Pause, Command::Resume,     Command::Stop,
                                        Command::Start, Command::SetTimeout, Command::Delete};

[[nodiscard]] QString statusName(Status status);
[[nodiscard]] std::optional<Status> statusFromName(QStringView name);
[[nodiscard]] QString commandName(Command command);

// On its way to another state by itself.
[[nodiscard]] bool isTransitional(Status status);
// Shown only on request: stopped and deleted.
[[nodiscard]] bool isHiddenByDefault(Status status);

// One row of the transition table: `command` asked in `from` leads to `via` at once, and to `target`
// when the work is done. SetTimeout stays where it is.
struct Transition
{
    Status from;
    Command command;
    Status via;
    Status target;
};

// The whole table; buttons, the engine's reducer and the tests are made from it.
[[nodiscard]] std::span<const Transition> transitions();
[[nodiscard]] std::optional<Transition> transitionFor(Status from, Command command);

// The moves that happen by themselves (work done, work failed, guest died, expiry); for checking event
// streams.
[[nodiscard]] bool canBecome(Status from, Status to);

} // namespace sandglass
