// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"

#include <QAbstractTableModel>
#include <QSet>

namespace sandglass {

// What happened, oldest first, the last 10,000; heartbeats are no rows but keep `lastHeard` young. It can be
// narrowed to some sandboxes. Comes in gathered by the store, so at most 30 times a second. GUI thread; the
// store must outlive it.
class EventTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int Capacity = 10'000;

    enum Column { Time, SandboxName, Change, Cause, Text, ColumnCount };
    Q_ENUM(Column)

    enum Role {
        KeyRole = Qt::UserRole + 1, // SandboxKey
        EventRole,                  // Event, the whole value
        FromRole,                   // int of Status; invalid: no change of status
        ToRole,                     // int of Status; invalid: no change of status
        SeverityRole,               // int of Severity; invalid: nothing went wrong
    };
    Q_ENUM(Role)

    explicit EventTableModel(FleetStore &store, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    // Nothing: every sandbox. An empty set: none.
    void setOnly(const std::optional<QSet<SandboxKey>> &keys);
    [[nodiscard]] const Event &eventAt(int row) const;
    // The kept events of one sandbox, oldest first (for costPoints).
    [[nodiscard]] QList<Event> eventsOf(const SandboxKey &key) const;
    [[nodiscard]] std::optional<WallTime> lastHeard(const ContextId &context) const
    {
        return m_store.lastHeard(context);
    }
    // One line of text per row, for the clipboard.
    [[nodiscard]] QString textOf(int row) const;

    // How events are said wherever they are listed.
    [[nodiscard]] static QString title(int column);
    [[nodiscard]] static QString cellText(const Event &event, int column); // the time as a moment
    [[nodiscard]] static QString lineOf(const Event &event);               // its cells, with tabs between
    [[nodiscard]] static QVariant meaning(const Event &event, int role);   // of the roles above, and aloud

private:
    void append(const QList<Event> &events);
    void forget(qsizetype count);
    [[nodiscard]] bool isShown(const Event &event) const;

    FleetStore &m_store;
    std::deque<Event> m_events;
    quint64 m_firstSerial = 0;   // serial of m_events.front()
    std::deque<quint64> m_shown; // serials of the rows
    std::optional<QSet<SandboxKey>> m_only;
};

} // namespace sandglass
