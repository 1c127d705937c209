// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/fault.h"

namespace sandglass::query {

// A piece of a query's text. Full-width brackets, commas, colons and quotes, which Chinese input methods
// make, count as their ASCII kin outside quotes.
struct Token
{
    enum class Type { Word, Operator, Comma, Open, Close, Negation, End };
    Type type = Type::End;
    Span span;
    QString text;         // Word: as Value::text
    bool quoted = false;  // a part of it was in quotes: it is no keyword
    bool pattern = false; // an unquoted '*' or '?' is in it
    bool isValue = false; // it stands behind an operator
    Op op = Op::Colon;
};

// Ends with End. On a quote that is not closed, the rest of the text is its word.
struct Tokens
{
    std::vector<Token> list;
    std::optional<Fault> fault;
};

[[nodiscard]] Tokens tokenize(QStringView text);

// The ASCII kin of a full-width sign of the language; itself for everything else.
[[nodiscard]] QChar plainSign(QChar c);

} // namespace sandglass::query
