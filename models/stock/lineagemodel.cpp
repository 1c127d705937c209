// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/lineagemodel.h"

#include "models/stock/stockwording.h"
#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds Gather{200};
constexpr std::chrono::milliseconds GatherLarge{2000};
constexpr int LargeFleet = 2000;

QString say(const char *text)
{
    return QCoreApplication::translate("wording", text);
}

QString noteText(LineageNode::Note note)
{
    switch (note) {
    case LineageNode::Note::None:
        return {};
    case LineageNode::Note::ParentGone:
        return say(QT_TRANSLATE_NOOP("wording", "what it comes from is gone"));
    case LineageNode::Note::Circle:
        return say(QT_TRANSLATE_NOOP("wording", "its backend says that it comes from itself"));
    case LineageNode::Note::TooDeep:
        return say(QT_TRANSLATE_NOOP("wording", "its line is too long to be shown"));
    }
    Q_UNREACHABLE();
}

QString whatText(const LineageNode &node)
{
    switch (node.type) {
    case LineageNode::Type::Template:
        return say(QT_TRANSLATE_NOOP("wording", "template"));
    case LineageNode::Type::Checkpoint:
        return node.checkpoint->state == CheckpointState::Ready
                   ? say(QT_TRANSLATE_NOOP("wording", "checkpoint"))
                   : QCoreApplication::translate("wording", "checkpoint, %1")
                         .arg(wording::checkpointStateText(node.checkpoint->state));
    case LineageNode::Type::Sandbox: {
        const QString status = wording::statusText(node.status.value_or(Status::Pending));
        return node.isFork    ? QCoreApplication::translate("wording", "fork, %1").arg(status)
               : node.isClone ? QCoreApplication::translate("wording", "clone, %1").arg(status)
                              : QCoreApplication::translate("wording", "sandbox, %1").arg(status);
    }
    case LineageNode::Type::More:
        return {};
    }
    Q_UNREACHABLE();
}

} // namespace

struct LineageModel::Item
{
    LineageNode node; // without its children
    Item *parent = nullptr;
    int row = 0;
    Items children;
};

LineageModel::LineageModel(StockWatch &watch, QObject *parent)
    : QAbstractItemModel(parent), m_watch(watch), m_root(std::make_unique<Item>())
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LineageModel::refresh);
    connect(&watch, &StockWatch::checkpointsChanged, this, &LineageModel::touch);
    connect(&watch, &StockWatch::contextsChanged, this, &LineageModel::touch);
    connect(&watch.store(), &FleetStore::changed, this, &LineageModel::touch);
}

LineageModel::~LineageModel() = default;

void LineageModel::setActive(bool active)
{
    m_active = active;
    if (active)
        refresh();
    else
        m_timer.stop();
}

void LineageModel::touch()
{
    if (m_active && !m_timer.isActive())
        m_timer.start(m_watch.store().count() > LargeFleet ? GatherLarge : Gather);
}

QList<LineageSource> LineageModel::sources() const
{
    QList<LineageSource> sources;
    const bool several = m_watch.contexts().size() > 1;
    for (const ContextId &context : m_watch.contexts()) {
        if (!m_watch.store().capabilities(context).checkpoints)
            continue;
        Fleet *fleet = m_watch.store().fleet(context);
        sources.append({context, several ? m_watch.store().contextInfo(context).name : QString(),
                        m_watch.stock(context)->checkpoints(),
                        fleet ? fleet->feed().sandboxes() : QList<Sandbox>()});
    }
    return sources;
}

void LineageModel::refresh()
{
    m_timer.stop();
    merge(*m_root, lineageOf(sources()));
    emit refreshed();
}

std::unique_ptr<LineageModel::Item> LineageModel::grown(Item &parent, LineageNode node)
{
    auto item = std::make_unique<Item>();
    item->parent = &parent;
    for (LineageNode &child : node.children)
        item->children.push_back(grown(*item, std::move(child)));
    node.children.clear();
    item->node = std::move(node);
    renumber(*item);
    return item;
}

void LineageModel::renumber(Item &parent)
{
    for (std::size_t row = 0; row < parent.children.size(); ++row)
        parent.children[row]->row = int(row);
}

void LineageModel::removeUnwanted(Item &parent, const std::vector<LineageNode> &wanted)
{
    QHash<QString, int> places;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        places.insert(wanted[i].key(), int(i));
    // What stays must stand in the wanted order; what does not goes and comes again.
    int last = int(wanted.size());
    for (int row = int(parent.children.size()) - 1; row >= 0; --row) {
        const int place = places.value(parent.children[std::size_t(row)]->node.key(), -1);
        if (place >= 0 && place < last) {
            last = place;
            continue;
        }
        beginRemoveRows(indexFor(parent), row, row);
        parent.children.erase(parent.children.begin() + row);
        renumber(parent);
        endRemoveRows();
    }
}

void LineageModel::merge(Item &parent, std::vector<LineageNode> wanted)
{
    removeUnwanted(parent, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i < parent.children.size() && parent.children[i]->node.key() == wanted[i].key()) {
            Item &item = *parent.children[i];
            std::vector<LineageNode> children = std::exchange(wanted[i].children, {});
            if (!item.node.saysTheSame(wanted[i])) {
                item.node = std::move(wanted[i]);
                emit dataChanged(indexFor(item), indexFor(item, ColumnCount - 1));
            }
            merge(item, std::move(children));
            continue;
        }
        beginInsertRows(indexFor(parent), int(i), int(i));
        parent.children.insert(parent.children.begin() + std::ptrdiff_t(i),
                               grown(parent, std::move(wanted[i])));
        renumber(parent);
        endInsertRows();
    }
}

QModelIndex LineageModel::indexFor(const Item &item, int column) const
{
    return &item == m_root.get() ? QModelIndex() : createIndex(item.row, column, &item);
}

const LineageModel::Item &LineageModel::itemAt(const QModelIndex &index) const
{
    return index.isValid() ? *static_cast<const Item *>(index.constInternalPointer()) : *m_root;
}

QModelIndex LineageModel::indexOf(LineageNode::Type type, const ContextId &context, const QString &id) const
{
    std::vector<const Item *> next{m_root.get()};
    while (!next.empty()) {
        const Item *item = next.back();
        next.pop_back();
        if (item != m_root.get() && item->node.type == type && item->node.context == context &&
            item->node.id == id)
            return indexFor(*item);
        for (const auto &child : item->children)
            next.push_back(child.get());
    }
    return {};
}

QModelIndex LineageModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, itemAt(parent).children[std::size_t(row)].get());
}

QModelIndex LineageModel::parent(const QModelIndex &index) const
{
    const Item *parent = index.isValid() ? itemAt(index).parent : nullptr;
    return parent ? indexFor(*parent) : QModelIndex();
}

int LineageModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(itemAt(parent).children.size());
}

int LineageModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString LineageModel::cell(const LineageNode &node, int column) const
{
    switch (column) {
    case Name:
        if (node.type == LineageNode::Type::More)
            return QCoreApplication::translate("wording", "and %n more", nullptr, node.hidden);
        return node.contextName.isEmpty()
                   ? node.name
                   : QCoreApplication::translate("wording", "%1 (%2)", "a template and its context")
                         .arg(node.name, node.contextName);
    case What:
        return whatText(node);
    case Age:
        return node.at == WallTime()
                   ? QString()
                   : wording::ageText(std::chrono::floor<std::chrono::seconds>(std::max(
                         m_watch.store().clock().wallNow() - node.at, std::chrono::milliseconds(0))));
    case Size:
        return node.checkpoint && node.checkpoint->state != CheckpointState::Making
                   ? wording::bytesText(node.checkpoint->size)
                   : QString();
    case Clones:
        return node.checkpoint && !node.checkpoint->clones.isEmpty()
                   ? QString::number(node.checkpoint->clones.size())
                   : QString();
    default:
        return {};
    }
}

QString LineageModel::toolTip(const LineageNode &node) const
{
    QString text = node.checkpoint ? wording::checkpointSentence(*node.checkpoint) : whatText(node);
    if (const QString note = noteText(node.note); !note.isEmpty())
        text += u'\n' + note;
    return text;
}

QVariant LineageModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LineageNode &node = itemAt(index).node;
    switch (role) {
    case Qt::DisplayRole:
        return cell(node, index.column());
    case Qt::ToolTipRole:
        return toolTip(node);
    case Qt::AccessibleTextRole:
        return index.column() == Name
                   ? QCoreApplication::translate("wording", "%1: %2", "a node of the tree and what it is")
                         .arg(cell(node, Name), whatText(node))
                   : cell(node, index.column());
    case Qt::TextAlignmentRole:
        return index.column() >= Age ? int(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case TypeRole:
        return int(node.type);
    case ContextRole:
        return node.context.toString();
    case IdRole:
        return node.id;
    case CheckpointRole:
        return node.checkpoint ? QVariant::fromValue(*node.checkpoint) : QVariant();
    case KeyRole:
        return node.status ? QVariant::fromValue(SandboxKey{node.context, SandboxId(node.id)}) : QVariant();
    case StatusRole:
        return node.status ? QVariant(int(*node.status)) : QVariant();
    default:
        return {};
    }
}

QVariant LineageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= Age ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return say(QT_TRANSLATE_NOOP("wording", "Name"));
    case What:
        return say(QT_TRANSLATE_NOOP("wording", "What it is"));
    case Age:
        return say(QT_TRANSLATE_NOOP("wording", "Age"));
    case Size:
        return say(QT_TRANSLATE_NOOP("wording", "On disk"));
    case Clones:
        return say(QT_TRANSLATE_NOOP("wording", "Clones"));
    default:
        return {};
    }
}

} // namespace sandglass
