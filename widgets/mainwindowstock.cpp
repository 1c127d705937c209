// SPDX-License-Identifier: GPL-3.0-or-later
// What fleets hold besides their sandboxes, in the window.
#include "widgets/fleet/fleetpane.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/mainwindow.h"
#include "widgets/mainwindowprivate.h"
#include "widgets/shell/sidebar.h"
#include "widgets/stock/stockdesk.h"

#include <QStackedWidget>

namespace sandglass {

void MainWindowPrivate::connectStock(const QString &recipesFolder)
{
    m_stock = new StockDesk(m_bench, m_actions, *m_banners, *m_stage, recipesFolder, &m_window);
    connect(m_stock, &StockDesk::entering, this, [this] {
        m_actions.of(Act::History)->setChecked(false);
        m_actions.of(Act::Past)->setChecked(false);
    });
    connect(m_stock, &StockDesk::left, this, [this] { showHistory(false); });
    connect(m_stock, &StockDesk::launchRequested, this, &MainWindowPrivate::openLaunch);
    connect(m_stock, &StockDesk::sandboxChosen, this, [this](const SandboxKey &key) {
        if (m_bench.store.knows(key))
            m_pane->view().selectOnly(key);
    });
    connect(m_stage, &QStackedWidget::currentChanged, this, &MainWindowPrivate::refreshActions);
    connect(m_sidebar, &Sidebar::viewChosen, m_stock, &StockDesk::leave);
    connect(m_sidebar, &Sidebar::contextChosen, m_stock, &StockDesk::leave);
    connect(&m_bench.stock, &StockWatch::checkpointsChanged, this, &MainWindowPrivate::refreshActions);
    QList<QAction *> ways;
    for (const Act act :
         {Act::Checkpoints, Act::Pools, Act::Templates, Act::Agents, Act::History, Act::Alerts, Act::Api})
        ways.append(m_actions.of(act));
    m_sidebar->addActions(tr("Manage"), ways);
}

} // namespace sandglass
