// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/viewswitch.h"

#include "backend/domain/query/edit.h"
#include "widgets/fleet/fleetpane.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/fleet/grouppane.h"
#include "widgets/fleet/querybar.h"
#include "widgets/shell/workbench.h"

#include <QScopedValueRollback>

namespace sandglass {

ViewSwitch::ViewSwitch(Workbench &bench, QueryBar &query, FleetPane &pane, QObject *parent)
    : QObject(parent), m_bench(bench), m_query(query), m_pane(pane)
{
    connect(&query, &QueryBar::queryChanged, this, &ViewSwitch::compare);
    connect(&query, &QueryBar::contextChosen, this, &ViewSwitch::compare);
    connect(&pane.view(), &FleetView::columnsChanged, this, &ViewSwitch::compare);
    connect(&pane.groups(), &GroupPane::groupChanged, this, &ViewSwitch::compare);
    connect(&bench.views, &ViewBook::changed, this, [this] {
        if (!m_current.isEmpty() && !m_bench.views.find(m_current))
            m_current.clear();
        compare();
    });
}

void ViewSwitch::restore(const KeptViews &kept)
{
    if (!kept.views.isEmpty() || !kept.removedBuiltIns.isEmpty())
        m_bench.views.restore(kept);
    const SavedView *chosen = m_bench.views.find(kept.current);
    if (!chosen && !m_bench.views.views().isEmpty())
        chosen = &m_bench.views.views().constFirst();
    if (!chosen)
        return;
    choose(chosen->id);
    if (!kept.current.isEmpty()) {
        show(kept.shown);
        compare();
    }
}

KeptViews ViewSwitch::kept() const
{
    KeptViews kept = m_bench.views.kept();
    kept.current = m_current;
    kept.shown = shown();
    return kept;
}

void ViewSwitch::show(const SavedView &view)
{
    const QScopedValueRollback guard(m_showing, true);
    m_query.setContext(view.context);
    m_query.setQuery(queryOf(view));
    m_pane.view().setColumns(view.columns);
    m_pane.view().setOrder(view.order);
    m_pane.groups().setGroup(view.group);
    m_pane.setRules(view.rules);
}

void ViewSwitch::showRules(const QList<ViewRule> &rules)
{
    m_pane.setRules(rules);
    compare();
}

void ViewSwitch::takeRules(const QList<ViewRule> &rules)
{
    m_chosen.rules = rules;
    showRules(rules);
}

void ViewSwitch::choose(const QString &id)
{
    const SavedView *view = m_bench.views.find(id);
    if (!view)
        return;
    const SavedView wanted = *view;
    m_current = id;
    show(wanted);
    // A view that says nothing of the order leaves it; that is no change of it.
    m_chosen = shown();
    m_modified = false;
    emit changed();
    emit touched();
}

void ViewSwitch::narrowBy(const QString &id)
{
    if (const SavedView *view = m_bench.views.find(id))
        m_query.setQuery(query::both(m_query.query(), queryOf(*view)));
}

void ViewSwitch::adopt(const QString &id)
{
    m_current = id;
    m_chosen = shown();
    m_modified = false;
    emit changed();
    emit touched();
}

SavedView ViewSwitch::shown() const
{
    SavedView view;
    view.query = m_query.query().text();
    view.context = m_query.context();
    view.columns = m_pane.view().columns();
    view.order = m_pane.view().order();
    view.group = m_pane.groups().group();
    view.rules = m_bench.fleet.rules().rules();
    return view;
}

void ViewSwitch::compare()
{
    if (m_showing)
        return;
    const SavedView now = shown();
    // Whoever types what another view asks for is in that view.
    if (m_current.isEmpty() || !now.showsSame(m_chosen)) {
        for (const SavedView &view : m_bench.views.views()) {
            if (view.id != m_current && view.columns == now.columns && view.group == now.group &&
                view.rules == now.rules && view.context == now.context && queryOf(view) == m_query.query() &&
                (view.order.isEmpty() || view.order == now.order)) {
                adopt(view.id);
                return;
            }
        }
    }
    const bool modified = !m_current.isEmpty() && !now.showsSame(m_chosen);
    if (std::exchange(m_modified, modified) != modified)
        emit changed();
    emit touched();
}

} // namespace sandglass
