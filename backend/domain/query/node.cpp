// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/node.h"

#include <algorithm>

namespace sandglass::query {

namespace {

Node joined(Node::Type type, std::vector<Node> nodes)
{
    if (nodes.size() == 1)
        return std::move(nodes.front());
    Node node{.type = type, .term = {}, .children = {}, .span = {}};
    const qsizetype start = nodes.front().span.start;
    node.span = {start, std::max<qsizetype>(nodes.back().span.end() - start, 0)};
    for (Node &child : nodes) {
        if (child.type == type)
            std::ranges::move(child.children, std::back_inserter(node.children));
        else
            node.children.push_back(std::move(child));
    }
    return node;
}

} // namespace

Node conjunction(std::vector<Node> nodes)
{
    return joined(Node::Type::And, std::move(nodes));
}

Node disjunction(std::vector<Node> nodes)
{
    return joined(Node::Type::Or, std::move(nodes));
}

Node negation(Node node)
{
    if (node.type == Node::Type::Not) {
        Node inner = std::move(node.children.front());
        return inner;
    }
    Node negated{.type = Node::Type::Not, .term = {}, .children = {}, .span = node.span};
    negated.children.push_back(std::move(node));
    return negated;
}

Node termNode(Term term, Span span)
{
    return {.type = Node::Type::Term, .term = std::move(term), .children = {}, .span = span};
}

} // namespace sandglass::query
