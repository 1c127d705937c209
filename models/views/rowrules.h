// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/matcher.h"
#include "models/views/viewrules.h"

#include <QHash>

namespace sandglass {

// The colour rules of a view, made ready to be put to the rows that are painted: one at a time, with answers
// kept for a moment (a sandbox changes its revision when anything of it does; what asks for times is judged
// anew after a second). Never goes over a fleet. GUI thread; a value.
class RowRules
{
public:
    void setRules(const QList<ViewRule> &rules);
    [[nodiscard]] const QList<ViewRule> &rules() const { return m_rules; }
    [[nodiscard]] bool isEmpty() const { return m_rules.isEmpty(); }
    // The first that is met; null: none.
    [[nodiscard]] const ViewRule *ruleOf(const Sandbox &sandbox,
                                         const query::Surroundings &surroundings) const;
    // How often a sandbox was judged, for tests.
    [[nodiscard]] int judgements() const { return m_judgements; }

private:
    struct Answer
    {
        quint64 revision = 0;
        WallTime at{};
        int rule = -1;
    };

    [[nodiscard]] int judge(const Sandbox &sandbox, const query::Surroundings &surroundings) const;

    QList<ViewRule> m_rules;
    QList<query::Matcher> m_matchers;
    mutable QHash<SandboxKey, Answer> m_answers;
    mutable int m_judgements = 0;
};

} // namespace sandglass
