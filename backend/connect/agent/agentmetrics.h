// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/guesthttp.h"
#include "backend/api/guestmetrics.h"

#include <QObject>

namespace sandglass::connect {

// Readings by the agent's GET /metrics. Consumer's thread.
class AgentMetrics final : public QObject, public GuestMetrics
{
    Q_OBJECT

public:
    explicit AgentMetrics(GuestHttp &http) : m_http(http) {}

    [[nodiscard]] Pending<GuestLoad> read(const SandboxId &id) override;

private:
    GuestHttp &m_http;
};

} // namespace sandglass::connect
