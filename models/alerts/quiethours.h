// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"

#include <QJsonObject>
#include <QTime>
#include <QTimeZone>

#include <optional>

namespace sandglass {

// When nobody is to be disturbed: from a time of day to another one, which may be the next day's, on nights
// that begin on some days of the week. By the clock on the wall of a zone: where that is set forward or back,
// so are the quiet hours. From and to the same: the whole day. A value.
struct QuietHours
{
    static constexpr quint8 EveryDay = 0x7f;

    bool enabled = false;
    QTime from{22, 0};
    QTime to{7, 0};
    quint8 days = EveryDay;     // of the beginning; bit 0 is Monday
    bool criticalAnyway = true; // what is critical does not wait

    [[nodiscard]] bool has(int dayOfWeek) const { return days >> (dayOfWeek - 1) & 1; } // 1 is Monday
    [[nodiscard]] bool isQuiet(WallTime now, const QTimeZone &zone) const;
    // When that is over; nothing: it is not quiet now, or always.
    [[nodiscard]] std::optional<WallTime> quietUntil(WallTime now, const QTimeZone &zone) const;

    friend bool operator==(const QuietHours &, const QuietHours &) = default;
};

// The zone that people chose (TimeZoneChoice), or the computer's.
[[nodiscard]] QTimeZone chosenZone();
// Eight o'clock of the day after.
[[nodiscard]] WallTime nextMorning(WallTime now, const QTimeZone &zone);

[[nodiscard]] QJsonObject quietHoursToJson(const QuietHours &hours);
// Nothing: it is not what it should be.
[[nodiscard]] std::optional<QuietHours> quietHoursFromJson(const QJsonObject &json);

} // namespace sandglass
