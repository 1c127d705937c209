// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/planresultdialog.h"

#include "models/plans/planlistmodel.h"
#include "widgets/theme/metrics.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace sandglass {

PlanResultDialog::PlanResultDialog(const PlanRunner &runner, int run, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("planResults"));
    setWindowTitle(tr("What became of each"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *model = new PlanResultModel(runner, run, this);
    auto *summary = new QLabel(this);
    summary->setTextFormat(Qt::PlainText);
    summary->setWordWrap(true);
    auto *table = new QTableView(this);
    table->setObjectName(QStringLiteral("planResultTable"));
    table->setAccessibleName(tr("Results"));
    table->setModel(model);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setColumnWidth(PlanResultModel::Name, 28 * fontMetrics().averageCharWidth());
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(copy, &QPushButton::clicked, model,
            [model] { QGuiApplication::clipboard()->setText(model->text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto say = [summary, &runner, run] {
        if (const PlanRun *plan = runner.run(run))
            summary->setText(runSentence(*plan));
    };
    connect(&runner, &PlanRunner::changed, summary, say);
    say();
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(summary);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    resize(80 * Grid, 56 * Grid);
}

} // namespace sandglass
