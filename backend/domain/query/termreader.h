// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/tokenizer.h"

#include <variant>

namespace sandglass::query {

// The tokens of one term; a bare word has no name and no operator.
struct TermText
{
    const Token *name = nullptr;
    const Token *op = nullptr;
    std::vector<const Token *> values; // at least one when it is read
};

struct NamedField
{
    Field field = Field::Text;
    QString key; // of a label
};

// Which field a name in front of an operator means.
[[nodiscard]] std::variant<NamedField, Fault> readField(const Token &name, const Token &op);
// What the term asks: names, values and units are checked here.
[[nodiscard]] std::variant<Term, Fault> readTermText(const TermText &text);

// The key in "meta.KEY"; nothing when the text does not begin so. The key may be empty.
[[nodiscard]] std::optional<QString> labelKey(const QString &name);

} // namespace sandglass::query
