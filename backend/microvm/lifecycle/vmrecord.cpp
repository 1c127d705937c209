// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/lifecycle/vmrecord.h"

namespace sandglass::microvm {

BootTime Deadline::left(const Clock &clock) const
{
    if (bootId == clock.bootId())
        return boot - clock.bootNow();
    return wall - clock.wallNow();
}

Deadline deadlineAt(WallTime wall, const Clock &clock)
{
    return {.wall = wall, .boot = clock.bootNow() + (wall - clock.wallNow()), .bootId = clock.bootId()};
}

} // namespace sandglass::microvm
