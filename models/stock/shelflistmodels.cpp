// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/shelflistmodels.h"

#include "models/stock/stockwording.h"
#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("wording", text);
}

} // namespace

PoolListModel::PoolListModel(StockWatch &watch, QObject *parent) : ValueListModel(parent), m_watch(watch)
{
    connect(&watch, &StockWatch::poolsChanged, this, &PoolListModel::refresh);
    connect(&watch, &StockWatch::contextsChanged, this, &PoolListModel::refresh);
    connect(&watch.store(), &FleetStore::templatesChanged, this, &PoolListModel::refresh);
}

void PoolListModel::setActive(bool active)
{
    m_active = active;
    refresh();
}

void PoolListModel::refresh()
{
    if (!m_active)
        return;
    QList<ContextPool> rows;
    for (const ContextId &context : m_watch.contexts()) {
        if (!m_watch.store().capabilities(context).pools)
            continue;
        QSet<TemplateId> seen;
        const auto add = [&](const PoolInfo &pool) {
            if (seen.size() >= MostShelved || seen.contains(pool.templateId))
                return;
            seen.insert(pool.templateId);
            rows.append({context, pool});
        };
        for (const PoolInfo &pool : m_watch.stock(context)->pools())
            add(pool);
        for (const TemplateInfo &info : m_watch.store().templates(context)) {
            PoolInfo none;
            none.templateId = info.id;
            add(none);
        }
    }
    replaceValues(rows);
}

std::pair<ContextId, TemplateId> PoolListModel::keyOf(const ContextPool &value) const
{
    return {value.context, value.pool.templateId};
}

QVariant PoolListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const PoolInfo &pool = values().at(index.row()).pool;
    switch (role) {
    case Qt::DisplayRole:
        return pool.templateId.toString();
    case Qt::ToolTipRole:
        return wording::poolSentence(pool);
    case Qt::AccessibleTextRole:
        return QCoreApplication::translate("wording", "%1: %2", "a template and its pool")
            .arg(pool.templateId.toString(), wording::poolSentence(pool));
    default:
        return {};
    }
}

AgentListModel::AgentListModel(StockWatch &watch, QObject *parent) : ValueListModel(parent), m_watch(watch)
{
    connect(&watch, &StockWatch::agentsChanged, this, &AgentListModel::refresh);
    connect(&watch, &StockWatch::contextsChanged, this, &AgentListModel::refresh);
}

void AgentListModel::setActive(bool active)
{
    m_active = active;
    refresh();
}

void AgentListModel::refresh()
{
    if (!m_active)
        return;
    QList<ContextAgent> rows;
    for (const ContextId &context : m_watch.contexts()) {
        QSet<AgentId> seen;
        for (const Agent &agent : m_watch.stock(context)->agents()) {
            if (seen.size() >= MostShelved)
                break;
            if (seen.contains(agent.id))
                continue;
            seen.insert(agent.id);
            rows.append({context, agent});
        }
    }
    std::ranges::sort(rows, {},
                      [](const ContextAgent &each) { return std::pair(each.context, each.agent.id); });
    replaceValues(rows);
    if (!rows.isEmpty()) // what is replaced is told of the first column only
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::pair<ContextId, AgentId> AgentListModel::keyOf(const ContextAgent &value) const
{
    return {value.context, value.agent.id};
}

int AgentListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AgentListModel::cell(const ContextAgent &each, int column) const
{
    const Agent &agent = each.agent;
    switch (column) {
    case Id:
        return agent.id.toString();
    case Title:
        return agent.title;
    case Template:
        return agent.templateId.toString();
    case Size: {
        QStringList parts;
        if (agent.vcpus)
            parts.append(QCoreApplication::translate("wording", "%n vCPU(s)", nullptr, *agent.vcpus));
        if (agent.memory)
            parts.append(wording::bytesText(*agent.memory));
        return parts.isEmpty() ? say(QT_TRANSLATE_NOOP("wording", "the template's"))
                               : parts.join(QStringLiteral(", "));
    }
    case ModeColumn:
        return wording::modeText(agent.mode);
    case Time:
        return wording::lifetimeText(agent.timeout);
    case Location:
        return agent.location.isEmpty() ? m_watch.store().contextInfo(each.context).name : agent.location;
    default:
        return {};
    }
}

QVariant AgentListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ContextAgent &each = values().at(index.row());
    if (role == Qt::DisplayRole)
        return cell(each, index.column());
    if (role == Qt::ToolTipRole)
        return wording::metadataText(each.agent.metadata);
    return {};
}

QVariant AgentListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Id:
        return say(QT_TRANSLATE_NOOP("wording", "Agent"));
    case Title:
        return say(QT_TRANSLATE_NOOP("wording", "Title"));
    case Template:
        return say(QT_TRANSLATE_NOOP("wording", "Template"));
    case Size:
        return say(QT_TRANSLATE_NOOP("wording", "Size"));
    case ModeColumn:
        return say(QT_TRANSLATE_NOOP("wording", "Mode"));
    case Time:
        return say(QT_TRANSLATE_NOOP("wording", "Time"));
    case Location:
        return say(QT_TRANSLATE_NOOP("wording", "Location"));
    default:
        return {};
    }
}

} // namespace sandglass
