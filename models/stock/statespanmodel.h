// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/statespans.h"

#include <QAbstractTableModel>

namespace sandglass {

// The spans of one sandbox as rows, the newest first: what a picture of them says in words. GUI thread.
class StateSpanModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { State, From, For, Why, ColumnCount };
    Q_ENUM(Column)
    enum Role {
        StatusRole = Qt::UserRole + 1, // int of Status; invalid: not known
    };
    Q_ENUM(Role)

    using QAbstractTableModel::QAbstractTableModel;

    // Oldest first. Rows that stay the same stay.
    void setSpans(const std::vector<StateSpan> &spans);
    [[nodiscard]] const std::vector<StateSpan> &spans() const { return m_spans; }
    [[nodiscard]] int rowOfSpan(int span) const { return int(m_spans.size()) - 1 - span; } // and back
    // "running, 12:04:31 to 12:09:02, 4m 31s, asked by you".
    [[nodiscard]] static QString sentence(const StateSpan &span);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<StateSpan> m_spans;
};

} // namespace sandglass
