// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/quantity.h"

#include <algorithm>
#include <array>

namespace sandglass::query {

namespace {

struct Unit
{
    const char *name;
    qint64 size;
};

constexpr std::array SpanUnits{Unit{"w", 604'800'000}, Unit{"d", 86'400'000}, Unit{"h", 3'600'000},
                               Unit{"m", 60'000},      Unit{"s", 1000},       Unit{"ms", 1}};
constexpr std::array SizeUnits{Unit{"T", qint64(1) << 40}, Unit{"G", 1 << 30}, Unit{"M", 1 << 20},
                               Unit{"K", 1 << 10}, Unit{"B", 1}};
constexpr qint64 LongestSpan = qint64(86'400'000) * 366 * 100;
constexpr qint64 LargestSize = qint64(1) << 60;
constexpr qint64 LargestCount = 1'000'000'000;

constexpr qsizetype MostDigits = 15;
constexpr qsizetype MostDecimals = 9;

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

// A decimal number at the front of `text`, which it is taken from: digits and how many of them are decimals.
struct Decimal
{
    Int128 digits = 0;
    qint64 scale = 1;
};

std::optional<Decimal> takeDecimal(QStringView &text)
{
    Decimal number;
    qsizetype at = 0;
    qsizetype decimals = -1; // no point seen yet
    for (; at < text.size(); ++at) {
        if (isDigit(text[at])) {
            if (at > MostDigits + MostDecimals || (decimals >= 0 && ++decimals > MostDecimals))
                return std::nullopt;
            number.digits = number.digits * 10 + (text[at].unicode() - u'0');
            number.scale *= decimals > 0 ? 10 : 1;
        } else if (text[at] == u'.' && decimals < 0 && at > 0) {
            decimals = 0;
        } else {
            break;
        }
    }
    if (at == 0 || decimals == 0)
        return std::nullopt;
    text = text.sliced(at);
    return number;
}

QStringView takeLetters(QStringView &text)
{
    const auto end = std::ranges::find_if(text, [](QChar c) { return isDigit(c) || c == u'.'; });
    const QStringView letters = text.first(end - text.begin());
    text = text.sliced(letters.size());
    return letters;
}

Amount times(const Decimal &number, qint64 unit)
{
    return (number.digits * unit + number.scale / 2) / number.scale;
}

template<std::size_t N> const Unit *unitNamed(const std::array<Unit, N> &units, QStringView name)
{
    const auto found = std::ranges::find_if(units, [&](const Unit &unit) {
        return name.compare(QLatin1StringView(unit.name), Qt::CaseInsensitive) == 0;
    });
    return found == units.end() ? nullptr : &*found;
}

Quantity right(Amount amount, Amount most)
{
    if (amount > most)
        return {};
    return {.amount = amount, .reason = {}, .hint = {}};
}

Quantity withoutUnit(QStringView text, const Decimal &number, QStringView hint)
{
    if (number.digits == 0)
        return right(0, 0);
    return {.amount = {}, .reason = Reason::NeedsUnit, .hint = text.toString() + hint.toString()};
}

Quantity readSpan(QStringView text)
{
    Amount total = 0;
    qint64 last = std::numeric_limits<qint64>::max();
    QStringView rest = text;
    while (!rest.isEmpty()) {
        const auto number = takeDecimal(rest);
        if (!number)
            return {};
        const QStringView name = takeLetters(rest);
        if (name.isEmpty() && last == std::numeric_limits<qint64>::max() && rest.isEmpty())
            return withoutUnit(text, *number, u"m");
        const Unit *unit = unitNamed(SpanUnits, name);
        // Larger units come first, each once: "30m1h" is more likely a slip than a wish.
        if (!unit || unit->size >= last)
            return {};
        last = unit->size;
        total += times(*number, unit->size);
    }
    return text.isEmpty() ? Quantity() : right(total, LongestSpan);
}

Quantity readSize(QStringView text)
{
    QStringView rest = text;
    const auto number = takeDecimal(rest);
    if (!number)
        return {};
    if (rest.isEmpty())
        return withoutUnit(text, *number, u"M");
    // "G", "GB", "Gi" and "GiB" are all the binary one.
    QStringView name = rest;
    if (name.size() > 1 && name.endsWith(u'b', Qt::CaseInsensitive))
        name.chop(1);
    if (name.size() > 1 && name.endsWith(u'i', Qt::CaseInsensitive))
        name.chop(1);
    const Unit *unit = unitNamed(SizeUnits, name);
    return unit ? right(times(*number, unit->size), LargestSize) : Quantity();
}

Quantity readCount(QStringView text)
{
    QStringView rest = text;
    const auto number = takeDecimal(rest);
    if (!number || !rest.isEmpty() || number->scale != 1)
        return {};
    return right(number->digits, LargestCount);
}

Quantity readMoney(QStringView text)
{
    if (const auto money = Money::fromDecimal(text))
        return {.amount = money->picos(), .reason = {}, .hint = {}};
    // ".5", "5.", "¥5": the number is in there.
    QString meant;
    for (const QChar c : text) {
        if (isDigit(c) || c == u'.')
            meant += c;
    }
    if (meant.startsWith(u'.'))
        meant.prepend(u'0');
    if (meant.endsWith(u'.'))
        meant.chop(1);
    return {
        .amount = {}, .reason = Reason::NotANumber, .hint = Money::fromDecimal(meant) ? meant : QString()};
}

QString spanText(Amount amount)
{
    QString text;
    for (const Unit &unit : SpanUnits) {
        if (unit.size > SpanUnits[1].size) // days are read more easily than weeks and days
            continue;
        const Amount count = amount / unit.size;
        amount %= unit.size;
        if (count > 0)
            text += QString::number(static_cast<qint64>(count)) + QLatin1StringView(unit.name);
    }
    return text.isEmpty() ? QStringLiteral("0s") : text;
}

QString sizeText(Amount amount)
{
    for (const Unit &unit : SizeUnits) {
        if (amount != 0 && amount % unit.size == 0)
            return QString::number(static_cast<qint64>(amount / unit.size)) + QLatin1StringView(unit.name);
    }
    return QStringLiteral("0B");
}

} // namespace

Quantity readQuantity(FieldType type, QStringView text)
{
    switch (type) {
    case FieldType::Span:
        return readSpan(text);
    case FieldType::Size:
        return readSize(text);
    case FieldType::Count:
        return readCount(text);
    default:
        return readMoney(text);
    }
}

QString quantityText(FieldType type, Amount amount)
{
    switch (type) {
    case FieldType::Span:
        return spanText(amount);
    case FieldType::Size:
        return sizeText(amount);
    case FieldType::Count:
        return QString::number(static_cast<qint64>(amount));
    default:
        return Money::fromPicos(amount).toDecimal();
    }
}

} // namespace sandglass::query
