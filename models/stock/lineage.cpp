// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/lineage.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <deque>
#include <map>

namespace sandglass {

namespace {

// The tree of one fleet, first as numbers: a node's parent is known before the parent itself is placed.
class LineageMaker
{
public:
    explicit LineageMaker(const LineageSource &source) : m_source(source) {}

    [[nodiscard]] std::vector<LineageNode> make()
    {
        takeCheckpoints();
        takeSandboxes();
        m_children.resize(m_nodes.size());
        m_placed.resize(m_nodes.size(), false);
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            const auto parent = parentOf(i);
            if (parent)
                m_children[*parent].push_back(i);
            else
                m_roots[m_templates[i]].push_back(i);
        }
        placeAll();
        return trees();
    }

private:
    [[nodiscard]] bool isFull()
    {
        if (std::ssize(m_nodes) < MostLineage)
            return false;
        ++m_hidden;
        return true;
    }
    void put(LineageNode node, const TemplateId &templateId)
    {
        node.context = m_source.context;
        m_nodes.push_back(std::move(node));
        m_templates.push_back(templateId.toString());
    }
    void takeCheckpoints()
    {
        for (const CheckpointInfo &info : m_source.checkpoints) {
            if (m_checkpoints.contains(info.id) || isFull())
                continue;
            m_checkpoints.insert(info.id, m_nodes.size());
            LineageNode node;
            node.type = LineageNode::Type::Checkpoint;
            node.id = info.id.toString();
            node.name = info.name.isEmpty() ? node.id : info.name;
            node.at = info.madeAt;
            node.checkpoint = info;
            put(std::move(node), info.templateId);
        }
    }
    // Clones, and those that something comes from.
    void takeSandboxes()
    {
        QSet<SandboxId> parents;
        for (const CheckpointInfo &info : m_source.checkpoints)
            parents.insert(info.sandbox);
        for (const Sandbox &sandbox : m_source.sandboxes) {
            if (sandbox.origin && sandbox.status != Status::Deleted &&
                !m_checkpoints.contains(sandbox.origin->checkpoint))
                parents.insert(sandbox.origin->sandbox);
        }
        for (qsizetype i = 0; i < m_source.sandboxes.size(); ++i) {
            const Sandbox &sandbox = m_source.sandboxes.at(i);
            const bool isParent = parents.contains(sandbox.key.id);
            if (!isParent && (!sandbox.origin || sandbox.status == Status::Deleted))
                continue;
            if (m_sandboxes.contains(sandbox.key.id) || isFull())
                continue;
            m_sandboxes.insert(sandbox.key.id, m_nodes.size());
            LineageNode node;
            node.type = LineageNode::Type::Sandbox;
            node.id = sandbox.key.id.toString();
            node.name = sandbox.name.isEmpty() ? node.id : sandbox.name;
            node.at = sandbox.createdAt;
            node.status = sandbox.status;
            node.isFork = sandbox.origin && sandbox.origin->checkpoint.isEmpty();
            node.isClone = sandbox.origin && !node.isFork;
            m_origins.insert(m_nodes.size(), i);
            put(std::move(node), sandbox.templateId);
        }
    }
    template<typename Id>
    [[nodiscard]] static std::optional<std::size_t> find(const QHash<Id, std::size_t> &among, const Id &id)
    {
        const auto found = among.constFind(id);
        return found == among.cend() ? std::nullopt : std::optional(*found);
    }
    [[nodiscard]] std::optional<std::size_t> parentOf(std::size_t i)
    {
        LineageNode &node = m_nodes[i];
        std::optional<std::size_t> parent;
        bool wanted = true;
        if (node.checkpoint) {
            parent = find(m_sandboxes, node.checkpoint->sandbox);
            if (!parent)
                parent = find(m_checkpoints, node.checkpoint->parent);
        } else if (const auto &origin = m_source.sandboxes.at(m_origins.value(i)).origin) {
            parent = find(m_checkpoints, origin->checkpoint);
            if (!parent)
                parent = find(m_sandboxes, origin->sandbox);
        } else {
            wanted = false;
        }
        if (wanted && !parent)
            node.note = LineageNode::Note::ParentGone;
        return parent;
    }
    // From the roots down; what was not met then goes in a circle.
    void placeAll()
    {
        for (const auto &[name, roots] : std::map(m_roots))
            place({roots.begin(), roots.end()});
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            if (m_placed[i])
                continue;
            detach(i, LineageNode::Note::Circle);
            place({i});
        }
    }
    void detach(std::size_t i, LineageNode::Note note)
    {
        m_nodes[i].note = note;
        m_roots[m_templates[i]].push_back(i);
    }
    void place(std::deque<std::size_t> roots)
    {
        std::deque<std::pair<std::size_t, int>> next;
        for (const std::size_t root : roots) {
            m_placed[root] = true;
            next.emplace_back(root, 1);
        }
        while (!next.empty()) {
            const auto [i, depth] = next.front();
            next.pop_front();
            std::vector<std::size_t> kept;
            for (const std::size_t child : m_children[i]) {
                if (m_placed[child])
                    continue; // closes a circle
                m_placed[child] = true;
                const bool deep = depth + 1 >= DeepestLineage;
                if (deep)
                    detach(child, LineageNode::Note::TooDeep);
                else
                    kept.push_back(child);
                next.emplace_back(child, deep ? 1 : depth + 1);
            }
            m_children[i] = std::move(kept);
        }
    }
    [[nodiscard]] LineageNode grown(std::size_t i)
    {
        LineageNode node = std::move(m_nodes[i]);
        grow(node, m_children[i]);
        return node;
    }
    void grow(LineageNode &parent, const std::vector<std::size_t> &children)
    {
        for (const std::size_t child : children)
            parent.children.push_back(grown(child));
        std::ranges::sort(parent.children, {}, [](const LineageNode &node) {
            return std::tuple(int(node.type), node.at, node.name, node.id);
        });
    }
    [[nodiscard]] std::vector<LineageNode> trees()
    {
        std::vector<LineageNode> trees;
        for (const auto &[name, roots] : m_roots) {
            LineageNode node;
            node.context = m_source.context;
            node.contextName = m_source.contextName;
            node.id = name;
            node.name = name;
            grow(node, roots);
            trees.push_back(std::move(node));
        }
        if (m_hidden > 0) {
            LineageNode more;
            more.type = LineageNode::Type::More;
            more.context = m_source.context;
            more.hidden = m_hidden;
            trees.push_back(std::move(more));
        }
        return trees;
    }

    const LineageSource &m_source;
    std::vector<LineageNode> m_nodes;
    std::vector<QString> m_templates; // of each node
    std::vector<std::vector<std::size_t>> m_children;
    std::vector<bool> m_placed;
    std::map<QString, std::vector<std::size_t>> m_roots; // by template
    QHash<CheckpointId, std::size_t> m_checkpoints;
    QHash<SandboxId, std::size_t> m_sandboxes;
    QHash<std::size_t, qsizetype> m_origins; // which sandbox a node is
    int m_hidden = 0;
};

} // namespace

bool LineageNode::saysTheSame(const LineageNode &other) const
{
    return type == other.type && note == other.note && context == other.context && id == other.id &&
           name == other.name && contextName == other.contextName && at == other.at &&
           checkpoint == other.checkpoint && status == other.status && isFork == other.isFork &&
           isClone == other.isClone && hidden == other.hidden;
}

QString LineageNode::key() const
{
    return QString::number(int(type)) + QChar(u'\n') + context.toString() + QChar(u'\n') + id;
}

std::vector<LineageNode> lineageOf(const QList<LineageSource> &sources)
{
    std::vector<LineageNode> all;
    for (const LineageSource &source : sources) {
        for (LineageNode &tree : LineageMaker(source).make())
            all.push_back(std::move(tree));
    }
    return all;
}

} // namespace sandglass
