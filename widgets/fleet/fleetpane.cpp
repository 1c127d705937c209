// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/fleetpane.h"

#include "widgets/fleet/emptystate.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/fleet/grouppane.h"
#include "widgets/fleet/timeslider.h"
#include "widgets/fleet/timetravel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int GroupsWidth = 44 * Grid;

} // namespace

FleetPane::FleetPane(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_layout(new QVBoxLayout(this)),
      m_split(new QSplitter(Qt::Horizontal, this)), m_groups(new GroupPane(bench, m_split)),
      m_stack(new QStackedWidget(m_split)), m_view(new FleetView(bench.fleet, bench.selection, m_stack)),
      m_empty(new EmptyState(bench, m_stack))
{
    setObjectName(QStringLiteral("fleetPane"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_split, 1);
    m_split->setHandleWidth(3);
    m_split->setStretchFactor(1, 1);
    m_split->setCollapsible(1, false);
    m_split->setSizes({GroupsWidth, 3 * GroupsWidth});
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
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

// The past's view goes before its model.
FleetPane::~FleetPane()
{
    delete m_pastView;
    delete m_slider;
}

void FleetPane::refresh()
{
    if (m_showsPast) {
        m_stack->setCurrentWidget(m_pastView);
        return;
    }
    const bool empty = m_bench.fleet.rowCount() == 0;
    if (empty)
        m_empty->refresh();
    m_stack->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
}

void FleetPane::buildPast()
{
    m_travel = new TimeTravel(m_bench, this);
    m_slider = new TimeSlider(*m_travel, this);
    m_layout->insertWidget(0, m_slider);
    auto *selection = new Selection(m_travel);
    m_pastView = new FleetView(m_travel->model(), *selection, m_stack);
    m_pastView->setObjectName(QStringLiteral("pastView"));
    m_pastView->setAccessibleName(tr("Sandboxes as they were"));
    m_stack->addWidget(m_pastView);
    connect(m_slider, &TimeSlider::backRequested, this, &FleetPane::showNow);
    // What its menu opens is the list's, whose columns the past follows.
    connect(m_pastView, &FleetView::columnChoiceRequested, m_view, &FleetView::columnChoiceRequested);
    connect(m_pastView, &FleetView::groupRequested, m_view, &FleetView::groupRequested);
    connect(m_view, &FleetView::columnsChanged, this, &FleetPane::dressPast);
    setDensity(m_density);
    setReducedMotion(m_reducedMotion);
}

void FleetPane::dressPast()
{
    m_pastView->setColumns(m_view->columns());
    m_pastView->setOrder(m_view->order());
}

void FleetPane::showPast(std::optional<WallTime> moment)
{
    if (!m_travel)
        buildPast();
    dressPast();
    m_travel->model().setRules(m_bench.fleet.rules().rules());
    setQuery(m_bench.fleet.query(), m_bench.fleet.context());
    m_showsPast = true;
    m_slider->show();
    m_travel->begin(moment);
    refresh();
    emit pastShown(true);
}

void FleetPane::showNow()
{
    if (!m_showsPast)
        return;
    m_showsPast = false;
    m_slider->hide();
    m_travel->end();
    refresh();
    emit pastShown(false);
}

void FleetPane::setRules(const QList<ViewRule> &rules)
{
    m_bench.fleet.setRules(rules);
    if (m_travel)
        m_travel->model().setRules(rules);
}

void FleetPane::setDensity(Density density)
{
    m_density = density;
    m_view->setDensity(density);
    if (m_pastView)
        m_pastView->setDensity(density);
}

void FleetPane::setReducedMotion(bool reduced)
{
    m_reducedMotion = reduced;
    m_view->setReducedMotion(reduced);
    if (m_pastView)
        m_pastView->setReducedMotion(reduced);
}

void FleetPane::setQuery(const Query &query, const ContextId &context)
{
    m_groups->setQuery({.query = query, .context = context});
    if (!m_travel)
        return;
    m_travel->model().setQuery(query);
    m_travel->model().setContext(context);
}

} // namespace sandglass
