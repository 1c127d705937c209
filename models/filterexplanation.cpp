// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterexplanation.h"

#include <QMap>

namespace sandglass {

namespace {

using Term = FilterExplanation::Term;

struct Failed
{
    int terms = 0;
    Term term = Term::None;
    QString key;
};

// How many terms a sandbox fails, and the last of them.
Failed failedTerms(const Sandbox &sandbox, const FleetQuery &query)
{
    Failed failed;
    const auto note = [&](bool fits, Term term, const QString &key = {}) {
        if (fits)
            return;
        ++failed.terms;
        failed.term = term;
        failed.key = key;
    };
    const FleetFilter &filter = query.filter;
    note(query.context.isEmpty() || sandbox.key.context == query.context, Term::Context);
    if (filter.statuses.isEmpty())
        note(!isHiddenByDefault(sandbox.status), Term::HiddenByDefault);
    else
        note(filter.statuses.contains(static_cast<int>(sandbox.status)), Term::Status);
    note(filter.kinds.isEmpty() || filter.kinds.contains(static_cast<int>(sandbox.kind)), Term::Kind);
    for (auto it = filter.metadata.cbegin(); it != filter.metadata.cend(); ++it)
        note(containsAll(sandbox.metadata, {{it.key(), it.value()}}), Term::Label, it.key());
    note(filter.text.isEmpty() || sandbox.name.contains(filter.text, Qt::CaseInsensitive) ||
             sandbox.key.id.toString().contains(filter.text, Qt::CaseInsensitive),
         Term::Text);
    return failed;
}

} // namespace

FilterExplanation explainEmpty(const FleetSnapshot &fleet, const FleetQuery &query)
{
    bool any = false;
    QMap<std::pair<Term, QString>, int> blamed;
    for (Slot slot = 0; slot < fleet.slotCount(); ++slot) {
        const Sandbox *sandbox = fleet.at(slot);
        if (!sandbox)
            continue;
        any = true;
        const Failed failed = failedTerms(*sandbox, query);
        if (failed.terms == 0)
            return {};
        if (failed.terms == 1)
            ++blamed[{failed.term, failed.key}];
    }
    if (!any)
        return {.term = Term::EmptyFleet, .key = {}, .value = {}, .wouldShow = 0};
    FilterExplanation answer{.term = Term::Combination, .key = {}, .value = {}, .wouldShow = 0};
    for (auto it = blamed.cbegin(); it != blamed.cend(); ++it) {
        if (it.value() > answer.wouldShow)
            answer = {.term = it.key().first, .key = it.key().second, .value = {}, .wouldShow = it.value()};
    }
    if (answer.term == Term::Label)
        answer.value = query.filter.metadata.value(answer.key);
    if (answer.term == Term::Text)
        answer.value = query.filter.text;
    return answer;
}

FleetFilter withoutTerm(FleetFilter filter, const FilterExplanation &explanation)
{
    switch (explanation.term) {
    case Term::None:
    case Term::EmptyFleet:
    case Term::Context:
        break;
    case Term::HiddenByDefault:
        for (const Status status : AllStatuses)
            filter.statuses.insert(static_cast<int>(status));
        break;
    case Term::Status:
        filter.statuses.clear();
        break;
    case Term::Kind:
        filter.kinds.clear();
        break;
    case Term::Label:
        filter.metadata.remove(explanation.key);
        break;
    case Term::Text:
        filter.text.clear();
        break;
    case Term::Combination:
        filter = {};
        break;
    }
    return filter;
}

} // namespace sandglass
