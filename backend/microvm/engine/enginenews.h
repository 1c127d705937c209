// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"
#include "backend/api/fleetstock.h"

namespace sandglass::microvm {

// What an engine tells its console in one go; what did not change is not in it.
struct EngineNews
{
    std::optional<QList<Sandbox>> all; // replaces the list
    FleetDelta delta;
    QList<Event> events;
    std::optional<ContextInfo> context;
    std::optional<QList<TemplateInfo>> templates;
    std::optional<QList<Job>> jobs;
    std::optional<QList<CheckpointInfo>> checkpoints;
    std::optional<QList<PoolInfo>> pools;
    std::optional<QList<Agent>> agents;
    std::optional<FleetPolicy> policy;

    [[nodiscard]] bool isEmpty() const
    {
        return !all && delta.changed.isEmpty() && delta.removed.isEmpty() && events.isEmpty() && !context &&
               !templates && !jobs && !checkpoints && !pools && !agents && !policy;
    }
};

} // namespace sandglass::microvm

Q_DECLARE_METATYPE(sandglass::microvm::EngineNews)
