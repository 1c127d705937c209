// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/viewdialog.h"

#include "models/views/columnnames.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int LongestName = 80;

} // namespace

QList<std::pair<QString, QString>> viewSummary(const SavedView &view)
{
    QList<std::pair<QString, QString>> lines;
    lines.append({ViewDialog::tr("Query"), view.query.isEmpty()
                                               ? ViewDialog::tr("everything but stopped and deleted ones")
                                               : view.query});
    if (!view.context.isEmpty())
        lines.append({ViewDialog::tr("Context"), view.context.toString()});
    QStringList columns;
    for (const ViewColumn &column : view.columns.columns)
        columns.append(columnTitle(column.name));
    lines.append({ViewDialog::tr("Columns"), view.columns.automatic
                                                 ? ViewDialog::tr("the usual ones, as they fit")
                                                 : columns.join(ViewDialog::tr(", ", "between columns"))});
    QStringList order;
    for (const ViewOrder &each : view.order)
        order.append(columnTitle(each.column) + (each.falling ? QStringLiteral(" ↓") : QStringLiteral(" ↑")));
    if (!order.isEmpty())
        lines.append({ViewDialog::tr("Order"), order.join(ViewDialog::tr(", ", "between columns"))});
    if (!view.group.isEmpty())
        lines.append({ViewDialog::tr("Groups"), columnTitle(view.group)});
    QStringList colors;
    for (const ViewRule &rule : view.rules)
        colors.append(ViewDialog::tr("%1 (%2)", "a colour and what it stands for")
                          .arg(ruleColorText(rule.color), ruleText(rule)));
    if (!colors.isEmpty())
        lines.append({ViewDialog::tr("Colours"), colors.join(ViewDialog::tr(", ", "between columns"))});
    return lines;
}

ViewDialog::ViewDialog(const QString &title, const QString &accept, const SavedView &view,
                       const RulesEditor::Known &known, QWidget *parent)
    : QDialog(parent), m_name(new QLineEdit(view.name, this)),
      m_rules(new RulesEditor(view.rules, known, this))
{
    setObjectName(QStringLiteral("viewDialog"));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumSize(96 * Grid, 48 * Grid);
    m_name->setObjectName(QStringLiteral("viewName"));
    m_name->setAccessibleName(tr("Name of the view"));
    m_name->setMaxLength(LongestName);
    m_name->selectAll();
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->addRow(tr("Name"), m_name);
    SavedView others = view;
    others.rules.clear(); // these are seen below
    for (const auto &[what, text] : viewSummary(others)) {
        auto *label = makeNoteLabel(text, this);
        label->setTextFormat(Qt::PlainText);
        form->addRow(what, label);
    }
    form->addRow(tr("Colours"), m_rules);
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("viewAccept"));
    m_accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    const auto check = [this] {
        m_accept->setEnabled(!name().isEmpty() && m_rules->isSound());
    };
    connect(m_name, &QLineEdit::textChanged, this, check);
    connect(m_rules, &RulesEditor::changed, this, check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Grid);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(buttons);
    check();
}

QString ViewDialog::name() const
{
    return m_name->text().simplified();
}

} // namespace sandglass
