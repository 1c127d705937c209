// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/money.h"

namespace sandglass {

namespace {

Int128 powerOfTen(int exponent)
{
    Int128 value = 1;
    while (exponent-- > 0)
        value *= 10;
    return value;
}

Int128 divideHalfAway(Int128 numerator, Int128 denominator)
{
    const Int128 half = denominator / 2;
    return (numerator >= 0 ? numerator + half : numerator - half) / denominator;
}

QString digitsOf(Int128 value)
{
    QString text;
    do {
        text.prepend(QChar(u'0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value > 0);
    return text;
}

// `value` counts units of 10^-decimals.
QString decimalText(Int128 value, int decimals)
{
    const bool negative = value < 0;
    QString text = digitsOf(negative ? -value : value).rightJustified(decimals + 1, u'0');
    if (decimals > 0)
        text.insert(text.size() - decimals, u'.');
    return negative ? u'-' + text : text;
}

} // namespace

std::optional<Money> Money::fromDecimal(QStringView text)
{
    const bool negative = text.startsWith(u'-');
    if (negative)
        text = text.sliced(1);
    const qsizetype dot = text.indexOf(u'.');
    const QStringView whole = dot < 0 ? text : text.first(dot);
    const QStringView fraction = dot < 0 ? QStringView() : text.sliced(dot + 1);
    if (whole.isEmpty() || (dot >= 0 && fraction.isEmpty()) || whole.size() > 15 || fraction.size() > Digits)
        return std::nullopt;
    Int128 picos = 0;
    for (const QStringView part : {whole, fraction}) {
        for (const QChar c : part) {
            if (c < u'0' || c > u'9')
                return std::nullopt;
            picos = picos * 10 + (c.unicode() - u'0');
        }
    }
    picos *= powerOfTen(Digits - static_cast<int>(fraction.size()));
    return Money(negative ? -picos : picos);
}

Money Money::scaled(Int128 numerator, Int128 denominator) const
{
    return Money(divideHalfAway(m_picos * numerator, denominator));
}

QString Money::toDecimal() const
{
    QString text = decimalText(m_picos, Digits);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

QString Money::toDisplay(int decimals) const
{
    for (; decimals < Digits; ++decimals) {
        const Int128 rounded = divideHalfAway(m_picos, powerOfTen(Digits - decimals));
        if (rounded != 0 || m_picos == 0)
            return decimalText(rounded, decimals);
    }
    return decimalText(m_picos, Digits);
}

double Money::toDouble() const
{
    return static_cast<double>(m_picos) / 1e12;
}

} // namespace sandglass
