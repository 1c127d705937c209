// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/machine/machine.h"

namespace sandglass::microvm {

// A guest's fingerprint, if it gives one in time: nothing else waits for it longer than that. The context and
// the machine may go meanwhile.
using FingerprintReply = std::function<void(const std::optional<Fingerprint> &)>;
void askFingerprint(Machine &machine, const QStringList &files, std::chrono::milliseconds patience,
                    QObject *context, FingerprintReply reply);

// What is said after the comparison: "kept boot, 31 processes, 12 files", or what was lost.
[[nodiscard]] QString proofText(const Fingerprint &before, PauseKeeps keeps, const QStringList &lost);

} // namespace sandglass::microvm
