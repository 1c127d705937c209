// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"

namespace sandglass::test {

// A clock that stands until it is moved; wall and boot time move together unless told otherwise.
class SteppedClock final : public Clock
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
    void setWall(std::chrono::milliseconds by) { m_wall += by; }
    void reboot()
    {
        m_boot = BootTime(0);
        m_bootId += u'\'';
    }

private:
    WallTime m_wall{std::chrono::hours(24 * 365 * 50)};
    BootTime m_boot{std::chrono::hours(5)};
    QString m_bootId = QStringLiteral("boot");
};

} // namespace sandglass::test
