// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/ids.h"
#include "backend/core/pending.h"

namespace sandglass {

// How busy a guest is at one moment, by its own account.
struct GuestLoad
{
    int processors = 1;
    double processorPercent = 0; // of all processors together, 0 to 100
    Bytes memoryUsed;
    Bytes memoryTotal;
    Bytes memoryCache;
    Bytes diskUsed;
    Bytes diskTotal;

    friend bool operator==(const GuestLoad &, const GuestLoad &) = default;
};

// Readings of the guests of one fleet. Wakes nothing. Errors: GuestUnreachable, IllegalTransition (not
// running), NotFound, ProtocolViolation, TimedOut.
class GuestMetrics
{
public:
    virtual ~GuestMetrics() = default;
    [[nodiscard]] virtual Pending<GuestLoad> read(const SandboxId &id) = 0;
};

} // namespace sandglass
