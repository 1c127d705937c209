// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/contextinfo.h"
#include "backend/domain/status.h"
#include "models/truth/tombstones.h"

namespace sandglass {

// How far what a row says can be believed. Each has a look of its own in every list.
enum class Truth {
    Fresh,    // its backend says so now
    Old,      // its backend lives, or is about to, but what it said is some time ago
    Silent,   // its backend says nothing: nobody knows what it is now
    Vanished, // its backend does not list it any more
    NotFound, // its backend answered that there is none
};

struct RowTruth
{
    Truth truth = Truth::Fresh;
    std::optional<WallTime> asOf; // when it was known to be so; for what is gone: when that was seen

    [[nodiscard]] bool isGone() const { return truth == Truth::Vanished || truth == Truth::NotFound; }
    friend bool operator==(const RowTruth &, const RowTruth &) = default;
};

// A live backend is heard of every few seconds; what is older than this is called old.
inline constexpr std::chrono::seconds OldAfter{30};

[[nodiscard]] RowTruth truthOf(ContextState state, std::optional<WallTime> lastHeard,
                               const std::optional<Tombstone> &stone, WallTime now);

// What the cell of the status says: "running", "running · 40s", "running? 3m", "gone · running".
[[nodiscard]] QString statusCellText(Status status, const RowTruth &truth, WallTime now);
// The whole sentence, for tooltips and the inspector; `source` is the context's name.
[[nodiscard]] QString truthSentence(Status status, const RowTruth &truth, const QString &source,
                                    WallTime now);

} // namespace sandglass
