// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/duration.h"

namespace sandglass::cli {

using std::chrono::seconds;

namespace {

constexpr seconds Longest{std::chrono::hours(24 * 366 * 100)};

std::optional<seconds> unitOf(QChar letter)
{
    switch (letter.unicode()) {
    case u's':
        return seconds(1);
    case u'm':
        return std::chrono::minutes(1);
    case u'h':
        return std::chrono::hours(1);
    case u'd':
        return std::chrono::hours(24);
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<seconds> parseDuration(QStringView text)
{
    seconds total{0};
    seconds lastUnit = seconds::max();
    qint64 number = -1;
    for (const QChar c : text) {
        if (c >= u'0' && c <= u'9') {
            number = std::max<qint64>(number, 0) * 10 + (c.unicode() - u'0');
            if (number > Longest.count())
                return std::nullopt;
            continue;
        }
        const std::optional<seconds> unit = unitOf(c);
        // Larger units come first, each once: "30m1h" is more likely a slip than a wish.
        if (!unit || number < 0 || *unit >= lastUnit || number > Longest / *unit)
            return std::nullopt;
        total += number * *unit;
        lastUnit = *unit;
        number = -1;
    }
    if (number >= 0) {
        if (lastUnit != seconds::max())
            return std::nullopt; // "1h30": of what?
        total = seconds(number);
    }
    return total > seconds(0) && total <= Longest ? std::optional(total) : std::nullopt;
}

} // namespace sandglass::cli
