// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/fleetfilter.h"
#include "models/fleetsnapshot.h"

namespace sandglass {

// Why nothing is shown. `term` is the one whose removal would show the most, `wouldShow` how many.
struct FilterExplanation
{
    enum class Term {
        None,            // something is shown
        EmptyFleet,      // there is nothing to filter
        Context,         // the chosen context has none
        HiddenByDefault, // only stopped or deleted ones are left
        Status,
        Kind,
        Label, // metadata[`key`]
        Text,
        Combination, // no single term is to blame
    };
    Term term = Term::None;
    QString key;
    QString value;
    int wouldShow = 0;

    friend bool operator==(const FilterExplanation &, const FilterExplanation &) = default;
};

// Filter and context as one question; an empty context means every context.
struct FleetQuery
{
    FleetFilter filter;
    ContextId context;

    [[nodiscard]] bool matches(const Sandbox &sandbox) const
    {
        return (context.isEmpty() || sandbox.key.context == context) && filter.matches(sandbox);
    }
    friend bool operator==(const FleetQuery &, const FleetQuery &) = default;
};

// For an answer that is empty; walks the whole snapshot, so not on the GUI thread.
[[nodiscard]] FilterExplanation explainEmpty(const FleetSnapshot &fleet, const FleetQuery &query);

// The filter without the term that is to blame.
[[nodiscard]] FleetFilter withoutTerm(FleetFilter filter, const FilterExplanation &explanation);

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::FilterExplanation)
