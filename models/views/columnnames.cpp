// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/views/columnnames.h"

#include "backend/domain/query/termreader.h"
#include "models/fleettablemodel.h"

namespace sandglass {

namespace {

// In the order of FleetTableModel::Column.
constexpr std::array<const char *, FleetTableModel::ColumnCount> Names{
    "status",   "name", "kind", "template", "mode",  "age",  "left",
    "metadata", "cost", "rate", "source",   "since", "size", "id"};

} // namespace

QString columnName(const ColumnRef &column)
{
    if (!column.label.isEmpty())
        return QStringLiteral("meta.") + column.label;
    if (column.column < 0 || column.column >= FleetTableModel::ColumnCount)
        return {};
    return QLatin1StringView(Names[static_cast<std::size_t>(column.column)]);
}

std::optional<ColumnRef> columnFromName(const QString &name)
{
    for (int column = 0; column < FleetTableModel::ColumnCount; ++column) {
        if (name == columnName({column}))
            return ColumnRef{column};
    }
    const auto label = query::labelKey(name);
    if (!label || label->isEmpty())
        return std::nullopt;
    return ColumnRef{FleetTableModel::ColumnCount, *label};
}

QString columnTitle(const QString &name)
{
    const auto key = columnFromName(name);
    if (!key)
        return {};
    return key->label.isEmpty() ? FleetTableModel::title(key->column) : key->label;
}

QStringList columnNames()
{
    QStringList names;
    for (const char *name : Names)
        names.append(QLatin1StringView(name));
    return names;
}

} // namespace sandglass
