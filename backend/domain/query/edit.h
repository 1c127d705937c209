// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/metadata.h"
#include "backend/domain/query/query.h"

#include <QSet>

namespace sandglass::query {

// What buttons and chips do to a query. They see the parts that must all be fulfilled and leave everything
// else as it is.

// The numbers that the part `field:a,b` names; empty when there is no such part (or only negated ones).
[[nodiscard]] QSet<int> chosen(const Query &query, Field field);
// That part set to these choices, added, or taken out when there are none.
[[nodiscard]] Query withChoices(const Query &query, Field field, const QSet<int> &choices);
// Labels that parts ask for exactly, one value each.
[[nodiscard]] Metadata labels(const Query &query);
[[nodiscard]] Query withLabel(const Query &query, const QString &key, const QString &value);
// With one more part; the same part is not added twice.
[[nodiscard]] Query withPart(const Query &query, const Node &part);
[[nodiscard]] Query withoutPart(const Query &query, qsizetype index);
// Both must be fulfilled.
[[nodiscard]] Query both(const Query &a, const Query &b);

// A query that asks for these choices, this label, this word.
[[nodiscard]] Term choiceTerm(Field field, const QSet<int> &choices);
[[nodiscard]] Term labelTerm(const QString &key, const QString &value);
[[nodiscard]] Term wordTerm(const QString &word);
// Stopped and deleted ones, too.
[[nodiscard]] Query everything();

} // namespace sandglass::query
