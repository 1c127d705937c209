// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/quiethours.h"

#include "models/timezonechoice.h"

#include <QDateTime>

namespace sandglass {

namespace {

const QLatin1StringView EnabledKey("enabled");
const QLatin1StringView FromKey("from");
const QLatin1StringView ToKey("to");
const QLatin1StringView DaysKey("days");
const QLatin1StringView CriticalKey("critical_anyway");
const QString TimeFormat = QStringLiteral("HH:mm");

QDateTime local(WallTime now, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count(), zone);
}

} // namespace

QTimeZone chosenZone()
{
    const QByteArray id = TimeZoneChoice::chosen();
    return id.isEmpty() ? QTimeZone::systemTimeZone() : QTimeZone(id);
}

WallTime nextMorning(WallTime now, const QTimeZone &zone)
{
    const QTime Morning(8, 0);
    const QDateTime there(local(now, zone).date().addDays(1), Morning, zone);
    return WallTime(std::chrono::milliseconds(there.toMSecsSinceEpoch()));
}

bool QuietHours::isQuiet(WallTime now, const QTimeZone &zone) const
{
    if (!enabled)
        return false;
    const QDateTime there = local(now, zone);
    const QTime time = there.time();
    const int today = there.date().dayOfWeek();
    const int yesterday = today == 1 ? 7 : today - 1;
    if (from < to)
        return has(today) && time >= from && time < to;
    return (has(today) && time >= from) || (has(yesterday) && time < to);
}

std::optional<WallTime> QuietHours::quietUntil(WallTime now, const QTimeZone &zone) const
{
    constexpr int LongestChain = 8; // days that follow each other without a pause
    WallTime until = now;
    for (int day = 0; day < LongestChain && isQuiet(until, zone); ++day) {
        const QDateTime there = local(until, zone);
        const QDate date = there.time() < to ? there.date() : there.date().addDays(1);
        // A time that is left out as the clock is set forward is the moment after it.
        const QDateTime end(date, to, zone);
        until = WallTime(std::chrono::milliseconds(end.toMSecsSinceEpoch()));
    }
    return until == now || isQuiet(until, zone) ? std::nullopt : std::optional(until);
}

QJsonObject quietHoursToJson(const QuietHours &hours)
{
    return {{EnabledKey, hours.enabled},
            {FromKey, hours.from.toString(TimeFormat)},
            {ToKey, hours.to.toString(TimeFormat)},
            {DaysKey, hours.days},
            {CriticalKey, hours.criticalAnyway}};
}

std::optional<QuietHours> quietHoursFromJson(const QJsonObject &json)
{
    QuietHours hours;
    hours.enabled = json.value(EnabledKey).toBool();
    hours.from = QTime::fromString(json.value(FromKey).toString(), TimeFormat);
    hours.to = QTime::fromString(json.value(ToKey).toString(), TimeFormat);
    const int days = json.value(DaysKey).toInt(-1);
    hours.criticalAnyway = json.value(CriticalKey).toBool(true);
    if (!hours.from.isValid() || !hours.to.isValid() || days < 0 || days > QuietHours::EveryDay)
        return std::nullopt;
    hours.days = quint8(days);
    return hours;
}

} // namespace sandglass
