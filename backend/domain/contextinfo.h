// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/core/result.h"

#include <optional>

namespace sandglass {

// How fresh what a context says is.
enum class ContextState { Starting, Live, Silent, Down };

// How guests are run, and why so.
enum class Accelerator { Unknown, Kvm, Tcg };
enum class AcceleratorReason {
    NotProbed,
    KvmBooted,      // the guest kernel really booted under KVM
    NoDevice,       // there is no /dev/kvm
    NoPermission,   // it may not be opened by this user
    ProbeFailed,    // a guest kernel did not boot within the deadline
    ForcedByOption, // the command line said so
};

// A fleet as a whole: what the context box and the status bar say.
struct ContextInfo
{
    ContextId id;
    QString name;
    ContextState state = ContextState::Starting;
    std::optional<Error> error;
    std::optional<WallTime> lastHeard;
    // Engines only:
    Accelerator accelerator = Accelerator::Unknown;
    AcceleratorReason acceleratorReason = AcceleratorReason::NotProbed;
    int machines = 0; // VMs that run now
    Bytes memoryUsed;
    Bytes memoryTotal;
    QString apiAddress; // where the engine answers programs
    qint64 processId = 0;

    friend bool operator==(const ContextInfo &, const ContextInfo &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::ContextInfo)
