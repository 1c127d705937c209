// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertprogress.h"
#include "models/alerts/keptalerts.h"

#include <QCoreApplication>

namespace sandglass {

// How alerts are said to people. Pure functions; any thread after the translators are installed.
class AlertWords
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::AlertWords)

public:
    [[nodiscard]] static QString severity(AlertSeverity severity);
    [[nodiscard]] static QString state(AlertState state);
    // To choose from: "so many or more match".
    [[nodiscard]] static QString conditionKind(AlertCondition::Kind kind);
    // "3 or more match, for 5m 00s".
    [[nodiscard]] static QString condition(const AlertRule &rule);
    // What it asks and of whom; never empty.
    [[nodiscard]] static QString query(const AlertRule &rule);
    // What was found: "3 match: a, b, c", "not known: East says nothing".
    [[nodiscard]] static QString reading(const AlertRule &rule, const AlertReading &reading);
    // Whether it would fire by that: "Would fire now: 3 match."
    [[nodiscard]] static QString trial(const AlertRule &rule, const AlertReading &reading);
    // "fired 3m ago", "fires in 40s", "snoozed until 12:40"; empty: nothing to say.
    [[nodiscard]] static QString since(const AlertRule &rule, const AlertProgress &progress, AlertState state,
                                       const AlertSurroundings &around, BootTime boot);
    [[nodiscard]] static QString record(const AlertRecord &record, bool isKnown);
    // For a notice outside of the window; plain text, guests' names among it.
    [[nodiscard]] static QString noticeBody(const AlertRule &rule, const AlertReading &reading);
    // "weekdays 22:00 – 07:00", "off".
    [[nodiscard]] static QString quietHours(const QuietHours &hours);
    // A time of day, with the date unless it is the same day's as now.
    [[nodiscard]] static QString moment(WallTime time, WallTime now);
};

} // namespace sandglass
