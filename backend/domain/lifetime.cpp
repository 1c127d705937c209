// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/lifetime.h"

#include <algorithm>

namespace sandglass {

using std::chrono::seconds;

std::optional<seconds> Lifetime::left(WallTime now) const
{
    if (leftWhenPaused)
        return leftWhenPaused;
    if (!expiresAt)
        return std::nullopt;
    return std::max(seconds(0), std::chrono::ceil<seconds>(*expiresAt - now));
}

Result<void> checkTimeout(std::optional<seconds> timeout)
{
    if (!timeout)
        return {};
    if (*timeout < MinTimeout)
        return fail(ErrorCode::TimeoutTooShort, QString::number(timeout->count()));
    if (*timeout > MaxTimeout)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("timeout %1 s").arg(timeout->count()));
    return {};
}

Lifetime startedLifetime(std::optional<seconds> timeout, WallTime now)
{
    const seconds granted = timeout.value_or(DefaultTimeout);
    return {
        .granted = granted, .pinned = timeout.has_value(), .expiresAt = now + granted, .leftWhenPaused = {}};
}

Lifetime pausedLifetime(const Lifetime &before, WallTime now)
{
    Lifetime after = before;
    after.leftWhenPaused = before.left(now).value_or(before.granted);
    after.expiresAt.reset();
    return after;
}

Lifetime resumedLifetime(const Lifetime &paused, std::optional<seconds> timeout, WallTime now)
{
    if (timeout)
        return startedLifetime(timeout, now);
    Lifetime after = paused;
    // A sandbox that was paused in its last second gets a minute, so that a resume is never a delete.
    after.expiresAt = now + std::max(paused.leftWhenPaused.value_or(paused.granted), MinTimeout);
    after.leftWhenPaused.reset();
    return after;
}

Lifetime changedLifetime(std::optional<seconds> timeout, bool paused, WallTime now)
{
    Lifetime after = startedLifetime(timeout, now);
    if (paused) {
        after.leftWhenPaused = after.granted;
        after.expiresAt.reset();
    }
    return after;
}

std::optional<Lifetime> renewedLifetime(const Lifetime &before, WallTime now)
{
    if (before.pinned)
        return std::nullopt;
    return startedLifetime(std::nullopt, now);
}

} // namespace sandglass
