// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleettablemodel.h"

#include <QAbstractTableModel>

namespace sandglass::bench {

// The same rows as plain texts, ready to be given out: as fast as a model can be below a proxy.
class PlainModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit PlainModel(const FleetTableModel &like);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<QString> m_names;
    QList<QString> m_statuses;
};

// Milliseconds until a view shows the rows that hold a word, and all of them by name with falling letters.
struct ProxyTimes
{
    double filter = 0;
    double sort = 0;
    int matching = 0;
};
[[nodiscard]] ProxyTimes measureProxy(const FleetTableModel &like, const QString &word);

} // namespace sandglass::bench
