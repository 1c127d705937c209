// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"

namespace sandglass::test {

// Time that stands still until a test moves it.
class FakeClock final : public Clock
{
public:
    [[nodiscard]] WallTime wallNow() const override { return m_wall; }
    [[nodiscard]] BootTime bootNow() const override { return m_boot; }
    [[nodiscard]] QString bootId() const override { return QStringLiteral("boot"); }

    void advance(std::chrono::milliseconds by)
    {
        m_wall += by;
        m_boot += by;
    }

private:
    WallTime m_wall = WallTime(std::chrono::milliseconds(1'772'366'671'000)); // 2026-03-01 12:04:31 UTC
    BootTime m_boot = std::chrono::hours(5);
};

} // namespace sandglass::test
