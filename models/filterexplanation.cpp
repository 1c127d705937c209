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

FilterExplanation explainEmpty(const FleetFilterJob &job, const std::atomic<bool> *stop)
{
    FleetScan whole(job.fleet, job.query, job.prices, job.now, &job.lookUp);
    // Each part on its own; that the query as a whole may hide some is a term of its own.
    const std::vector<query::Node> parts = job.query.query.parts();
    std::vector<FleetScan> scans;
    scans.reserve(parts.size());
    for (const query::Node &part : parts)
        scans.emplace_back(job.fleet, FleetQuery{.query = Query(part), .context = {}}, job.prices, job.now,
                           &job.lookUp);
    std::vector<int> alone(parts.size() + FirstPart, 0); // by term: how many fail it and nothing else
    std::vector<RowSet> failing(alone.size());           // by term, of a chunk
    bool any = false;
    for (std::size_t chunk = 0; chunk < job.fleet.chunkCount(); ++chunk) {
        if (stop && *stop)
            return {};
        const RowSet used = whole.used(chunk);
        any = any || !used.isEmpty();
        failing[ContextTerm] = used - whole.inContext(chunk);
        failing[HiddenTerm] = used - whole.unhidden(chunk);
        for (std::size_t i = 0; i < scans.size(); ++i)
            failing[FirstPart + i] = used - scans[i].fulfilling(chunk, used);
        RowSet once;
        RowSet twice;
        for (const RowSet &one : failing) {
            twice |= RowSet(once) &= one;
            once |= one;
        }
        if (!(used - once).isEmpty())
            return {};
        for (std::size_t term = 0; term < alone.size(); ++term)
            alone[term] += static_cast<int>((failing[term] - twice).count());
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
