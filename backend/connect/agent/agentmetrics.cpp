// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/agentmetrics.h"

#include "backend/connect/agent/agentwire.h"
#include "backend/connect/agent/guestcall.h"
#include "backend/core/whenanswered.h"

namespace sandglass::connect {

using namespace std::chrono_literals;

Pending<GuestLoad> AgentMetrics::read(const SandboxId &id)
{
    constexpr qsizetype MaxAnswer = 64 * 1024;
    const auto asked = askGuest(m_http, id, {.path = "/metrics"}, {}, MaxAnswer, 15s, this);
    return mapAnswer(asked, this, [](const Result<GuestReply> &reply) -> Result<GuestLoad> {
        if (!reply)
            return fail(reply.error());
        if (reply->status != 200)
            return fail(httpError(reply->status, reply->body));
        return parseLoad(reply->body);
    });
}

} // namespace sandglass::connect
