// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/querybuilder.h"

#include "models/wording.h"
#include "widgets/dialogs/conditionrow.h"
#include "widgets/parts/copyline.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sandglass {

QueryBuilder::QueryBuilder(Workbench &bench, const Query &query, const ContextId &context, QWidget *parent)
    : QDialog(parent), m_bench(bench), m_context(context), m_counter(bench.store), m_list(nullptr),
      m_joint(new QButtonGroup(this)), m_text(new CopyLine({}, this)),
      m_count(new ToneLabel(ToneLabel::Tone::Muted, {}, this)), m_accept(nullptr)
{
    setObjectName(QStringLiteral("queryBuilder"));
    setWindowTitle(tr("Build a query"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(92 * Grid, 56 * Grid);
    const QueryDraft draft = draftOf(query);
    auto *all = new QRadioButton(tr("All of these"), this);
    auto *any = new QRadioButton(tr("Any of these"), this);
    all->setObjectName(QStringLiteral("builderAll"));
    any->setObjectName(QStringLiteral("builderAny"));
    m_joint->addButton(all, 0);
    m_joint->addButton(any, 1);
    (draft.any ? any : all)->setChecked(true);
    auto *joint = new QHBoxLayout;
    joint->addWidget(all);
    joint->addWidget(any);
    joint->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Conditions"));
    scroll->setFrameShape(QFrame::NoFrame);
    auto *inner = new QWidget(scroll);
    auto *column = new QVBoxLayout(inner);
    column->setContentsMargins(0, 0, HalfGrid, 0);
    m_list = new QVBoxLayout;
    column->addLayout(m_list);
    auto *add = new QPushButton(themeIcon(Icon::Filter), tr("Add a condition"), inner);
    add->setObjectName(QStringLiteral("builderAdd"));
    add->setAutoDefault(false);
    column->addWidget(add, 0, Qt::AlignLeft);
    column->addStretch();
    scroll->setWidget(inner);
    m_count->setObjectName(QStringLiteral("builderCount"));
    m_text->setObjectName(QStringLiteral("builderText"));
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(tr("Show these"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("builderAccept"));
    m_accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addLayout(joint);
    layout->addWidget(scroll, 1);
    layout->addWidget(makeNoteLabel(tr("As it is typed:"), this));
    layout->addWidget(m_text);
    layout->addWidget(m_count);
    layout->addWidget(buttons);
    for (const Condition &condition : draft.conditions)
        addRow(condition);
    if (draft.conditions.isEmpty())
        addRow({.field = query::Field::Status, .label = {}, .values = {}, .written = {}});
    connect(add, &QPushButton::clicked, this, [this] {
        addRow({.field = query::Field::Meta, .label = {}, .values = {}, .written = {}});
        m_rows.constLast()->focusValue();
        refresh();
    });
    connect(m_joint, &QButtonGroup::idClicked, this, &QueryBuilder::refresh);
    connect(&m_counter, &FleetCounter::counted, this, &QueryBuilder::refreshCount);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void QueryBuilder::addRow(const Condition &condition)
{
    auto *row = new ConditionRow(condition, m_bench.knownValues(), this);
    m_rows.append(row);
    m_list->addWidget(row);
    connect(row, &ConditionRow::changed, this, &QueryBuilder::refresh);
    connect(row, &ConditionRow::removeRequested, this, [this, row] { removeRow(row); });
}

void QueryBuilder::removeRow(ConditionRow *row)
{
    m_rows.removeOne(row);
    row->hide();
    row->deleteLater();
    refresh();
}

void QueryBuilder::refresh()
{
    QueryDraft draft{.any = m_joint->checkedId() == 1, .conditions = {}};
    for (const ConditionRow *row : std::as_const(m_rows))
        draft.conditions.append(row->condition());
    const DraftQuery built = queryOf(draft);
    for (qsizetype i = 0; i < m_rows.size(); ++i)
        m_rows.at(i)->showFault(i == built.faulty ? wording::queryFaultSentence(*built.fault) : QString());
    m_accept->setEnabled(!built.fault);
    if (!built.fault) {
        m_query = built.query;
        m_text->setText(m_query.isEmpty() ? tr("(everything but stopped and deleted ones)") : m_query.text());
        m_counter.setQueries({{.query = m_query, .context = m_context}});
    }
    refreshCount();
}

void QueryBuilder::refreshCount()
{
    const auto count = m_counter.count(0);
    m_count->setText(count ? tr("Finds %n sandbox(es).", nullptr, *count) : tr("Counting…"));
}

} // namespace sandglass
