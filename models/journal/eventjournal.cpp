// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/eventjournal.h"

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds FlushInterval{250};
constexpr qsizetype MostWaiting =
    5000; // between two writings; looking their sandboxes up takes a millisecond
constexpr qint64 MostRead = 64 * 1024 * 1024;

} // namespace

EventJournal::EventJournal(QString folder, const JournalLimits &limits, FleetStore &store, QObject *parent)
    : QObject(parent), m_folder(std::move(folder)), m_store(store)
{
    m_writers.setMaxThreadCount(1);
    m_readers.setMaxThreadCount(2);
    if (!isKept())
        return;
    m_writer = std::make_shared<JournalWriter>(m_folder, limits);
    m_flush.setSingleShot(true);
    m_flush.setInterval(FlushInterval);
    connect(&m_flush, &QTimer::timeout, this, &EventJournal::flush);
    connect(&store, &FleetStore::eventsArrived, this, &EventJournal::take);
}

EventJournal::~EventJournal()
{
    *m_stopSearch = true;
    m_writing = false; // what waits is written behind what is being written
    flush();
}

void EventJournal::take(const QList<Event> &events)
{
    for (const Event &event : events) {
        if (event.type == EventType::Heartbeat)
            continue;
        if (m_waiting.size() < MostWaiting)
            m_waiting.append(event);
        else
            ++m_lost;
    }
    if (!m_waiting.isEmpty() && !m_flush.isActive())
        m_flush.start();
}

void EventJournal::flush()
{
    if (m_writing || m_waiting.isEmpty() || !m_writer)
        return;
    m_writing = true;
    m_flush.stop();
    const QList<Event> events = std::exchange(m_waiting, {});
    std::vector<Slot> slots_;
    for (const Event &event : events) {
        if (const auto slot = m_store.slotOf(event.sandbox))
            slots_.push_back(*slot);
    }
    const quint64 lost = std::exchange(m_lost, 0);
    const auto answer =
        inPool(m_writers, [writer = m_writer, events, lost, fleet = m_store.snapshot(),
                           slots_ = std::move(slots_), now = m_store.clock().wallNow()]() mutable {
            QHash<SandboxKey, SandboxFacts> facts;
            for (const Slot slot : slots_) {
                if (const auto sandbox = fleet.at(slot))
                    facts.insert(sandbox->key, SandboxFacts::of(*sandbox));
            }
            fleet = {};
            return writer->write(events, facts, lost, now);
        });
    whenAnswered<int>(answer, this,
                      [this, events, lost](const Result<int> &written) { finish(written, events, lost); });
}

void EventJournal::finish(const Result<int> &written, const QList<Event> &events, quint64 lost)
{
    m_writing = false;
    if (written) {
        m_failing = false;
        if (*written > 0)
            emit recorded(*written);
    } else {
        m_waiting = events + m_waiting; // tried again with the next ones
        m_lost += lost;
        if (m_waiting.size() > MostWaiting) {
            m_lost += static_cast<quint64>(m_waiting.size() - MostWaiting);
            m_waiting = m_waiting.last(MostWaiting);
        }
        if (!std::exchange(m_failing, true))
            emit failed(written.error());
    }
    if (!m_waiting.isEmpty() && !m_flush.isActive())
        m_flush.start();
}

Pending<JournalAnswer> EventJournal::search(const JournalQuestion &question)
{
    *m_stopSearch = true;
    m_stopSearch = std::make_shared<std::atomic<bool>>(false);
    return inPool(m_readers,
                  [folder = m_folder, question, stopped = m_stopSearch]() -> Result<JournalAnswer> {
                      return searchJournal(folder, question, *stopped);
                  });
}

Pending<std::shared_ptr<const JournalPast>> EventJournal::past()
{
    using Answer = std::shared_ptr<const JournalPast>;
    return inPool(m_readers, [folder = m_folder]() -> Result<Answer> {
        const std::atomic<bool> never = false;
        const auto reach = reachablePast(folder, MostRead);
        auto past = std::make_shared<JournalPast>(readPast(folder, reach.value_or(WallTime()), never));
        past->since = reach;
        return past;
    });
}

} // namespace sandglass
