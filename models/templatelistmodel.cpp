// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/templatelistmodel.h"

#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass {

TemplateListModel::TemplateListModel(FleetStore &store, QObject *parent)
    : ValueListModel(parent), m_store(store)
{
    connect(&store, &FleetStore::templatesChanged, this, &TemplateListModel::refresh);
    refresh();
}

void TemplateListModel::refresh()
{
    QList<ContextTemplate> templates;
    for (const ContextId &context : m_store.contexts()) {
        for (const TemplateInfo &info : m_store.templates(context))
            templates.append({context, info});
    }
    replaceValues(templates);
}

std::pair<ContextId, TemplateId> TemplateListModel::keyOf(const ContextTemplate &value) const
{
    return {value.context, value.info.id};
}

QVariant TemplateListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[context, info] = values().at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return info.id.toString();
    case Qt::ToolTipRole:
        return info.error ? wording::errorSentence(*info.error) : wording::resourcesText(info.defaults);
    case Qt::AccessibleTextRole:
        return QCoreApplication::translate("wording", "%1: %2", "a template and its state")
            .arg(info.id.toString(), wording::templateStateText(info.state));
    case ContextRole:
        return context.toString();
    case TemplateIdRole:
        return info.id.toString();
    case TemplateRole:
        return QVariant::fromValue(info);
    case StateRole:
        return static_cast<int>(info.state);
    case KindRole:
        return static_cast<int>(info.kind);
    case SummaryRole:
        return info.summary;
    default:
        return {};
    }
}

} // namespace sandglass
