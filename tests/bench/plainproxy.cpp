// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plainproxy.h"

#include "tests/bench/figures.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace sandglass::bench {

PlainModel::PlainModel(const FleetTableModel &like)
{
    for (int row = 0; row < like.rowCount(); ++row) {
        m_names.append(like.index(row, FleetTableModel::Name).data().toString());
        m_statuses.append(like.index(row, FleetTableModel::Status).data().toString());
    }
}

int PlainModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_names.size());
}

int PlainModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant PlainModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    return index.column() == 0 ? m_names.at(index.row()) : m_statuses.at(index.row());
}

ProxyTimes measureProxy(const FleetTableModel &like, const QString &word)
{
    PlainModel plain(like);
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&plain);
    proxy.setFilterKeyColumn(0);
    QTableView view;
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.setModel(&proxy);
    view.resize(1200, 700);
    view.show();
    (void)turnUntil([] { return false; }, std::chrono::milliseconds(300));
    ProxyTimes times;
    QElapsedTimer timer;
    timer.start();
    proxy.setFilterFixedString(word);
    view.viewport()->repaint();
    times.filter = milliseconds(timer);
    times.matching = proxy.rowCount();
    proxy.setFilterFixedString({});
    (void)turnUntil([] { return false; }, std::chrono::milliseconds(300));
    timer.start();
    proxy.sort(0, Qt::DescendingOrder);
    view.viewport()->repaint();
    times.sort = milliseconds(timer);
    return times;
}

} // namespace sandglass::bench
