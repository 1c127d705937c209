// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertbook.h"
#include "models/alerts/alertreader.h"
#include "models/alerts/keptalerts.h"

namespace sandglass {

// All alerts at a glance.
struct AlertSum
{
    int up = 0;      // fire as far as is known, and are not snoozed
    int unknown = 0; // enabled ones whose state is not known, or whose query cannot be read
    int snoozed = 0;
    AlertSeverity worst = AlertSeverity::Notice; // of those that are up
    bool quiet = false;

    friend bool operator==(const AlertSum &, const AlertSum &) = default;
};

// Holds every alert against the fleet and says once that it fires, and once that it does not any more. What
// is not known for sure never fires. What fired in an earlier run is known from restore() and is not said
// again; what was held back (snoozed, quiet hours) is said afterwards if it still fires. Looks only. GUI
// thread; store and book must outlive it.
class AlertEngine : public QObject
{
    Q_OBJECT

public:
    AlertEngine(FleetStore &store, AlertBook &book, QObject *parent = nullptr);

    void restore(const QMap<QString, AlertProgress> &progress, const QList<AlertRecord> &history);
    [[nodiscard]] KeptAlerts kept() const; // the book's part, too

    [[nodiscard]] AlertState state(const AlertRule &rule) const;
    [[nodiscard]] AlertProgress progress(const QString &id) const { return m_progress.value(id); }
    // Nothing: not looked at yet.
    [[nodiscard]] std::optional<AlertReading> reading(const QString &id) const;
    [[nodiscard]] AlertSurroundings surroundings() const;
    // It fires as far as is known, and nobody asked to be left alone by it.
    [[nodiscard]] bool isUp(const AlertRule &rule) const;
    [[nodiscard]] AlertSum sum() const;
    [[nodiscard]] std::optional<WallTime> snoozedUntil(const AlertRule &rule) const;
    void snooze(const QString &id, std::optional<WallTime> until); // nothing: no more

    [[nodiscard]] const QList<AlertRecord> &history() const { return m_history; } // oldest first
    void clearHistory();
    void look() { m_reader.look(); } // time has gone by

signals:
    void changed(); // states, readings or the history
    // People are to be told of these now, if they want to be.
    void toldOf(const QList<sandglass::AlertRule> &rules);
    void resolved(const QString &id); // or nobody wants to hear of it any more
    void keptChanged();

private:
    void takeRules();
    void take(const QList<AlertReading> &readings);
    void raise(const AlertRule &rule, const AlertReading &reading);
    void settle(const QString &id);
    void tell();

    FleetStore &m_store;
    AlertBook &m_book;
    QList<AlertRule> m_rules; // as they were asked last
    QHash<QString, AlertProgress> m_progress;
    QHash<QString, AlertReading> m_readings;
    QList<AlertRecord> m_history;
    AlertReader m_reader;
};

} // namespace sandglass
