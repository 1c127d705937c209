// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/fleetpane.h"

#include "widgets/fleet/emptystate.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/shell/workbench.h"

namespace sandglass {

FleetPane::FleetPane(Workbench &bench, QWidget *parent)
    : QStackedWidget(parent), m_bench(bench), m_view(new FleetView(bench.fleet, bench.selection, this)),
      m_empty(new EmptyState(bench, this))
{
    setObjectName(QStringLiteral("fleetPane"));
    addWidget(m_view);
    addWidget(m_empty);
    const auto follow = [this] {
        refresh();
    };
    connect(&bench.fleet, &QAbstractItemModel::rowsInserted, this, follow);
    connect(&bench.fleet, &QAbstractItemModel::rowsRemoved, this, follow);
    connect(&bench.fleet, &QAbstractItemModel::modelReset, this, follow);
    connect(&bench.fleet, &FleetTableModel::filterApplied, this, follow);
    connect(&bench.fleet, &FleetTableModel::filterExplanationChanged, this, follow);
    connect(&bench.store, &FleetStore::contextChanged, this, follow);
    connect(&bench.store, &FleetStore::loaded, this, follow);
    connect(&bench.store, &FleetStore::jobsChanged, this, follow);
    refresh();
}

void FleetPane::refresh()
{
    const bool empty = m_bench.fleet.rowCount() == 0;
    if (empty)
        m_empty->refresh();
    setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
}

} // namespace sandglass
