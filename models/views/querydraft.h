// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/query.h"

#include <QList>

namespace sandglass {

// A query as a list of conditions, for people who would rather click. Parts that do not fit into one
// condition (brackets within brackets) stay as they are written, in `written`. Values.
struct Condition
{
    query::Field field = query::Field::Text;
    QString label; // of Meta
    query::Op op = query::Op::Colon;
    bool negated = false;
    QStringList values; // as they would be typed, without quotes; any of them will do
    QString written;    // not empty: this is all of it

    [[nodiscard]] bool isComplete() const;
    friend bool operator==(const Condition &, const Condition &) = default;
};

struct QueryDraft
{
    bool any = false; // one of the conditions will do; else all
    QList<Condition> conditions;

    friend bool operator==(const QueryDraft &, const QueryDraft &) = default;
};

[[nodiscard]] QueryDraft draftOf(const Query &query);
// The query; or what is wrong with one of the conditions. Those that are not complete say nothing.
struct DraftQuery
{
    Query query;
    std::optional<query::Fault> fault;
    qsizetype faulty = -1; // which condition
};
[[nodiscard]] DraftQuery queryOf(const QueryDraft &draft);

// The ways to compare a field that make sense, the usual one first.
[[nodiscard]] QList<query::Op> operatorsOf(query::Field field);
[[nodiscard]] QString fieldTitle(query::Field field);
// "is", "is not", "at least"
[[nodiscard]] QString operatorTitle(query::Field field, query::Op op, bool negated);
// How a value is written, such as "2h".
[[nodiscard]] QString valueExample(query::Field field);

} // namespace sandglass
