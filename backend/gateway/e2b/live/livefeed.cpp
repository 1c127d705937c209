// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/live/livefeed.h"

#include "backend/api/wire/fleetcodec.h"
#include "backend/api/wire/rpcmessage.h"

#include <algorithm>

namespace sandglass::gateway {

using wire::Json;

LiveFeed::LiveFeed(FleetFeed &feed, const Clock &clock, std::chrono::milliseconds heartbeat)
    : m_feed(feed), m_clock(clock)
{
    m_heartbeat.setInterval(heartbeat);
    connect(&m_heartbeat, &QTimer::timeout, this, &LiveFeed::beat);
    connect(&feed, &FleetFeed::eventsArrived, this, &LiveFeed::tell);
}

QByteArray LiveFeed::greeting(std::optional<quint64> cursor, const QList<Event> &known) const
{
    // Nothing is missing when the next one after the cursor is known, or nothing came after it.
    const bool isWhole = !cursor || known.isEmpty() || known.first().cursor <= *cursor + 1;
    return wire::jsonText({{"type", "hello"},
                           {"cursor", m_newest},
                           {"complete", isWhole},
                           {"heartbeat_ms", m_heartbeat.interval()},
                           {"context", wire::encode(m_feed.context())}});
}

void LiveFeed::listen(quint64 listener, std::optional<quint64> cursor, const Listener &hear)
{
    const QList<Event> known = m_feed.recentEvents();
    if (!known.isEmpty())
        m_newest = std::max(m_newest, known.last().cursor);
    QList<QByteArray> texts{greeting(cursor, known)};
    for (const Event &event : known) {
        if (cursor && event.cursor > *cursor)
            texts.append(wire::jsonText(wire::encode(event)));
    }
    hear(texts);
    m_listeners.insert(listener, hear);
    if (!m_heartbeat.isActive())
        m_heartbeat.start();
}

void LiveFeed::stop(quint64 listener)
{
    m_listeners.remove(listener);
    if (m_listeners.isEmpty())
        m_heartbeat.stop();
}

void LiveFeed::tell(const QList<Event> &events)
{
    QList<QByteArray> texts;
    for (const Event &event : events) {
        m_newest = std::max(m_newest, event.cursor);
        if (!m_listeners.isEmpty())
            texts.append(wire::jsonText(wire::encode(event)));
    }
    if (texts.isEmpty())
        return;
    for (const Listener &hear : std::as_const(m_listeners))
        hear(texts);
    m_heartbeat.start(); // anew: it is for silence
}

void LiveFeed::beat()
{
    const QByteArray text = wire::jsonText(
        {{"type", "heartbeat"}, {"cursor", m_newest}, {"at_ms", wire::encode(m_clock.wallNow())}});
    for (const Listener &hear : std::as_const(m_listeners))
        hear({text});
}

} // namespace sandglass::gateway
