// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/lifecycle/reducer.h"
#include "tests/support/manualclock.h"

namespace sandglass::test {

// A record as it is in this state, ten minutes of life given.
inline microvm::VmRecord recordIn(Status status, Mode mode, const Clock &clock)
{
    TemplateInfo info;
    info.id = TemplateId(QStringLiteral("code"));
    LaunchSpec spec;
    spec.templateId = info.id;
    spec.name = QStringLiteral("box");
    spec.mode = mode;
    spec.timeout = std::chrono::minutes(10);
    microvm::VmRecord record =
        microvm::launched({ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("sb1"))}, spec, info,
                          Cause::Person, clock)
            .next;
    record.sandbox.status = status;
    if (status == Status::Error)
        record.sandbox.error = Error(ErrorCode::GuestDied);
    record.diskOwned = status != Status::Pending && status != Status::Creating;
    if (status == Status::Running || status == Status::Pausing || status == Status::Stopping)
        record.sandbox.lifetime.expiresAt = clock.wallNow() + std::chrono::minutes(10);
    if (status == Status::Running || status == Status::Pausing) {
        record.sandbox.usage = record.sandbox.usage.running(clock.wallNow());
        record.expiry = microvm::deadlineAt(*record.sandbox.lifetime.expiresAt, clock);
    }
    if (status == Status::Paused || status == Status::Resuming)
        record.sandbox.lifetime.leftWhenPaused = std::chrono::minutes(7);
    return record;
}

} // namespace sandglass::test
