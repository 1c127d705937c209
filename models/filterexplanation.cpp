// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterexplanation.h"

#include "backend/domain/query/edit.h"
#include "backend/domain/query/printer.h"
#include "models/fleetscan.h"

#include <algorithm>

namespace sandglass {

namespace {

using Term = FilterExplanation::Term;

// Terms as a sandbox fails them: the context, being hidden, then the parts by number.
constexpr std::size_t ContextTerm = 0;
constexpr std::size_t HiddenTerm = 1;
constexpr std::size_t FirstPart = 2;

} // namespace

FilterExplanation explainEmpty(const FleetSnapshot &fleet, const FleetQuery &query,
                               const QHash<ContextId, PriceBook> &prices, WallTime now)
{
    FleetScan whole(fleet, query, prices, now);
    // Each part on its own; that the query as a whole may hide some is a term of its own.
    const std::vector<query::Node> parts = query.query.parts();
    std::vector<FleetScan> scans;
    scans.reserve(parts.size());
    for (const query::Node &part : parts)
        scans.emplace_back(fleet, FleetQuery{.query = Query(part), .context = {}}, prices, now);
    std::vector<int> alone(parts.size() + FirstPart, 0); // by term: how many fail it and nothing else
    bool any = false;
    for (Slot slot = 0; slot < fleet.slotCount(); ++slot) {
        if (!fleet.isUsed(slot))
            continue;
        any = true;
        int failed = 0;
        std::size_t last = 0;
        const auto note = [&](bool fits, std::size_t term) {
            failed += fits ? 0 : 1;
            last = fits ? last : term;
        };
        note(whole.isInContext(slot), ContextTerm);
        note(!whole.isHidden(slot), HiddenTerm);
        for (std::size_t i = 0; i < scans.size() && failed < 2; ++i)
            note(scans[i].fulfils(slot), FirstPart + i);
        if (failed == 0)
            return {};
        if (failed == 1)
            ++alone[last];
    }
    if (!any)
        return {.term = Term::EmptyFleet, .part = -1, .text = {}, .wouldShow = 0};
    const auto most = std::ranges::max_element(alone);
    const auto term = static_cast<std::size_t>(most - alone.begin());
    if (*most == 0)
        return {.term = Term::Combination, .part = -1, .text = {}, .wouldShow = 0};
    if (term < FirstPart) {
        return {.term = term == ContextTerm ? Term::Context : Term::HiddenByDefault,
                .part = -1,
                .text = {},
                .wouldShow = *most};
    }
    return {.term = Term::Part,
            .part = static_cast<int>(term - FirstPart),
            .text = query::printed(parts[term - FirstPart]),
            .wouldShow = *most};
}

Query withoutTerm(const Query &query, const FilterExplanation &explanation)
{
    switch (explanation.term) {
    case Term::None:
    case Term::EmptyFleet:
    case Term::Context:
        return query;
    case Term::HiddenByDefault:
        return query::both(query, query::everything());
    case Term::Part:
        return query::withoutPart(query, explanation.part);
    case Term::Combination:
        return {};
    }
    return query;
}

} // namespace sandglass
