// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/contextlistmodel.h"

#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass {

ContextListModel::ContextListModel(FleetStore &store, QObject *parent)
    : ValueListModel(parent), m_store(store)
{
    connect(&store, &FleetStore::contextsChanged, this, &ContextListModel::refresh);
    connect(&store, &FleetStore::contextChanged, this, &ContextListModel::refresh);
    connect(&store, &FleetStore::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0), index(rowCount() - 1), {CountRole});
    });
    refresh();
}

void ContextListModel::refresh()
{
    QList<ContextInfo> contexts;
    for (const ContextId &context : m_store.contexts())
        contexts.append(m_store.contextInfo(context));
    replaceValues(contexts);
}

ContextId ContextListModel::keyOf(const ContextInfo &value) const
{
    return value.id;
}

QVariant ContextListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ContextInfo &info = values().at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return info.name;
    case Qt::ToolTipRole:
        return info.error ? wording::errorSentence(*info.error) : wording::acceleratorSentence(info);
    case Qt::AccessibleTextRole:
        return QCoreApplication::translate("wording", "%1: %2", "a context and its state")
            .arg(info.name, wording::contextStateText(info.state));
    case ContextRole:
        return info.id.toString();
    case InfoRole:
        return QVariant::fromValue(info);
    case StateRole:
        return static_cast<int>(info.state);
    case CountRole:
        return m_store.countIn(info.id);
    case LastHeardRole:
        return wording::lastHeardText(m_store.lastHeard(info.id), m_store.clock().wallNow());
    case ErrorRole:
        return info.error ? wording::errorSentence(*info.error) : QString();
    default:
        return {};
    }
}

} // namespace sandglass
