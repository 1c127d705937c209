// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/domain/event.h"
#include "backend/microvm/checkpoints/sandboxcheckpoint.h"
#include "backend/microvm/lifecycle/vmrecord.h"

#include <QByteArray>

namespace sandglass::microvm {

// The journal's text form of records and events: compact JSON, domain values as in backend/domain/wire.
// Reading answers ProtocolViolation for anything that it cannot read; unknown fields are ignored.
[[nodiscard]] QString toJsonText(const VmRecord &record);
[[nodiscard]] QString toJsonText(const Event &event);
[[nodiscard]] QString toJsonText(const SandboxCheckpoint &checkpoint);
[[nodiscard]] Result<SandboxCheckpoint> checkpointFromJsonText(const QByteArray &text);
// As the guest's agent tells it, too.
[[nodiscard]] Result<Fingerprint> fingerprintFromJsonText(const QByteArray &text);
[[nodiscard]] Result<VmRecord> recordFromJsonText(const QByteArray &text);
[[nodiscard]] Result<Event> eventFromJsonText(const QByteArray &text);

} // namespace sandglass::microvm
