// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/query.h"

#include "backend/domain/query/printer.h"

#include <algorithm>

namespace sandglass::query {

namespace {

bool isMentioned(const Node &node, Field field)
{
    if (node.type == Node::Type::Term)
        return node.term.field == field;
    return std::ranges::any_of(node.children, [&](const Node &child) { return isMentioned(child, field); });
}

} // namespace

std::vector<Node> Query::parts() const
{
    if (!m_root)
        return {};
    return m_root->type == Node::Type::And ? m_root->children : std::vector<Node>{*m_root};
}

bool Query::mentions(Field field) const
{
    return m_root && isMentioned(*m_root, field);
}

QString Query::text() const
{
    return m_root ? printed(*m_root) : QString();
}

} // namespace sandglass::query
