// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/error.h"
#include "viewers/vnc/vnctypes.h"

#include <chrono>
#include <functional>
#include <optional>

namespace sandglass::viewers {

struct ScreenCondition
{
    VncState state = VncState::Closed;
    std::optional<Error> error;
    bool hasFrame = false;
    std::chrono::milliseconds frameAge{0};
};

// What a view says of itself; empty when the picture is live. `explain` gives the sentence for an error, and
// an empty function leaves it to short ones for what can go wrong with a screen.
[[nodiscard]] QString screenWords(const ScreenCondition &condition,
                                  const std::function<QString(const Error &)> &explain);

} // namespace sandglass::viewers
