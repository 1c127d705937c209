// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/checkpointdialog.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass {

namespace {

// One that is free, so that Enter is enough.
QString freeName(const QString &base, const QStringList &taken)
{
    for (int number = 1; number < 1000; ++number) {
        const QString name = QStringLiteral("%1-%2").arg(base.left(55)).arg(number);
        if (!taken.contains(name))
            return name;
    }
    return {};
}

} // namespace

CheckpointDialog::CheckpointDialog(const QList<Sandbox> &sandboxes, const QStringList &taken, QWidget *parent)
    : QDialog(parent), m_sandboxes(sandboxes), m_taken(taken), m_name(new QLineEdit(this)),
      m_fault(makeFaultLabel(this)), m_accept(nullptr)
{
    setObjectName(QStringLiteral("checkpointDialog"));
    setWindowTitle(tr("Checkpoint"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(54 * Grid);
    const bool one = sandboxes.size() == 1;
    auto *title =
        new QLabel(one ? tr("Keep %1 as it is now?").arg(sandboxes.constFirst().name)
                       : tr("Keep these %n sandboxes as they are now?", nullptr, int(sandboxes.size())),
                   this);
    title->setFont(titleFont(font()));
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    m_name->setObjectName(QStringLiteral("checkpointName"));
    m_name->setAccessibleName(tr("Name of the checkpoint"));
    m_name->setMaxLength(63);
    m_name->setText(one ? freeName(sandboxes.constFirst().name, taken) : QString());
    m_name->setPlaceholderText(one ? QString() : tr("what their names begin with"));
    m_name->selectAll();
    m_fault->setObjectName(QStringLiteral("checkpointFault"));
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(tr("Make the checkpoint"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("checkpointAccept"));
    m_accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &CheckpointDialog::check);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid);
    layout->addWidget(title);
    layout->addWidget(makeNoteLabel(tr("It stands still for a moment and runs on. Clones of the checkpoint "
                                       "begin where it is now, with memory and disk."),
                                    this));
    layout->addWidget(m_name);
    layout->addWidget(m_fault);
    layout->addWidget(buttons);
    check();
    m_name->setFocus();
}

QStringList CheckpointDialog::names() const
{
    const QString name = m_name->text().trimmed();
    if (m_sandboxes.size() == 1)
        return {name};
    QStringList names;
    for (const Sandbox &sandbox : m_sandboxes)
        names.append((name.isEmpty() ? sandbox.name : name + u'-' + sandbox.name).left(63));
    return names;
}

void CheckpointDialog::check()
{
    QString fault;
    const QStringList wanted = names();
    for (const QString &name : wanted) {
        if (const auto checked = checkName(name); !checked)
            fault = wording::errorSentence(checked.error());
        else if (m_taken.contains(name) || wanted.count(name) > 1)
            fault = tr("There is a checkpoint %1 already.").arg(name);
        if (!fault.isEmpty())
            break;
    }
    const bool untouched = m_sandboxes.size() == 1 && m_name->text().isEmpty();
    m_fault->setText(untouched ? QString() : fault);
    m_fault->setVisible(!untouched && !fault.isEmpty());
    m_accept->setEnabled(fault.isEmpty());
}

} // namespace sandglass
