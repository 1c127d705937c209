// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindowPrivate does for alerts: where the badge is, what they are made from, and where they lead.
#include "widgets/alerts/alertbadge.h"
#include "widgets/alerts/alertdesk.h"
#include "widgets/fleet/fleetpane.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/fleet/querybar.h"
#include "widgets/mainwindow.h"
#include "widgets/mainwindowprivate.h"
#include "widgets/shell/viewcommands.h"
#include "widgets/shell/viewswitch.h"

#include <QStatusBar>

namespace sandglass {

void MainWindowPrivate::makeAlerts(const AlertParts &parts)
{
    m_alerts = std::make_unique<AlertDesk>(m_bench, m_actions, *m_banners, m_window, parts);
    m_window.statusBar()->addPermanentWidget(m_alerts->badge());
    connect(m_alerts.get(), &AlertDesk::listWanted, this,
            [this](const Query &query, const ContextId &context) {
                m_actions.of(Act::History)->setChecked(false);
                showPast(false);
                m_query->setContext(context);
                m_query->setQuery(query);
                m_window.activateWindow();
                m_pane->view().setFocus();
            });
    on(Act::NewAlert, [this] {
        const SavedView *view = m_bench.views.find(m_views->current());
        m_alerts->create(view && !m_views->isModified() ? view->name : QString(), m_query->query().text(),
                         m_query->context());
    });
    connect(m_viewCommands, &ViewCommands::alertWanted, this, [this](const QString &id) {
        if (const SavedView *view = m_bench.views.find(id))
            m_alerts->create(view->name, view->query, view->context);
    });
}

} // namespace sandglass
