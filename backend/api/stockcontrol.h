// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetstock.h"
#include "backend/core/pending.h"
#include "backend/domain/clonespec.h"
#include "backend/domain/event.h"

namespace sandglass {

// Acting on what a fleet holds besides its sandboxes. GUI thread. Besides the errors of each call:
// EngineUnreachable, EngineStopping, StoreFailed.
class StockControl
{
public:
    virtual ~StockControl() = default;

    // Of a running sandbox, which stands still for a moment only. Answers when it is on disk for good.
    // NotFound, IllegalTransition, InvalidName, AlreadyExists (the name), Conflict (one is being made),
    // LimitReached (too many rest on each other), DiskFull, QemuFailed.
    [[nodiscard]] virtual Pending<CheckpointInfo> makeCheckpoint(const SandboxId &id, const QString &name,
                                                                 Cause cause) = 0;
    // InUse with the names of the clones that live on it.
    [[nodiscard]] virtual Pending<Done> removeCheckpoint(const CheckpointId &id, Cause cause) = 0;
    // All of them or none are accepted; each then goes its own way (pending, creating, running). Errors as
    // for a launch, and those of checkCloneSpec().
    [[nodiscard]] virtual Pending<QList<Sandbox>> clone(const CloneSpec &spec, Cause cause) = 0;

    [[nodiscard]] virtual Pending<Done> setPool(const TemplateId &id, const PoolSetting &setting) = 0;
    [[nodiscard]] virtual Pending<Done> setPolicy(const FleetPolicy &policy) = 0;

    // New, or in the place of the one of this id.
    [[nodiscard]] virtual Pending<Agent> saveAgent(const Agent &agent) = 0;
    // InUse with the names of its sandboxes and checkpoints.
    [[nodiscard]] virtual Pending<Done> removeAgent(const AgentId &id) = 0;
};

} // namespace sandglass
