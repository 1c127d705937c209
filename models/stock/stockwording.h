// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/agent.h"
#include "backend/domain/checkpointinfo.h"
#include "backend/domain/cleanuppolicy.h"
#include "backend/domain/poolinfo.h"
#include "models/stock/statespans.h"

// How what a fleet holds besides its sandboxes is said to people; like wording.h, and in its context.
namespace sandglass::wording {

[[nodiscard]] QString checkpointStateText(CheckpointState state);
// "Of web-3, 2026-03-01 12:04:31; 2 vCPU, 4 GiB; it stood still for 12 ms."
[[nodiscard]] QString checkpointSentence(const CheckpointInfo &info);
[[nodiscard]] QString cleanupRuleText(CleanupRule rule); // "older than an ephemeral one may get"
// "3 of 4 ready, 1 on its way", and why it is not more.
[[nodiscard]] QString poolSentence(const PoolInfo &pool);
// The state of a span, or that it is not known.
[[nodiscard]] QString spanStateText(const StateSpan &span);
[[nodiscard]] QString spanCauseText(const StateSpan &span);
// As it is typed and read back: "5m", "1h30m", "30d".
[[nodiscard]] QString durationFieldText(std::chrono::seconds duration);
// "a day, renewing" or the duration.
[[nodiscard]] QString lifetimeText(std::optional<std::chrono::seconds> timeout);

} // namespace sandglass::wording
