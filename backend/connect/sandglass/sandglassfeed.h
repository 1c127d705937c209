// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"
#include "backend/api/wire/json.h"
#include "backend/core/clock.h"

#include <QHash>

namespace sandglass::connect {

class RpcClient;

// An engine's feed as its local API tells it. While the connection is away the last known values stay and the
// context says how old they are; after it came back the events go on from the last cursor.
class SandglassFeed final : public FleetFeed
{
    Q_OBJECT

public:
    // `context`: the name of this fleet here; empty keeps the engine's own.
    SandglassFeed(RpcClient &client, ContextId context, const Clock &clock);

    void start() override;
    [[nodiscard]] ContextInfo context() const override { return m_context; }
    [[nodiscard]] Capabilities capabilities() const override { return m_capabilities; }
    [[nodiscard]] PriceBook prices() const override { return m_prices; }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return m_sandboxes.values(); }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return m_templates; }
    [[nodiscard]] QList<Job> jobs() const override { return m_jobs; }
    [[nodiscard]] QList<Event> recentEvents() const override { return m_events; }

    [[nodiscard]] Sandbox named(Sandbox sandbox) const;

signals:
    // The engine said something that this console does not understand.
    void misunderstood(const sandglass::Error &error);

private:
    void subscribe();
    void setDown(const Error &why);
    void setSilent(bool silent);
    void noteHeard();
    void handle(const QString &method, const wire::Json &params);
    [[nodiscard]] Result<void> takeReset(const wire::Json &params);
    [[nodiscard]] Result<void> takePage(const wire::Json &params);
    [[nodiscard]] Result<void> takeDelta(const wire::Json &params);
    [[nodiscard]] Result<void> takeEvents(const wire::Json &params);
    [[nodiscard]] Result<void> takeContext(const wire::Json &params);
    [[nodiscard]] Result<void> takeTemplates(const wire::Json &params);
    [[nodiscard]] Result<void> takeJobs(const wire::Json &params);
    void adoptContext(ContextInfo context);
    void appendEvents(QList<Event> events);

    RpcClient &m_client;
    ContextId m_name;
    const Clock &m_clock;
    ContextInfo m_context;
    Capabilities m_capabilities;
    PriceBook m_prices;
    QHash<SandboxId, Sandbox> m_sandboxes;
    QHash<SandboxId, Sandbox> m_incoming; // pages of a list that is not whole yet
    QList<TemplateInfo> m_templates;
    QList<Job> m_jobs;
    QList<Event> m_events;
    bool m_started = false;
};

} // namespace sandglass::connect
