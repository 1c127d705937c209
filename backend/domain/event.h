// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/domain/status.h"

namespace sandglass {

// Seed 002 names three: a change of status, a sign of life, and anything else.
enum class EventType { Status, Heartbeat, Message };

// Who or what moved a sandbox.
enum class Cause {
    Person,  // asked in a console
    Program, // asked over an API or by command
    Timeout, // its time ran out
    Policy,  // a cleanup rule
    Engine,  // work went on by itself (booted, saved, adopted)
    Guest,   // the machine ended or failed by itself
};

[[nodiscard]] QString eventTypeName(EventType type);
[[nodiscard]] QString causeName(Cause cause);
[[nodiscard]] std::optional<Cause> causeFromName(QStringView name);

// One line of the journal. `cursor` grows by one context's own count and is what a listener resumes from.
struct Event
{
    quint64 cursor = 0;
    WallTime at{};
    EventType type = EventType::Status;
    SandboxKey sandbox;
    QString sandboxName;
    Status from = Status::Pending;
    Status to = Status::Pending;
    Cause cause = Cause::Engine;
    std::optional<ErrorCode> error;
    QString text; // technical detail or the message's text

    friend bool operator==(const Event &, const Event &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::Event)
