// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertrule.h"
#include "models/alerts/quiethours.h"

#include <QObject>

namespace sandglass {

// The alerts that people made, in their order, and when they want to hear of none. A removal can be undone,
// the latest first. `changed` says that something of it is different. GUI thread.
class AlertBook : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void restore(const QList<AlertRule> &rules, const QuietHours &quiet, std::optional<WallTime> snoozed);

    [[nodiscard]] const QList<AlertRule> &rules() const { return m_rules; }
    [[nodiscard]] const AlertRule *find(const QString &id) const; // until the next change
    [[nodiscard]] bool isFull() const { return m_rules.size() >= AlertLimits::MostRules; }
    // Gives it an id, and a number behind its name when that is taken. Empty: there are too many.
    QString add(AlertRule rule);
    bool update(const AlertRule &rule); // by its id
    void setEnabled(const QString &id, bool enabled);
    QString duplicate(const QString &id); // right behind it; empty: there is none, or too many
    void remove(const QString &id);
    [[nodiscard]] bool canUndo() const { return !m_removed.isEmpty(); }
    QString undo(); // the id of what is back; empty: there was nothing

    [[nodiscard]] const QuietHours &quietHours() const { return m_quiet; }
    void setQuietHours(const QuietHours &hours);
    [[nodiscard]] std::optional<WallTime> snoozedUntil() const { return m_snoozed; } // all of them
    void snoozeAll(std::optional<WallTime> until);                                   // nothing: no more

signals:
    void changed();

private:
    struct Removed
    {
        AlertRule rule;
        qsizetype at;
    };
    [[nodiscard]] qsizetype indexOf(const QString &id) const;
    [[nodiscard]] QString freeName(const QString &wanted, const QString &except = {}) const;
    QString insert(qsizetype at, AlertRule rule);

    QList<AlertRule> m_rules;
    QList<Removed> m_removed;
    QuietHours m_quiet;
    std::optional<WallTime> m_snoozed;
};

} // namespace sandglass
