// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <compare>
#include <optional>

namespace sandglass {

__extension__ typedef __int128 Int128;

// An exact amount of one currency, in units of 10^-12. Sums never round; `scaled` rounds half away from
// zero, once. The currency is the price book's.
class Money
{
public:
    static constexpr int Digits = 12;

    constexpr Money() = default;
    [[nodiscard]] static constexpr Money fromPicos(Int128 picos) { return Money(picos); }
    // Plain decimal text such as "0.00015"; nothing for anything else or more than 12 decimals.
    [[nodiscard]] static std::optional<Money> fromDecimal(QStringView text);

    [[nodiscard]] constexpr Int128 picos() const { return m_picos; }
    [[nodiscard]] constexpr bool isZero() const { return m_picos == 0; }
    // this x numerator / denominator, denominator > 0.
    [[nodiscard]] Money scaled(Int128 numerator, Int128 denominator = 1) const;
    // Exact, without trailing zeros: "0.063".
    [[nodiscard]] QString toDecimal() const;
    // Rounded for people, to `decimals` places and more if it would show as zero: "0.06", "0.00003".
    [[nodiscard]] QString toDisplay(int decimals = 2) const;
    // For charts and sorting only.
    [[nodiscard]] double toDouble() const;

    friend constexpr Money operator+(Money a, Money b) { return Money(a.m_picos + b.m_picos); }
    friend constexpr Money operator-(Money a, Money b) { return Money(a.m_picos - b.m_picos); }
    constexpr Money &operator+=(Money other) { return *this = *this + other; }
    friend constexpr bool operator==(Money a, Money b) = default;
    friend constexpr std::strong_ordering operator<=>(Money a, Money b) { return a.m_picos <=> b.m_picos; }

private:
    explicit constexpr Money(Int128 picos) : m_picos(picos) {}

    Int128 m_picos = 0;
};

} // namespace sandglass
