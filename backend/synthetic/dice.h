// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <span>
#include <utility>

namespace sandglass::synthetic {

// Chance that is the same everywhere for the same seed (the standard's distributions are not). SplitMix64,
// after Steele, Lea and Flood 2014. A value.
class Dice
{
public:
    explicit constexpr Dice(quint64 seed) : m_state(seed) {}

    constexpr quint64 next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        quint64 z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    // 0 <= answer < end; end > 0.
    constexpr qint64 below(qint64 end) { return static_cast<qint64>(next() % static_cast<quint64>(end)); }
    constexpr qint64 between(qint64 least, qint64 most) { return least + below(most - least + 1); }
    // 0 <= answer < 1.
    constexpr double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    constexpr bool chance(double probability) { return fraction() < probability; }

    template<typename T, std::size_t N> constexpr const T &pick(const T (&choices)[N])
    {
        return choices[static_cast<std::size_t>(below(static_cast<qint64>(N)))];
    }
    // The early ones are picked much more often than the late ones.
    template<typename T, std::size_t N> constexpr const T &pickSkewed(const T (&choices)[N])
    {
        const double f = fraction();
        return choices[static_cast<std::size_t>(f * f * static_cast<double>(N))];
    }
    template<typename T, std::size_t N> constexpr const T &pickWeighted(const std::pair<T, int> (&choices)[N])
    {
        qint64 sum = 0;
        for (const auto &choice : choices)
            sum += choice.second;
        qint64 at = below(sum);
        for (const auto &choice : choices) {
            at -= choice.second;
            if (at < 0)
                return choice.first;
        }
        return choices[N - 1].first;
    }

private:
    quint64 m_state;
};

} // namespace sandglass::synthetic
