// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/event.h"

namespace sandglass {

// The last event of one context that was taken. A backend that begins to count anew has later times.
struct EventMark
{
    quint64 cursor = 0;
    WallTime at{};

    [[nodiscard]] bool covers(const Event &event) const { return event.cursor <= cursor && event.at <= at; }
};

} // namespace sandglass
