// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/local/localsubscription.h"

#include "backend/api/wire/stockcodec.h"

#include <algorithm>

namespace sandglass::gateway {

using wire::Json;
using wire::RpcRequest;

namespace {

// Around half a megabyte a message.
constexpr qsizetype PageSize = 500;
constexpr qsizetype MaxEvents = 1000;

RpcRequest notification(const char *method, Json params)
{
    return {std::nullopt, QString::fromLatin1(method), std::move(params)};
}

} // namespace

LocalSubscription::LocalSubscription(FleetFeed &feed, FleetStock *stock, std::optional<quint64> cursor)
    : m_feed(feed), m_stock(stock), m_cursor(cursor)
{
    connect(&feed, &FleetFeed::reset, this, &LocalSubscription::restart);
    connect(&feed, &FleetFeed::changed, this, &LocalSubscription::gather);
    connect(&feed, &FleetFeed::eventsArrived, this, &LocalSubscription::gatherEvents);
    const auto due = [this](void (FleetFeed::*signal)(), bool LocalSubscription::*flag) {
        connect(&m_feed, signal, this, [this, flag] {
            this->*flag = true;
            emit wanted();
        });
    };
    due(&FleetFeed::contextChanged, &LocalSubscription::m_contextDue);
    due(&FleetFeed::templatesChanged, &LocalSubscription::m_templatesDue);
    due(&FleetFeed::jobsChanged, &LocalSubscription::m_jobsDue);
    listenToStock();
    feed.start();
}

void LocalSubscription::listenToStock()
{
    if (!m_stock)
        return;
    for (const auto signal : {&FleetStock::checkpointsChanged, &FleetStock::poolsChanged,
                              &FleetStock::agentsChanged, &FleetStock::policyChanged})
        connect(m_stock, signal, this, [this] {
            m_stockDue = true;
            emit wanted();
        });
}

std::optional<RpcRequest> LocalSubscription::next()
{
    if (m_resetDue)
        return nextReset();
    if (std::exchange(m_stockDue, false))
        return nextStock();
    if (m_paging)
        return nextPage();
    if (std::exchange(m_contextDue, false))
        return notification("context", {{"context", wire::encode(m_feed.context())},
                                        {"capabilities", wire::encode(m_feed.capabilities())}});
    if (!m_changed.isEmpty() || !m_removed.isEmpty())
        return nextDelta();
    if (!m_events.isEmpty())
        return notification("events", {{"events", wire::encode(std::exchange(m_events, {}))}});
    if (std::exchange(m_templatesDue, false))
        return notification("templates", {{"templates", wire::encode(m_feed.templates())}});
    if (std::exchange(m_jobsDue, false))
        return notification("jobs", {{"jobs", wire::encode(m_feed.jobs())}});
    return std::nullopt;
}

void LocalSubscription::restart()
{
    m_resetDue = true;
    emit wanted();
}

void LocalSubscription::gather(const FleetDelta &delta)
{
    for (const Sandbox &sandbox : delta.changed) {
        m_removed.remove(sandbox.key.id);
        m_changed.insert(sandbox.key.id, sandbox);
    }
    for (const SandboxId &id : delta.removed) {
        m_changed.remove(id);
        m_removed.insert(id);
    }
    emit wanted();
}

void LocalSubscription::gatherEvents(const QList<Event> &events)
{
    m_events += events;
    if (m_events.size() > MaxEvents)
        m_events.remove(0, m_events.size() - MaxEvents);
    emit wanted();
}

RpcRequest LocalSubscription::nextReset()
{
    m_resetDue = false;
    m_contextDue = m_templatesDue = m_jobsDue = false;
    m_stockDue = m_stock != nullptr; // before the list: who has all of that has everything
    m_changed.clear();
    m_removed.clear();
    m_events.clear();
    m_list = m_feed.sandboxes();
    m_pageStart = 0;
    m_paging = true;

    QList<Event> events = m_feed.recentEvents();
    // Nothing was missed when the event after the subscriber's last one is still here.
    const bool complete = m_cursor && !events.isEmpty() && events.first().cursor <= *m_cursor + 1 &&
                          events.last().cursor >= *m_cursor;
    if (complete)
        events.removeIf([this](const Event &event) { return event.cursor <= *m_cursor; });
    m_cursor.reset();
    return notification("reset", {{"context", wire::encode(m_feed.context())},
                                  {"capabilities", wire::encode(m_feed.capabilities())},
                                  {"prices", wire::encode(m_feed.prices())},
                                  {"templates", wire::encode(m_feed.templates())},
                                  {"jobs", wire::encode(m_feed.jobs())},
                                  {"events", wire::encode(events)},
                                  {"events_complete", complete}});
}

RpcRequest LocalSubscription::nextPage()
{
    const QList<Sandbox> page = m_list.mid(m_pageStart, PageSize);
    m_pageStart += page.size();
    const bool last = m_pageStart >= m_list.size();
    if (last) {
        m_paging = false;
        m_list.clear();
    }
    return notification("page", {{"sandboxes", wire::encode(page)}, {"last", last}});
}

RpcRequest LocalSubscription::nextDelta()
{
    FleetDelta delta;
    delta.removed = QList<SandboxId>(m_removed.cbegin(), m_removed.cend());
    m_removed.clear();
    for (auto it = m_changed.begin(); it != m_changed.end() && delta.changed.size() < PageSize;) {
        delta.changed.append(*it);
        it = m_changed.erase(it);
    }
    return notification("changed", wire::encode(delta));
}

RpcRequest LocalSubscription::nextStock()
{
    return notification("stock", {{"checkpoints", wire::encode(m_stock->checkpoints())},
                                  {"pools", wire::encode(m_stock->pools())},
                                  {"agents", wire::encode(m_stock->agents())},
                                  {"policy", wire::encode(m_stock->policy())}});
}

} // namespace sandglass::gateway
