// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace sandglass {

// Wall time in milliseconds (UTC), for people and for records.
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;
// Time since the host booted; goes on while the machine sleeps and never jumps.
using BootTime = std::chrono::nanoseconds;

// Where time comes from. Deadlines are kept in boot time and recorded as wall time; across a reboot
// of the host (another bootId) only the wall time speaks. Any thread.
class Clock
{
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual WallTime wallNow() const = 0;
    [[nodiscard]] virtual BootTime bootNow() const = 0;
    [[nodiscard]] virtual QString bootId() const = 0;
};

// CLOCK_REALTIME, CLOCK_BOOTTIME and the kernel's random boot id.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] WallTime wallNow() const override;
    [[nodiscard]] BootTime bootNow() const override;
    [[nodiscard]] QString bootId() const override;
};

} // namespace sandglass
