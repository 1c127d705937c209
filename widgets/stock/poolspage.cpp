// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/poolspage.h"

#include "backend/core/whenanswered.h"
#include "models/stock/stockwording.h"
#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/stock/stockactor.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>

namespace sandglass {

namespace {

constexpr int FigureWidth = 11 * Grid;

QLabel *addFigure(QHBoxLayout *row, const QString &name, const QString &caption)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    auto *parent = row->parentWidget();
    auto *figure = new QLabel(parent);
    figure->setObjectName(name);
    figure->setFont(tabularFont(titleFont(figure->font())));
    figure->setMinimumWidth(FigureWidth);
    figure->setTextFormat(Qt::PlainText);
    auto *below = new ToneLabel(ToneLabel::Tone::Muted, caption, parent);
    below->setFont(smallFont(below->font()));
    column->addWidget(figure);
    column->addWidget(below);
    row->addLayout(column);
    return figure;
}

QSpinBox *addSpin(QHBoxLayout *row, const QString &name, const QString &caption)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    auto *spin = new QSpinBox(row->parentWidget());
    spin->setObjectName(name);
    spin->setRange(0, MaxPool);
    spin->setAccessibleName(caption);
    auto *below = new ToneLabel(ToneLabel::Tone::Muted, caption, row->parentWidget());
    below->setFont(smallFont(below->font()));
    column->addWidget(spin);
    column->addWidget(below);
    row->addLayout(column);
    return spin;
}

} // namespace

PoolRow::PoolRow(StockActor &actor, const ContextPool &pool, const QString &contextName, QWidget *parent)
    : QWidget(parent), m_actor(actor), m_pool(pool)
{
    setObjectName(QStringLiteral("pool-") + pool.pool.templateId.toString());
    setAccessibleName(tr("Pool of %1").arg(pool.pool.templateId.toString()));
    build(contextName);
    m_least->setValue(pool.pool.setting.least);
    m_most->setValue(pool.pool.setting.most);
    refresh();
}

void PoolRow::build(const QString &contextName)
{
    auto *frame = new QWidget(this);
    auto *row = new QHBoxLayout(frame);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * Grid);
    const QString id = m_pool.pool.templateId.toString();
    auto *name = new QLabel(contextName.isEmpty() ? id : tr("%1 (%2)").arg(id, contextName), frame);
    QFont strong = name->font();
    strong.setWeight(QFont::DemiBold);
    name->setFont(strong);
    name->setTextFormat(Qt::PlainText);
    row->addWidget(name, 1);
    m_ready = addFigure(row, QStringLiteral("poolReady"), tr("ready of wanted"));
    m_starting = addFigure(row, QStringLiteral("poolStarting"), tr("on the way"));
    m_memory = addFigure(row, QStringLiteral("poolMemory"), tr("memory held"));
    m_least = addSpin(row, QStringLiteral("poolLeast"), tr("at least"));
    m_most = addSpin(row, QStringLiteral("poolMost"), tr("at most"));
    m_apply = new QPushButton(tr("Apply"), frame);
    m_apply->setObjectName(QStringLiteral("poolApply"));
    m_undo = new QPushButton(tr("Undo"), frame);
    m_undo->setObjectName(QStringLiteral("poolUndo"));
    row->addWidget(m_apply);
    row->addWidget(m_undo);
    m_said = makeNoteLabel({}, this);
    m_said->setObjectName(QStringLiteral("poolSaid"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * Grid, Grid, 2 * Grid, Grid);
    layout->setSpacing(HalfGrid);
    layout->addWidget(frame);
    layout->addWidget(m_said);
    connect(m_least, &QSpinBox::valueChanged, this, [this](int least) {
        m_most->setValue(std::max(m_most->value(), least));
        refresh();
    });
    connect(m_most, &QSpinBox::valueChanged, this, [this](int most) {
        m_least->setValue(std::min(m_least->value(), most));
        refresh();
    });
    connect(m_apply, &QPushButton::clicked, this, [this] { apply(typed()); });
    connect(m_undo, &QPushButton::clicked, this, &PoolRow::undo);
}

PoolSetting PoolRow::typed() const
{
    return {.least = m_least->value(), .most = m_most->value()};
}

void PoolRow::setPool(const PoolInfo &pool)
{
    // What somebody is typing stays.
    const bool untouched = typed() == m_pool.pool.setting;
    m_pool.pool = pool;
    if (untouched) {
        m_least->setValue(pool.setting.least);
        m_most->setValue(pool.setting.most);
    }
    refresh();
}

void PoolRow::refresh()
{
    const PoolInfo &pool = m_pool.pool;
    m_ready->setText(tr("%1 / %2", "ready, wanted").arg(pool.ready).arg(pool.wanted));
    m_starting->setText(QString::number(pool.starting));
    m_memory->setText(pool.memory.value > 0 ? wording::bytesText(pool.memory) : QStringLiteral("–"));
    const bool pending = typed() != pool.setting;
    m_apply->setEnabled(pending && !m_waiting);
    m_undo->setEnabled((pending || m_before) && !m_waiting);
    m_undo->setToolTip(pending    ? tr("Back to %1 to %2").arg(pool.setting.least).arg(pool.setting.most)
                       : m_before ? tr("Back to %1 to %2").arg(m_before->least).arg(m_before->most)
                                  : QString());
    if (m_refused && pending)
        return;
    m_refused = false;
    QString text = wording::poolSentence(pool);
    if (pool.lately > 0 || pool.assigned > 0)
        text += u' ' + tr("%1 launches lately; %2 got one that waited.").arg(pool.lately).arg(pool.assigned);
    m_said->setTone(pool.error ? ToneLabel::Tone::Fault : ToneLabel::Tone::Muted);
    m_said->setText(text);
}

void PoolRow::apply(const PoolSetting &setting)
{
    const PoolSetting was = m_pool.pool.setting;
    m_waiting = true;
    refresh();
    whenAnswered(m_actor.setPool(m_pool.context, m_pool.pool.templateId, setting), this,
                 [this, was, setting](const Result<Done> &set) {
                     m_waiting = false;
                     if (set) {
                         m_refused = false;
                         m_before = was;
                         m_pool.pool.setting = setting; // the figures follow
                         return refresh();
                     }
                     m_refused = true;
                     m_said->setTone(ToneLabel::Tone::Fault);
                     m_said->setText(wording::errorSentence(set.error()));
                     refresh();
                 });
}

void PoolRow::undo()
{
    const bool pending = typed() != m_pool.pool.setting;
    const PoolSetting back = pending ? m_pool.pool.setting : m_before.value_or(m_pool.pool.setting);
    m_refused = false;
    m_least->setValue(0); // so that neither bound moves the other
    m_most->setValue(back.most);
    m_least->setValue(back.least);
    if (!pending)
        apply(back);
}

PoolsPage::PoolsPage(Workbench &bench, StockActor &actor, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_actor(actor), m_pools(bench.stock), m_inner(new QWidget(this)),
      m_rowsLayout(new QVBoxLayout(m_inner)), m_empty(new QLabel(this)), m_total(makeNoteLabel({}, this))
{
    setObjectName(QStringLiteral("poolsPage"));
    m_inner->setBackgroundRole(QPalette::Base);
    m_inner->setAutoFillBackground(true);
    m_rowsLayout->setContentsMargins(0, Grid, 0, Grid);
    m_rowsLayout->setSpacing(0);
    m_empty->setObjectName(QStringLiteral("poolsEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(4 * Grid);
    m_empty->setText(tr("No context here has pools yet. Where one has, clones of a template can wait for a "
                        "launch, which is then there at once."));
    m_rowsLayout->addWidget(m_empty);
    m_rowsLayout->addStretch();
    m_total->setObjectName(QStringLiteral("poolsTotal"));
    m_total->setContentsMargins(2 * Grid, Grid, 2 * Grid, Grid);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields have it
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_total);
    layout->addWidget(scroll, 1);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &PoolsPage::refresh);
    const auto soon = [this] {
        m_soon.start();
    };
    connect(&m_pools, &QAbstractItemModel::rowsInserted, this, soon);
    connect(&m_pools, &QAbstractItemModel::rowsRemoved, this, soon);
    connect(&m_pools, &QAbstractItemModel::rowsMoved, this, soon);
    connect(&m_pools, &QAbstractItemModel::dataChanged, this, soon);
    refresh();
}

void PoolsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_pools.setActive(true);
    refresh();
}

void PoolsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_pools.setActive(false);
}

// Rows of the same template stay, with what somebody is typing in them.
void PoolsPage::refresh()
{
    const bool several = m_bench.stock.contexts().size() > 1;
    QList<PoolRow *> rows;
    Bytes memory;
    int ready = 0;
    for (const ContextPool &each : m_pools.values()) {
        const auto known = std::ranges::find_if(m_rows, [&](const PoolRow *row) {
            return row->pool().context == each.context && row->pool().pool.templateId == each.pool.templateId;
        });
        PoolRow *row = nullptr;
        if (known != m_rows.end()) {
            row = *known;
            m_rows.erase(known);
            if (row->pool() != each)
                row->setPool(each.pool);
        } else {
            row = new PoolRow(m_actor, each,
                              several ? m_bench.store.contextInfo(each.context).name : QString(), m_inner);
        }
        m_rowsLayout->insertWidget(int(rows.size()), row);
        rows.append(row);
        memory = memory + each.pool.memory;
        ready += each.pool.ready;
    }
    for (PoolRow *gone : std::exchange(m_rows, rows)) {
        gone->hide();
        gone->deleteLater();
    }
    m_empty->setVisible(rows.isEmpty());
    m_total->setVisible(!rows.isEmpty());
    m_total->setText(tr("A launch takes a clone that waits and is there at once. Pools follow the demand "
                        "between the two bounds while there is memory. Waiting now: %1, holding %2.")
                         .arg(QLocale().toString(ready), wording::bytesText(memory)));
}

} // namespace sandglass
