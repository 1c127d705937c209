// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/checkpointspage.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/stock/lineagedelegate.h"
#include "widgets/stock/stockactor.h"
#include "widgets/stock/stockparts.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTreeView>

namespace sandglass {

namespace {

constexpr std::chrono::seconds AgesEvery{5};

} // namespace

CheckpointsPage::CheckpointsPage(Workbench &bench, StockActor &actor, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_actor(actor), m_model(bench.stock), m_tree(new QTreeView(this)),
      m_list(nullptr), m_summary(makeNoteLabel({}, this))
{
    setObjectName(QStringLiteral("checkpointsPage"));
    m_tree->setObjectName(QStringLiteral("lineageTree"));
    m_tree->setAccessibleName(tr("Checkpoints and what was cloned from them"));
    m_tree->setModel(&m_model);
    m_tree->setItemDelegate(new LineageDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setExpandsOnDoubleClick(false);
    styleList(m_tree, m_tree->header());
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(LineageModel::Name, QHeaderView::Stretch);
    const int character = fontMetrics().averageCharWidth();
    m_tree->header()->resizeSection(LineageModel::What, 26 * character);
    m_tree->header()->resizeSection(LineageModel::Age, 10 * character);
    m_tree->header()->resizeSection(LineageModel::Size, 14 * character);
    m_tree->header()->resizeSection(LineageModel::Clones, 10 * character);
    m_summary->setObjectName(QStringLiteral("lineageSummary"));
    auto *barWidget = new QWidget(this);
    auto *bar = new QHBoxLayout(barWidget);
    bar->setContentsMargins(2 * Grid, HalfGrid, Grid, HalfGrid);
    bar->addWidget(m_summary, 1);
    m_checkpoint = addBarButton(bar, QStringLiteral("lineageCheckpoint"), tr("Checkpoint…"));
    m_clone = addBarButton(bar, QStringLiteral("lineageClone"), tr("Clone…"));
    m_show = addBarButton(bar, QStringLiteral("lineageShow"), tr("Show in the list"));
    m_remove = addBarButton(bar, QStringLiteral("lineageRemove"), tr("Delete…"));
    m_list = new ListOrHint(m_tree, QStringLiteral("lineageEmpty"), this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(barWidget);
    layout->addWidget(m_list, 1);
    connect(m_checkpoint, &QPushButton::clicked, this, [this] {
        if (const auto each = sandbox())
            emit checkpointRequested(each->key);
    });
    connect(m_clone, &QPushButton::clicked, this, &CheckpointsPage::clone);
    connect(m_remove, &QPushButton::clicked, this, &CheckpointsPage::remove);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const auto each = sandbox())
            emit sandboxChosen(each->key);
    });
    connect(m_tree, &QTreeView::activated, this, &CheckpointsPage::activate);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &CheckpointsPage::showMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &CheckpointsPage::refresh);
    connect(&m_model, &LineageModel::refreshed, this, &CheckpointsPage::refresh);
    connect(&m_model, &QAbstractItemModel::rowsInserted, m_tree,
            [this](const QModelIndex &above, int first, int last) {
                m_tree->expand(above);
                for (int row = first; row <= last; ++row)
                    m_tree->expandRecursively(m_model.index(row, 0, above));
            });
    auto *removeKey = new QShortcut(QKeySequence::Delete, m_tree);
    removeKey->setContext(Qt::WidgetShortcut);
    connect(removeKey, &QShortcut::activated, this, &CheckpointsPage::remove);
    m_ages.setInterval(AgesEvery);
    connect(&m_ages, &QTimer::timeout, m_tree->viewport(), qOverload<>(&QWidget::update));
    refresh();
}

void CheckpointsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
    m_ages.start();
}

void CheckpointsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
    m_ages.stop();
}

QModelIndex CheckpointsPage::current() const
{
    return m_tree->currentIndex().siblingAtColumn(0);
}

ContextId CheckpointsPage::context() const
{
    return ContextId(current().data(LineageModel::ContextRole).toString());
}

std::optional<CheckpointInfo> CheckpointsPage::checkpoint() const
{
    const QVariant value = current().data(LineageModel::CheckpointRole);
    return value.isValid() ? std::optional(value.value<CheckpointInfo>()) : std::nullopt;
}

std::optional<Sandbox> CheckpointsPage::sandbox() const
{
    const QVariant key = current().data(LineageModel::KeyRole);
    return key.isValid() ? m_bench.store.sandbox(key.value<SandboxKey>()) : std::nullopt;
}

void CheckpointsPage::refresh()
{
    int count = 0;
    Bytes size;
    for (const ContextId &context : m_bench.stock.contexts()) {
        for (const CheckpointInfo &info : m_bench.stock.stock(context)->checkpoints()) {
            ++count;
            size = size + info.size;
        }
    }
    m_summary->setText(count > 0
                           ? tr("%n checkpoint(s), %1 on disk", nullptr, count).arg(wording::bytesText(size))
                           : QString());
    QString hint;
    if (!m_bench.stock.anyCan(&Capabilities::checkpoints))
        hint = tr("No context here can make checkpoints.");
    else if (m_model.rowCount() == 0)
        hint =
            tr("There are no checkpoints yet. Select a running sandbox in the list and choose "
               "'Checkpoint…': it stands still for a moment, and any number of clones can begin from there. "
               "'Fork…' makes clones of it as it is, without one.");
    m_list->setHint(hint);
    const auto made = checkpoint();
    const auto each = sandbox();
    const bool can = m_bench.stock.can(context(), &Capabilities::checkpoints);
    const bool canFork = each && m_bench.truthOf(each->key).isReachable() && m_actor.canFork(*each);
    m_clone->setText(each ? tr("Fork…") : tr("Clone…"));
    m_clone->setEnabled((can && made && made->state == CheckpointState::Ready) || canFork);
    m_checkpoint->setEnabled(canFork);
    m_remove->setEnabled(can && made);
    m_show->setEnabled(each.has_value());
}

void CheckpointsPage::clone()
{
    if (!m_clone->isEnabled())
        return;
    if (const auto made = checkpoint())
        emit cloneRequested(context(), *made);
    else if (const auto each = sandbox())
        emit forkRequested(each->key);
}

void CheckpointsPage::remove()
{
    if (const auto made = checkpoint(); made && m_remove->isEnabled())
        emit removeRequested(context(), *made);
}

void CheckpointsPage::activate()
{
    if (checkpoint())
        clone();
    else if (const auto each = sandbox())
        emit sandboxChosen(each->key);
}

void CheckpointsPage::showMenu(const QPoint &position)
{
    if (!current().isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton *button : {m_checkpoint, m_clone, m_show, m_remove}) {
        QAction *action = menu->addAction(button->text());
        action->setEnabled(button->isEnabled());
        connect(action, &QAction::triggered, button, &QPushButton::click);
    }
    menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void CheckpointsPage::reveal(const ContextId &context, const CheckpointId &id)
{
    m_model.setActive(isVisible());
    const QModelIndex index = m_model.indexOf(LineageNode::Type::Checkpoint, context, id.toString());
    if (!index.isValid())
        return;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
}

} // namespace sandglass
