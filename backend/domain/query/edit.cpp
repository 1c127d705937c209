// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/edit.h"

#include "backend/domain/query/test.h"

#include <algorithm>

namespace sandglass::query {

namespace {

Query fromParts(std::vector<Node> parts)
{
    return parts.empty() ? Query() : Query(conjunction(std::move(parts)));
}

bool isChoicePart(const Node &node, Field field)
{
    return node.type == Node::Type::Term && node.term.field == field && node.term.op != Op::NotEqual;
}

bool isLabelPart(const Node &node)
{
    return node.type == Node::Type::Term && node.term.field == Field::Meta && node.term.values.size() == 1 &&
           (node.term.op == Op::Equal || node.term.op == Op::Colon) && !node.term.values.front().pattern;
}

Value plainValue(const QString &text)
{
    return {.text = text, .pattern = false, .from = {}, .to = {}, .span = {}};
}

} // namespace

QSet<int> chosen(const Query &query, Field field)
{
    QSet<int> answer;
    for (const Node &part : query.parts()) {
        if (!isChoicePart(part, field))
            continue;
        const Test test(part.term);
        for (int i = 0; i < choicesOf(field).size(); ++i) {
            if (test.fitsChoice(i))
                answer.insert(i);
        }
    }
    return answer;
}

Query withChoices(const Query &query, Field field, const QSet<int> &choices)
{
    std::vector<Node> parts = query.parts();
    const auto found =
        std::ranges::find_if(parts, [&](const Node &part) { return isChoicePart(part, field); });
    const auto at = found - parts.begin();
    std::erase_if(parts, [&](const Node &part) { return isChoicePart(part, field); });
    if (!choices.isEmpty())
        parts.insert(parts.begin() + std::min<std::ptrdiff_t>(at, std::ssize(parts)),
                     termNode(choiceTerm(field, choices)));
    return fromParts(std::move(parts));
}

Metadata labels(const Query &query)
{
    Metadata answer;
    for (const Node &part : query.parts()) {
        if (isLabelPart(part))
            answer.insert(part.term.key, part.term.values.front().text);
    }
    return answer;
}

Query withLabel(const Query &query, const QString &key, const QString &value)
{
    std::vector<Node> parts = query.parts();
    Node part = termNode(labelTerm(key, value));
    const auto found = std::ranges::find_if(
        parts, [&](const Node &other) { return isLabelPart(other) && other.term.key == key; });
    if (found == parts.end())
        parts.push_back(std::move(part));
    else
        *found = std::move(part);
    return fromParts(std::move(parts));
}

Query withPart(const Query &query, const Node &part)
{
    std::vector<Node> parts = query.parts();
    if (std::ranges::find(parts, part) == parts.end())
        parts.push_back(part);
    return fromParts(std::move(parts));
}

Query withoutPart(const Query &query, qsizetype index)
{
    std::vector<Node> parts = query.parts();
    if (index >= 0 && index < std::ssize(parts))
        parts.erase(parts.begin() + index);
    return fromParts(std::move(parts));
}

Query both(const Query &a, const Query &b)
{
    std::vector<Node> parts = a.parts();
    for (Node &part : b.parts())
        parts.push_back(std::move(part));
    return fromParts(std::move(parts));
}

Term choiceTerm(Field field, const QSet<int> &choices)
{
    Term term{.field = field, .key = {}, .op = Op::Colon, .values = {}};
    const QStringList &names = choicesOf(field);
    for (int i = 0; i < names.size(); ++i) {
        if (choices.contains(i))
            term.values.push_back(plainValue(names.at(i)));
    }
    return term;
}

Term labelTerm(const QString &key, const QString &value)
{
    return {.field = Field::Meta, .key = key, .op = Op::Equal, .values = {plainValue(value)}};
}

Term wordTerm(const QString &word)
{
    return {.field = Field::Text, .key = {}, .op = Op::Colon, .values = {plainValue(word)}};
}

Query everything()
{
    Value any = plainValue(QStringLiteral("*"));
    any.pattern = true;
    return Query(termNode({.field = Field::Status, .key = {}, .op = Op::Colon, .values = {std::move(any)}}));
}

} // namespace sandglass::query
