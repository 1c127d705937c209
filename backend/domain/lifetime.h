// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/core/result.h"

#include <chrono>
#include <optional>

namespace sandglass {

// Seed 002: at least a minute; without a value a day that renews by itself; paused ones are kept a week.
inline constexpr std::chrono::seconds MinTimeout{60};
inline constexpr std::chrono::seconds DefaultTimeout{std::chrono::hours(24)};
inline constexpr std::chrono::seconds MaxTimeout{std::chrono::hours(24 * 365)};
inline constexpr std::chrono::seconds PausedRetention{std::chrono::hours(24 * 7)};

// How long a sandbox lives. Running: `expiresAt` is set. Paused: `leftWhenPaused` is set and time stands
// still. `pinned` means that somebody gave the value, so it does not renew by itself.
struct Lifetime
{
    std::chrono::seconds granted = DefaultTimeout;
    bool pinned = false;
    std::optional<WallTime> expiresAt;
    std::optional<std::chrono::seconds> leftWhenPaused;

    // What is left at `now`: never negative; nothing when it was never started.
    [[nodiscard]] std::optional<std::chrono::seconds> left(WallTime now) const;

    friend bool operator==(const Lifetime &, const Lifetime &) = default;
};

// TimeoutTooShort under a minute, InvalidArgument over a year; without a value always fine.
[[nodiscard]] Result<void> checkTimeout(std::optional<std::chrono::seconds> timeout);

// The rules as pure functions.
[[nodiscard]] Lifetime startedLifetime(std::optional<std::chrono::seconds> timeout, WallTime now);
[[nodiscard]] Lifetime pausedLifetime(const Lifetime &before, WallTime now);
// Without a value the run time that was left goes on; with one it restarts and is pinned.
[[nodiscard]] Lifetime resumedLifetime(const Lifetime &paused, std::optional<std::chrono::seconds> timeout,
                                       WallTime now);
// A value counts from now and pins; none goes back to the renewing day. `paused` keeps time standing still.
[[nodiscard]] Lifetime changedLifetime(std::optional<std::chrono::seconds> timeout, bool paused,
                                       WallTime now);
// An unpinned lifetime that ran out starts again; a pinned one answers nothing: it is over.
[[nodiscard]] std::optional<Lifetime> renewedLifetime(const Lifetime &before, WallTime now);

} // namespace sandglass
