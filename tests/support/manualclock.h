// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"

namespace sandglass::test {

// Time stands still until a test moves it. Starts at 2026-03-01 12:00:00 UTC, an hour after the host's boot.
class ManualClock final : public Clock
{
public:
    [[nodiscard]] WallTime wallNow() const override { return m_wall; }
    [[nodiscard]] BootTime bootNow() const override { return m_boot; }
    [[nodiscard]] QString bootId() const override { return m_bootId; }

    void advance(std::chrono::milliseconds by)
    {
        m_wall += by;
        m_boot += by;
    }
    // Somebody sets the wall clock: the time since boot knows nothing of it.
    void moveWall(std::chrono::milliseconds by) { m_wall += by; }
    void reboot()
    {
        m_boot = BootTime(0);
        m_bootId += u'\'';
    }

private:
    WallTime m_wall{std::chrono::seconds(1'772'366'400)};
    BootTime m_boot{std::chrono::hours(1)};
    QString m_bootId = QStringLiteral("boot");
};

} // namespace sandglass::test
