// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/losedialog.h"

#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass {

LoseDialog::LoseDialog(const QString &question, const QString &meaning, const QString &yes, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("loseDialog"));
    setWindowTitle(yes);
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(54 * Grid);
    auto *title = new QLabel(question, this);
    title->setObjectName(QStringLiteral("loseQuestion"));
    title->setFont(titleFont(font()));
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    ToneLabel *note = makeNoteLabel(meaning, this);
    note->setObjectName(QStringLiteral("loseMeaning"));
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *accept = buttons->addButton(yes, QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("loseAccept"));
    accept->setAutoDefault(false);
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setDefault(true);
    cancel->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(title);
    layout->addWidget(note);
    layout->addWidget(buttons);
}

} // namespace sandglass
