// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/event.h"
#include "backend/domain/sandbox.h"
#include "models/journal/journalsearch.h"

namespace sandglass {

// A stretch of a sandbox's life in one state, or one of which nobody knows (no status).
struct StateSpan
{
    std::optional<Status> status;
    WallTime from{};
    WallTime until{};           // of the last one: now
    std::optional<Cause> cause; // of its beginning, where that is known
    std::optional<ErrorCode> error;
    QString text; // technical detail of its beginning
    bool goesOn = false;

    friend bool operator==(const StateSpan &, const StateSpan &) = default;
};

// What is known of one sandbox's past.
struct StateStory
{
    std::optional<Sandbox> sandbox; // as it is now; nothing: it is gone
    QList<Event> events;            // of it, in any order, perhaps twice
    QList<JournalGap> gaps;         // in which nobody listened
    std::optional<WallTime> since;  // what happened from here on would be in the events
};

// The story as spans that follow each other without holes, oldest first. Where events contradict each other,
// are missing, or nobody listened, the span has no status: nothing is guessed. What the backend itself says
// (born then, in this state since then) counts more than a gap. At most `most` of them, the newest: what is
// older is one span without a status. Pure.
[[nodiscard]] std::vector<StateSpan> stateSpans(const StateStory &story, WallTime now,
                                                std::size_t most = 2000);

} // namespace sandglass
