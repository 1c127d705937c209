// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/newsdesk.h"

namespace sandglass::microvm {

namespace {

constexpr std::chrono::milliseconds Frame{33};

} // namespace

NewsDesk::NewsDesk(QObject *parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(Frame);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (!m_news.isEmpty())
            publish();
    });
}

void NewsDesk::tellAll(const QList<Sandbox> &all)
{
    m_news.all = all;
    m_news.delta = {};
    m_places.clear();
    soon();
}

void NewsDesk::tell(const Sandbox &sandbox)
{
    const auto place = m_places.constFind(sandbox.key.id);
    if (place != m_places.constEnd()) {
        m_news.delta.changed[*place] = sandbox;
    } else {
        m_places.insert(sandbox.key.id, m_news.delta.changed.size());
        m_news.delta.changed.append(sandbox);
    }
    soon();
}

void NewsDesk::tell(const QList<Event> &events)
{
    m_news.events += events;
    soon();
}

void NewsDesk::tell(const ContextInfo &context)
{
    m_news.context = context;
    soon();
}

void NewsDesk::tell(const QList<TemplateInfo> &templates)
{
    m_news.templates = templates;
    soon();
}

void NewsDesk::tell(const QList<Job> &jobs)
{
    m_news.jobs = jobs;
    soon();
}

void NewsDesk::tell(const QList<CheckpointInfo> &checkpoints)
{
    m_news.checkpoints = checkpoints;
    soon();
}

void NewsDesk::tell(const QList<PoolInfo> &pools)
{
    m_news.pools = pools;
    soon();
}

void NewsDesk::tell(const QList<Agent> &agents)
{
    m_news.agents = agents;
    soon();
}

void NewsDesk::tell(const FleetPolicy &policy)
{
    m_news.policy = policy;
    soon();
}

void NewsDesk::soon()
{
    if (m_pause.isActive() || m_posted)
        return;
    // One turn later, so that what belongs together goes out together.
    m_posted = true;
    QMetaObject::invokeMethod(this, &NewsDesk::publish, Qt::QueuedConnection);
}

void NewsDesk::publish()
{
    m_posted = false;
    m_places.clear();
    const EngineNews news = std::exchange(m_news, {});
    m_pause.start();
    emit published(news);
}

} // namespace sandglass::microvm
