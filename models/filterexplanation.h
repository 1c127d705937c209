// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetfilter.h"

#include <atomic>

namespace sandglass {

// Why nothing is shown. `term` is the one whose removal would show the most, `wouldShow` how many.
struct FilterExplanation
{
    enum class Term {
        None,            // something is shown
        EmptyFleet,      // there is nothing to filter
        Context,         // the chosen context has none
        HiddenByDefault, // only stopped or deleted ones are left
        Part,            // part number `part` of the query, `text` as it is written
        Combination,     // no single part is to blame
    };
    Term term = Term::None;
    int part = -1;
    QString text;
    int wouldShow = 0;

    friend bool operator==(const FilterExplanation &, const FilterExplanation &) = default;
};

// For an answer that is empty; walks the whole snapshot, so not on the GUI thread. Ends early, without a
// reason, when `stop` becomes true.
[[nodiscard]] FilterExplanation explainEmpty(const FleetFilterJob &job,
                                             const std::atomic<bool> *stop = nullptr);

// The query without the part that is to blame; everything is asked for where that are the hidden ones.
[[nodiscard]] Query withoutTerm(const Query &query, const FilterExplanation &explanation);

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::FilterExplanation)
