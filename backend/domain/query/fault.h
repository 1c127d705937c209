// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/node.h"

namespace sandglass::query {

// What is wrong with a text, closed. Sentences are made in models.
enum class Reason {
    TooLong,         // more than MaxLength characters
    TooDeep,         // brackets and negations more than MaxDepth deep
    TooManyTerms,    // more than MaxTerms terms or values
    UnclosedQuote,   // a quote that does not end
    UnclosedBracket, // '(' without ')'
    UnopenedBracket, // ')' without '('
    EmptyBrackets,   // ()
    MissingTerm,     // and, or, not, - with nothing beside it
    MissingField,    // an operator with no field before it
    MissingValue,    // a field and an operator, and then nothing
    UnknownField,    // subject: what was typed
    UnknownChoice,   // subject: what was typed
    MissingKey,      // meta without a key
    NotComparable,   // < and > on a text
    NeedsComparison, // age:2h, which nothing ever is exactly
    OneValueOnly,    // age>1h,2h
    NotANumber,      // subject: what was typed
    NeedsUnit,       // 2 of what; subject: what was typed
    EmptyRange,      // 5..2
};

inline constexpr qsizetype MaxLength = 4096;
inline constexpr int MaxDepth = 64;
inline constexpr int MaxTerms = 512;

// The first thing wrong. `where` can be put under a wavy line (it may be empty: at the end). `hint` is what
// to write in its place, when that can be guessed.
struct Fault
{
    Reason reason = Reason::MissingTerm;
    Span where;
    QString subject;
    QString hint;

    friend bool operator==(const Fault &, const Fault &) = default;
};

} // namespace sandglass::query
