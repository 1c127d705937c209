// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/plandialog.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int MostShown = 200;

} // namespace

PlanDialog::PlanDialog(const BulkPlan &plan, QWidget *parent) : QDialog(parent), m_plan(plan)
{
    setObjectName(QStringLiteral("planDialog"));
    setWindowTitle(wording::commandText(plan.command));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(58 * Grid);
    auto *title = new QLabel(question(), this);
    title->setObjectName(QStringLiteral("planQuestion"));
    title->setFont(titleFont(font()));
    title->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(this);
    auto *act = buttons->addButton(
        plan.items.size() > 1
            ? tr("%1 %n sandbox(es)", nullptr, int(plan.items.size())).arg(wording::commandText(plan.command))
            : wording::commandText(plan.command),
        QDialogButtonBox::AcceptRole);
    act->setObjectName(QStringLiteral("planAccept"));
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("planCancel"));
    act->setAutoDefault(false);
    if (plan.command == Command::Delete) {
        cancel->setDefault(true);
        cancel->setFocus();
    } else {
        act->setDefault(true);
        act->setFocus();
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(title);
    layout->addWidget(makeList(), 1);
    layout->addWidget(buttons);
}

QString PlanDialog::question() const
{
    if (m_plan.items.size() == 1) {
        const QString &name = m_plan.items.constFirst().name;
        return m_plan.command == Command::Delete
                   ? tr("Delete %1 for good?").arg(name)
                   : tr("%1: %2?", "command, sandbox").arg(wording::commandText(m_plan.command), name);
    }
    return bulkSummary(m_plan);
}

QWidget *PlanDialog::makeList()
{
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inner = new QWidget(scroll);
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Grid);
    const auto add = [&](const QString &name, const QString &text, const char *objectName) {
        auto *title = new QLabel(name, inner);
        title->setObjectName(QLatin1StringView(objectName));
        title->setTextFormat(Qt::PlainText);
        QFont strong = title->font();
        strong.setWeight(QFont::DemiBold);
        title->setFont(strong);
        title->setVisible(m_plan.items.size() > 1 || m_plan.excluded.size() > 0);
        layout->addWidget(title);
        if (!text.isEmpty())
            layout->addWidget(makeNoteLabel(text, inner));
    };
    for (const BulkPlan::Item &item : m_plan.items.first(qMin(m_plan.items.size(), qsizetype(MostShown))))
        add(item.name, item.consequence, "planItem");
    if (m_plan.items.size() > MostShown)
        layout->addWidget(
            new QLabel(tr("and %n more", nullptr, int(m_plan.items.size() - MostShown)), inner));
    if (!m_plan.excluded.isEmpty()) {
        auto *heading = new QLabel(tr("Left out"), inner);
        heading->setContentsMargins(0, Grid, 0, 0);
        layout->addWidget(heading);
        for (const BulkPlan::Excluded &each :
             m_plan.excluded.first(qMin(m_plan.excluded.size(), qsizetype(MostShown))))
            add(each.name, each.reason, "planExcluded");
    }
    layout->addStretch();
    scroll->setWidget(inner);
    const int wanted = inner->sizeHint().height() + HalfGrid;
    scroll->setMinimumHeight(qMin(wanted, 40 * Grid));
    return scroll;
}

QList<SandboxKey> PlanDialog::keys() const
{
    QList<SandboxKey> keys;
    for (const BulkPlan::Item &item : m_plan.items)
        keys.append(item.key);
    return keys;
}

} // namespace sandglass
