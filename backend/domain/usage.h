// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/clock.h"

#include <chrono>
#include <optional>

namespace sandglass {

// What a sandbox has used so far: closed spans added up, and the span that is open now.
struct Usage
{
    std::chrono::milliseconds ran{};
    std::chrono::milliseconds frozen{};
    std::optional<WallTime> runningSince;
    std::optional<WallTime> frozenSince;
    Bytes egress;

    [[nodiscard]] std::chrono::milliseconds ranAt(WallTime now) const;
    [[nodiscard]] std::chrono::milliseconds frozenAt(WallTime now) const;

    // The open span is closed at `now` and another one opened.
    [[nodiscard]] Usage running(WallTime now) const;
    [[nodiscard]] Usage freezing(WallTime now) const; // kept on disk: paused or stopped
    [[nodiscard]] Usage ended(WallTime now) const;

    friend bool operator==(const Usage &, const Usage &) = default;
};

} // namespace sandglass
