// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QStringList>

namespace sandglass::test {

// A model as people read it: one line a row, the given columns with '|' between (none given: every column).
[[nodiscard]] inline QStringList modelText(const QAbstractItemModel &model, QList<int> columns = {},
                                           int role = Qt::DisplayRole)
{
    if (columns.isEmpty()) {
        for (int column = 0; column < model.columnCount(); ++column)
            columns.append(column);
    }
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns)
            cells.append(model.index(row, column).data(role).toString());
        lines.append(cells.join(u'|'));
    }
    return lines;
}

} // namespace sandglass::test
