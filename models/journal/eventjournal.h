// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"
#include "models/journal/journalsearch.h"

#include <QThreadPool>
#include <QTimer>

namespace sandglass {

// The console's own journal on disk: every event of the store, with what was known of its sandbox, kept for
// as long as the limits say; looked through on another thread. Written four times a second, so a crash loses
// that much. More than can be written is not waited for: how much was lost is written instead. `failed` comes
// once until it works again. Without a folder nothing is kept. GUI thread; the store must outlive it.
class EventJournal : public QObject
{
    Q_OBJECT

public:
    EventJournal(QString folder, const JournalLimits &limits, FleetStore &store, QObject *parent = nullptr);
    ~EventJournal() override; // waits for what is being written

    [[nodiscard]] bool isKept() const { return !m_folder.isEmpty(); }
    [[nodiscard]] const QString &folder() const { return m_folder; } // for those who only read
    // A later question ends the one before, whose answer is then cut short.
    [[nodiscard]] Pending<JournalAnswer> search(const JournalQuestion &question);
    // As far back as can be read at once.
    [[nodiscard]] Pending<std::shared_ptr<const JournalPast>> past();
    // What waits is written next.
    void flush();

signals:
    void recorded(int count);
    void failed(const sandglass::Error &error);

private:
    void take(const QList<Event> &events);
    void finish(const Result<int> &written, const QList<Event> &events, quint64 lost);

    QString m_folder;
    FleetStore &m_store;
    std::shared_ptr<JournalWriter> m_writer;
    QList<Event> m_waiting;
    quint64 m_lost = 0;
    bool m_writing = false;
    bool m_failing = false;
    std::shared_ptr<std::atomic<bool>> m_stopSearch = std::make_shared<std::atomic<bool>>(false);
    QTimer m_flush;
    QThreadPool m_readers;
    QThreadPool m_writers; // one thread; last, so that it is waited for first
};

} // namespace sandglass
