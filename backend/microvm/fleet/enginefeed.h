// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"
#include "backend/microvm/fleet/enginethread.h"

#include <QHash>

namespace sandglass::microvm {

// The GUI thread's copy of what the engine told; every getter answers from it.
class EngineFeed final : public FleetFeed
{
    Q_OBJECT

public:
    explicit EngineFeed(EngineThread &engine);

    void start() override;
    [[nodiscard]] ContextInfo context() const override { return m_context; }
    [[nodiscard]] Capabilities capabilities() const override;
    [[nodiscard]] PriceBook prices() const override { return seedPriceBook(); }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return m_sandboxes; }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return m_templates; }
    [[nodiscard]] QList<Job> jobs() const override { return m_jobs; }
    [[nodiscard]] QList<Event> recentEvents() const override { return m_events; }

private:
    void apply(const EngineNews &news);
    void merge(const FleetDelta &delta);
    void rebuildPlaces();

    EngineThread &m_engine;
    bool m_started = false;
    ContextInfo m_context;
    QList<Sandbox> m_sandboxes;
    QHash<SandboxId, qsizetype> m_places;
    QList<TemplateInfo> m_templates;
    QList<Job> m_jobs;
    QList<Event> m_events;
};

} // namespace sandglass::microvm
