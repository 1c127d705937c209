// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertprogress.h"

#include <QMap>

namespace sandglass {

// That an alert fired, as it was then.
struct AlertRecord
{
    QString rule{}; // its id
    QString name{};
    AlertSeverity severity = AlertSeverity::Warning;
    WallTime at{};
    std::optional<WallTime> resolvedAt{};
    int count = 0;
    QStringList names{}; // the first of them
    QString amount{};    // what they cost an hour, in words; of a cost rate only

    friend bool operator==(const AlertRecord &, const AlertRecord &) = default;
};
inline constexpr qsizetype MostAlertRecords = 200;

// What of the alerts is kept on disk.
struct KeptAlerts
{
    QList<AlertRule> rules{};
    QuietHours quiet{};
    std::optional<WallTime> snoozedUntil{};
    QMap<QString, AlertProgress> progress{}; // by rule; only what outlives a run
    QList<AlertRecord> history{};            // oldest first

    friend bool operator==(const KeptAlerts &, const KeptAlerts &) = default;
};

// As a file: versioned JSON, written by hand perhaps. One that is no such file, or a later version's, is not
// read at all: nothing. A part that is wrong is left out and complained of in a sentence.
struct ReadAlerts
{
    KeptAlerts kept{};
    QStringList complaints{};
};
[[nodiscard]] QByteArray keptAlertsToJson(const KeptAlerts &kept);
[[nodiscard]] std::optional<ReadAlerts> keptAlertsFromJson(const QByteArray &json);

} // namespace sandglass
