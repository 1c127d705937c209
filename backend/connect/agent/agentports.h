// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/connect/agent/agentfiles.h"
#include "backend/connect/agent/agentmetrics.h"
#include "backend/connect/agent/agentterminal.h"

namespace sandglass::connect {

// What a console does inside the guests of one fleet, by their agents alone: whoever offers GuestHttp has
// terminals, files and readings with it. Lives in the fleet's thread and goes before it.
struct AgentPorts
{
    explicit AgentPorts(GuestHttp &http) : terminals(http), files(http), metrics(http) {}

    AgentTerminals terminals;
    AgentFiles files;
    AgentMetrics metrics;
};

} // namespace sandglass::connect
