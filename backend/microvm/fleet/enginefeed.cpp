// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/fleet/enginefeed.h"

namespace sandglass::microvm {

namespace {

constexpr qsizetype MaxEvents = 1000;

} // namespace

EngineFeed::EngineFeed(EngineThread &engine) : m_engine(engine)
{
    m_context.id = engine.options().context;
    m_context.name = engine.options().contextName;
    connect(&engine, &EngineThread::published, this, &EngineFeed::apply);
    connect(&engine, &EngineThread::openFailed, this, [this](const Error &why) {
        m_context.state = ContextState::Down;
        m_context.error = why;
        emit contextChanged();
    });
}

void EngineFeed::start()
{
    if (!std::exchange(m_started, true))
        m_engine.start();
}

Capabilities EngineFeed::capabilities() const
{
    return engineCapabilities();
}

void EngineFeed::apply(const EngineNews &news)
{
    if (news.context)
        m_context = *news.context;
    if (news.templates)
        m_templates = *news.templates;
    if (news.jobs)
        m_jobs = *news.jobs;
    if (news.all) {
        m_sandboxes = *news.all;
        rebuildPlaces();
    }
    merge(news.delta);
    m_events += news.events;
    if (m_events.size() > MaxEvents)
        m_events.remove(0, m_events.size() - MaxEvents);

    // The state is whole before anybody hears of it.
    if (news.context)
        emit contextChanged();
    if (news.templates)
        emit templatesChanged();
    if (news.jobs)
        emit jobsChanged();
    if (news.all)
        emit reset();
    else if (!news.delta.changed.isEmpty() || !news.delta.removed.isEmpty())
        emit changed(news.delta);
    if (!news.events.isEmpty())
        emit eventsArrived(news.events);
}

void EngineFeed::merge(const FleetDelta &delta)
{
    for (const Sandbox &sandbox : delta.changed) {
        const auto place = m_places.constFind(sandbox.key.id);
        if (place != m_places.constEnd()) {
            m_sandboxes[*place] = sandbox;
        } else {
            m_places.insert(sandbox.key.id, m_sandboxes.size());
            m_sandboxes.append(sandbox);
        }
    }
    if (!delta.removed.isEmpty()) {
        m_sandboxes.removeIf([&](const Sandbox &s) { return delta.removed.contains(s.key.id); });
        rebuildPlaces();
    }
}

void EngineFeed::rebuildPlaces()
{
    m_places.clear();
    for (qsizetype i = 0; i < m_sandboxes.size(); ++i)
        m_places.insert(m_sandboxes[i].key.id, i);
}

} // namespace sandglass::microvm
