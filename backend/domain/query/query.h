// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/fault.h"

#include <QMetaType>

#include <memory>

namespace sandglass::query {

// A question to a fleet: a shared, immutable tree, cheap to copy. The empty one asks for everything. A query
// that says nothing of the status leaves out stopped and deleted sandboxes (seed 002).
class Query
{
public:
    Query() = default;
    explicit Query(Node root) : m_root(std::make_shared<const Node>(std::move(root))) {}

    [[nodiscard]] bool isEmpty() const { return !m_root; }
    [[nodiscard]] const Node *root() const { return m_root.get(); } // null when empty
    // The parts that must all be fulfilled; one that is not And is its own only part.
    [[nodiscard]] std::vector<Node> parts() const;
    [[nodiscard]] bool mentions(Field field) const;
    [[nodiscard]] bool mentionsStatus() const { return mentions(Field::Status); }
    // Canonical: reads as an equal query.
    [[nodiscard]] QString text() const;

    friend bool operator==(const Query &a, const Query &b)
    {
        return a.m_root == b.m_root || (a.m_root && b.m_root && *a.m_root == *b.m_root);
    }

private:
    std::shared_ptr<const Node> m_root;
};

} // namespace sandglass::query

namespace sandglass {
using query::Query;
}

Q_DECLARE_METATYPE(sandglass::query::Query)
