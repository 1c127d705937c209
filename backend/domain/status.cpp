// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/status.h"

#include <algorithm>

namespace sandglass {

namespace {

using enum Status;

constexpr std::array Table{
    // What a running machine can be asked for.
    Transition{Running, Command::Pause, Pausing, Paused},
    Transition{Running, Command::Stop, Stopping, Stopped},
    Transition{Running, Command::SetTimeout, Running, Running},
    // A paused one is on disk: it can come back or have its time changed.
    Transition{Paused, Command::Resume, Resuming, Running},
    Transition{Paused, Command::SetTimeout, Paused, Paused},
    // A stopped one has a disk and no memory: it starts cold.
    Transition{Stopped, Command::Start, Creating, Running},
    // So has one that failed, where its mode keeps disks: a host that lost power, a machine that was killed.
    Transition{Error, Command::Start, Creating, Running},
    // Delete is legal from wherever there is something to delete; it wins over what is under way.
    Transition{Pending, Command::Delete, Stopping, Deleted},
    Transition{Creating, Command::Delete, Stopping, Deleted},
    Transition{Running, Command::Delete, Stopping, Deleted},
    Transition{Pausing, Command::Delete, Stopping, Deleted},
    Transition{Paused, Command::Delete, Stopping, Deleted},
    Transition{Resuming, Command::Delete, Stopping, Deleted},
    Transition{Stopping, Command::Delete, Stopping, Deleted},
    Transition{Stopped, Command::Delete, Stopping, Deleted},
    Transition{Error, Command::Delete, Stopping, Deleted},
};

struct Move
{
    Status from;
    Status to;
};

constexpr std::array OwnMoves{
    Move{Pending, Creating}, Move{Pending, Error},    Move{Creating, Running}, Move{Creating, Error},
    Move{Running, Error},    Move{Running, Stopped},  Move{Running, Stopping}, Move{Running, Pausing},
    Move{Pausing, Paused},   Move{Pausing, Running},  Move{Pausing, Error},    Move{Paused, Resuming},
    Move{Paused, Stopping},  Move{Paused, Error},     Move{Resuming, Running}, Move{Resuming, Paused},
    Move{Resuming, Error},   Move{Stopping, Stopped}, Move{Stopping, Deleted}, Move{Stopping, Error},
    Move{Stopped, Creating},
};

struct StatusRow
{
    Status status;
    const char *name;
    bool transitional;
};

constexpr std::array StatusRows{
    StatusRow{Pending, "pending", true},   StatusRow{Creating, "creating", true},
    StatusRow{Running, "running", false},  StatusRow{Pausing, "pausing", true},
    StatusRow{Paused, "paused", false},    StatusRow{Resuming, "resuming", true},
    StatusRow{Stopping, "stopping", true}, StatusRow{Stopped, "stopped", false},
    StatusRow{Error, "error", false},      StatusRow{Deleted, "deleted", false},
};

const StatusRow &row(Status status)
{
    return StatusRows[static_cast<std::size_t>(status)];
}

} // namespace

QString statusName(Status status)
{
    return QString::fromLatin1(row(status).name);
}

std::optional<Status> statusFromName(QStringView name)
{
    for (const StatusRow &candidate : StatusRows) {
        if (name == QLatin1StringView(candidate.name))
            return candidate.status;
    }
    return std::nullopt;
}

QString commandName(Command command)
{
    switch (command) {
    case Command::Pause:
        return QStringLiteral("pause");
    case Command::Resume:
        return QStringLiteral("resume");
    case Command::Stop:
        return QStringLiteral("stop");
    case Command::Start:
        return QStringLiteral("start");
    case Command::SetTimeout:
        return QStringLiteral("set_timeout");
    case Command::Delete:
        return QStringLiteral("delete");
    }
    Q_UNREACHABLE();
}

bool isTransitional(Status status)
{
    return row(status).transitional;
}

bool isHiddenByDefault(Status status)
{
    return status == Stopped || status == Deleted;
}

std::span<const Transition> transitions()
{
    return Table;
}

std::optional<Transition> transitionFor(Status from, Command command)
{
    const auto found = std::ranges::find_if(
        Table, [&](const Transition &t) { return t.from == from && t.command == command; });
    return found == Table.end() ? std::nullopt : std::optional(*found);
}

bool canBecome(Status from, Status to)
{
    const bool asked = std::ranges::any_of(Table, [&](const Transition &t) {
        return (t.from == from && t.via == to) || (t.via == from && t.target == to);
    });
    return from == to || asked ||
           std::ranges::any_of(OwnMoves, [&](const Move &m) { return m.from == from && m.to == to; });
}

} // namespace sandglass
