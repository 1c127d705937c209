// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/query.h"

#include <QRandomGenerator>

namespace sandglass::test {

// Queries at random, every field and every awkward text among them. The same seed gives the same ones.
class RandomQuery
{
public:
    explicit RandomQuery(quint32 seed) : m_random(seed) {}

    [[nodiscard]] query::Query query();
    // Pieces of the language in any order, whole and broken.
    [[nodiscard]] QString text();

private:
    [[nodiscard]] query::Node node(int depth);
    [[nodiscard]] query::Term term();
    [[nodiscard]] query::Value value(const query::Term &term);
    [[nodiscard]] QString word();
    [[nodiscard]] query::Value range(query::FieldType type);
    [[nodiscard]] int below(int bound) { return m_random.bounded(bound); }

    QRandomGenerator m_random;
};

} // namespace sandglass::test
