// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

namespace sandglass {

// A column of the fleet: one of FleetTableModel::Column, or the value of a label (its key; the number means
// nothing then).
struct ColumnRef
{
    int column = 0;
    QString label{};

    friend bool operator==(const ColumnRef &, const ColumnRef &) = default;
};

// Columns by a name that stays the same in files, in every language and when columns are added: "status",
// "left", "meta.team". Empty for a number that is no column.
[[nodiscard]] QString columnName(const ColumnRef &column);
[[nodiscard]] std::optional<ColumnRef> columnFromName(const QString &name);
// Its title for people; a label's is its key.
[[nodiscard]] QString columnTitle(const QString &name);
// The names of all columns that are not a label's.
[[nodiscard]] QStringList columnNames();

} // namespace sandglass
