// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/money.h"
#include "backend/domain/query/field.h"

#include <QString>

#include <optional>
#include <vector>

namespace sandglass::query {

// Where something stands in the text that it was read from. No part of a node's value: equal means the same
// question, wherever it was read.
struct Span
{
    qsizetype start = 0;
    qsizetype length = 0;

    [[nodiscard]] qsizetype end() const { return start + length; }
    friend bool operator==(const Span &, const Span &) = default;
};

enum class Op { Colon, Equal, NotEqual, Less, AtMost, Greater, AtLeast };

// Milliseconds, units of 10^-12 of money or of a label's number, bytes, or a count, as the field has it.
using Amount = Int128;

struct Value
{
    // Text as it is meant, without quotes. In a pattern '*' and '?' stand for other characters unless a
    // backslash is before them.
    QString text;
    bool pattern = false;
    // Quantities: from..to, both included; the same twice for a single value; one may be open.
    std::optional<Amount> from;
    std::optional<Amount> to;
    Span span;

    friend bool operator==(const Value &a, const Value &b)
    {
        return a.text == b.text && a.pattern == b.pattern && a.from == b.from && a.to == b.to;
    }
};

// One thing that is asked: any of `values` will do (none of them, for NotEqual).
struct Term
{
    Field field = Field::Text;
    QString key; // of a label
    Op op = Op::Colon;
    std::vector<Value> values;

    friend bool operator==(const Term &, const Term &) = default;
};

// A question as a tree. And and Or have two children or more and none of their own type; Not has one, which
// is no Not. conjunction(), disjunction() and negation() keep it so.
struct Node
{
    enum class Type { Term, And, Or, Not };
    Type type = Type::Term;
    Term term;
    std::vector<Node> children;
    Span span;

    friend bool operator==(const Node &a, const Node &b)
    {
        return a.type == b.type && a.term == b.term && a.children == b.children;
    }
};

[[nodiscard]] Node conjunction(std::vector<Node> nodes); // at least one
[[nodiscard]] Node disjunction(std::vector<Node> nodes); // at least one
[[nodiscard]] Node negation(Node node);
[[nodiscard]] Node termNode(Term term, Span span = {});

} // namespace sandglass::query
