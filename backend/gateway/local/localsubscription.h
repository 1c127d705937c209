// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"
#include "backend/api/fleetstock.h"
#include "backend/api/wire/rpcmessage.h"

#include <QHash>
#include <QSet>

namespace sandglass::gateway {

// What one subscriber has yet to be told of a feed. Changes are merged until the connection has room: a slow
// reader gets fewer and newer values, and our memory is bounded by the size of the fleet. A `reset` (the
// first thing said) carries everything but the list, which follows in pages. In the feed's thread.
class LocalSubscription final : public QObject
{
    Q_OBJECT

public:
    // `cursor`: the last event that the subscriber has. The stock may be null.
    LocalSubscription(FleetFeed &feed, FleetStock *stock, std::optional<quint64> cursor);

    // The next message; nothing when all is said.
    [[nodiscard]] std::optional<wire::RpcRequest> next();

signals:
    void wanted(); // there is something to say

private:
    void restart();
    void gather(const FleetDelta &delta);
    void gatherEvents(const QList<Event> &events);
    [[nodiscard]] wire::RpcRequest nextReset();
    [[nodiscard]] wire::RpcRequest nextPage();
    [[nodiscard]] wire::RpcRequest nextDelta();
    [[nodiscard]] wire::RpcRequest nextStock();
    void listenToStock();

    FleetFeed &m_feed;
    FleetStock *m_stock;
    std::optional<quint64> m_cursor;
    bool m_resetDue = true;
    bool m_paging = false;
    qsizetype m_pageStart = 0;
    QList<Sandbox> m_list; // what the pages are cut from
    QHash<SandboxId, Sandbox> m_changed;
    QSet<SandboxId> m_removed;
    QList<Event> m_events;
    bool m_contextDue = false;
    bool m_templatesDue = false;
    bool m_jobsDue = false;
    bool m_stockDue = false;
};

} // namespace sandglass::gateway
