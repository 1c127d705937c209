// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/usage.h"

#include <algorithm>

namespace sandglass {

using std::chrono::milliseconds;

namespace {

milliseconds span(std::optional<WallTime> since, WallTime now)
{
    // The wall clock may have been set back: a span is never negative.
    return since ? std::max(milliseconds(0), now - *since) : milliseconds(0);
}

} // namespace

milliseconds Usage::ranAt(WallTime now) const
{
    return ran + span(runningSince, now);
}

milliseconds Usage::frozenAt(WallTime now) const
{
    return frozen + span(frozenSince, now);
}

Usage Usage::ended(WallTime now) const
{
    Usage after = *this;
    after.ran = ranAt(now);
    after.frozen = frozenAt(now);
    after.runningSince.reset();
    after.frozenSince.reset();
    return after;
}

Usage Usage::running(WallTime now) const
{
    Usage after = ended(now);
    after.runningSince = now;
    return after;
}

Usage Usage::freezing(WallTime now) const
{
    Usage after = ended(now);
    after.frozenSince = now;
    return after;
}

} // namespace sandglass
