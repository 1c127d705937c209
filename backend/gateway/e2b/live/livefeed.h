// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"

#include <QHash>
#include <QTimer>

#include <functional>

namespace sandglass::gateway {

// What happens in a fleet, as texts for whoever listens: a greeting, then what the listener missed since its
// cursor, then every event as it comes, and a heartbeat when nothing else was said for a while. Fleet's
// thread; the feed outlives it.
class LiveFeed final : public QObject
{
    Q_OBJECT

public:
    // Several texts at once, in order. Called in the fleet's thread.
    using Listener = std::function<void(const QList<QByteArray> &texts)>;

    LiveFeed(FleetFeed &feed, const Clock &clock, std::chrono::milliseconds heartbeat);

    // Without a cursor only what comes from now on. The greeting says whether everything since the cursor is
    // there: events older than the newest thousand are not.
    void listen(quint64 listener, std::optional<quint64> cursor, const Listener &hear);
    void stop(quint64 listener);
    [[nodiscard]] int listenerCount() const { return static_cast<int>(m_listeners.size()); }

private:
    void tell(const QList<Event> &events);
    void beat();
    [[nodiscard]] QByteArray greeting(std::optional<quint64> cursor, const QList<Event> &known) const;

    FleetFeed &m_feed;
    const Clock &m_clock;
    QTimer m_heartbeat;
    quint64 m_newest = 0;
    QHash<quint64, Listener> m_listeners;
};

} // namespace sandglass::gateway
