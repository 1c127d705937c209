// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/agentspage.h"

#include "widgets/shell/workbench.h"
#include "widgets/stock/agentdialog.h"
#include "widgets/stock/losedialog.h"
#include "widgets/stock/stockactor.h"
#include "widgets/stock/stockparts.h"
#include "widgets/theme/metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>

namespace sandglass {

AgentsPage::AgentsPage(Workbench &bench, StockActor &actor, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_actor(actor), m_model(bench.stock), m_table(new QTableView(this)),
      m_list(nullptr)
{
    setObjectName(QStringLiteral("agentsPage"));
    m_table->setObjectName(QStringLiteral("agentTable"));
    m_table->setAccessibleName(tr("Agents"));
    m_table->setModel(&m_model);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid + 2);
    styleList(m_table, m_table->horizontalHeader());
    const int character = fontMetrics().averageCharWidth();
    m_table->setColumnWidth(AgentListModel::Id, 20 * character);
    m_table->setColumnWidth(AgentListModel::Title, 24 * character);
    m_table->setColumnWidth(AgentListModel::Template, 16 * character);
    m_table->setColumnWidth(AgentListModel::Size, 18 * character);
    m_table->setColumnWidth(AgentListModel::ModeColumn, 14 * character);
    m_table->setColumnWidth(AgentListModel::Time, 16 * character);
    auto *barWidget = new QWidget(this);
    auto *bar = new QHBoxLayout(barWidget);
    bar->setContentsMargins(2 * Grid, HalfGrid, Grid, HalfGrid);
    bar->addStretch();
    m_new = addBarButton(bar, QStringLiteral("agentNew"), tr("New…"));
    m_launch = addBarButton(bar, QStringLiteral("agentLaunch"), tr("Launch"));
    m_edit = addBarButton(bar, QStringLiteral("agentEdit"), tr("Edit…"));
    m_remove = addBarButton(bar, QStringLiteral("agentRemove"), tr("Delete…"));
    m_list = new ListOrHint(m_table, QStringLiteral("agentsEmpty"), this);
    m_hintNew = m_list->addHintAction(tr("New agent…"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(barWidget);
    layout->addWidget(m_list, 1);
    connect(m_new, &QPushButton::clicked, this, [this] { edit({}); });
    connect(m_hintNew, &QPushButton::clicked, this, [this] { edit({}); });
    connect(m_edit, &QPushButton::clicked, this, [this] { edit(current()); });
    connect(m_launch, &QPushButton::clicked, this, &AgentsPage::launch);
    connect(m_remove, &QPushButton::clicked, this, &AgentsPage::remove);
    connect(m_table, &QTableView::activated, this, [this] { edit(current()); });
    connect(m_table, &QTableView::customContextMenuRequested, this, &AgentsPage::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &AgentsPage::refresh);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &AgentsPage::refresh);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &AgentsPage::refresh);
    connect(&bench.stock, &StockWatch::contextsChanged, this, &AgentsPage::refresh);
    auto *removeKey = new QShortcut(QKeySequence::Delete, m_table);
    removeKey->setContext(Qt::WidgetShortcut);
    connect(removeKey, &QShortcut::activated, m_remove, &QPushButton::click);
    refresh();
}

void AgentsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
}

void AgentsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
}

std::optional<ContextAgent> AgentsPage::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? std::optional(m_model.values().at(index.row())) : std::nullopt;
}

void AgentsPage::refresh()
{
    const bool any = m_bench.stock.anyCan(&Capabilities::agents);
    QString hint;
    if (!any)
        hint = tr("No context here knows agents.");
    else if (m_model.rowCount() == 0)
        hint =
            tr("There are no agents yet. An agent is a template with defaults under a name: programs launch "
               "from it without knowing sizes, times or labels.");
    m_list->setHint(hint);
    m_hintNew->setVisible(any);
    const auto agent = current();
    const bool can = agent && m_bench.stock.can(agent->context, &Capabilities::agents);
    m_new->setEnabled(any);
    m_edit->setEnabled(can);
    m_remove->setEnabled(can);
    m_launch->setEnabled(agent && m_bench.store.capabilities(agent->context).launch);
}

void AgentsPage::edit(const std::optional<ContextAgent> &agent)
{
    auto *dialog = new AgentDialog(m_bench, m_actor, agent, window());
    dialog->open();
}

void AgentsPage::launch()
{
    const auto agent = current();
    if (!agent)
        return;
    LaunchSpec spec;
    spec.agent = agent->agent.id;
    spec.templateId = agent->agent.templateId;
    m_bench.commander.launch(agent->context, spec);
}

void AgentsPage::remove()
{
    const auto agent = current();
    if (!agent)
        return;
    auto *dialog =
        new LoseDialog(tr("Delete the agent %1?").arg(agent->agent.id.toString()),
                       tr("Programs that launch from it will be refused. Where it still has sandboxes "
                          "or checkpoints, it is kept and they are named."),
                       tr("Delete the agent"), window());
    connect(dialog, &QDialog::accepted, this,
            [this, agent] { m_actor.removeAgent(agent->context, agent->agent.id); });
    dialog->open();
}

void AgentsPage::showMenu(const QPoint &position)
{
    if (!current())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton *button : {m_launch, m_edit, m_remove}) {
        QAction *action = menu->addAction(button->text());
        action->setEnabled(button->isEnabled());
        connect(action, &QAction::triggered, button, &QPushButton::click);
    }
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

} // namespace sandglass
