// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace sandglass {

// Delays between tries: doubling from `first` up to `most`. A value; no timer of its own.
class Backoff
{
public:
    constexpr Backoff(std::chrono::milliseconds first, std::chrono::milliseconds most)
        : m_first(first), m_most(most), m_next(first)
    {}

    [[nodiscard]] constexpr std::chrono::milliseconds next()
    {
        const auto delay = m_next;
        m_next = std::min(m_next * 2, m_most);
        return delay;
    }
    constexpr void reset() { m_next = m_first; }

private:
    std::chrono::milliseconds m_first;
    std::chrono::milliseconds m_most;
    std::chrono::milliseconds m_next;
};

} // namespace sandglass
