// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/plansettingsdialog.h"

#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sandglass {

PlanSettingsDialog::PlanSettingsDialog(const OwnLabel &own, const PlanLimits &limits, QWidget *parent)
    : QDialog(parent), m_limits(limits), m_own(new QLineEdit(this)), m_perSecond(new QSpinBox(this)),
      m_grace(new QSpinBox(this))
{
    setObjectName(QStringLiteral("planSettings"));
    setWindowTitle(tr("How plans are carried out"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(58 * Grid);
    if (!own.isEmpty())
        m_own->setText(own.key + u'=' + own.value);
    m_own->setObjectName(QStringLiteral("planOwnLabel"));
    m_own->setPlaceholderText(QStringLiteral("owner=me"));
    m_own->setAccessibleName(tr("My label"));
    m_perSecond->setObjectName(QStringLiteral("planPerSecond"));
    m_perSecond->setRange(1, 100);
    m_perSecond->setValue(limits.perSecond);
    m_perSecond->setAccessibleName(tr("Sandboxes a second"));
    m_grace->setObjectName(QStringLiteral("planGrace"));
    m_grace->setRange(0, 600);
    m_grace->setSuffix(tr(" s", "seconds"));
    m_grace->setValue(static_cast<int>(std::chrono::floor<std::chrono::seconds>(limits.grace).count()));
    m_grace->setAccessibleName(tr("A delete can be taken back for"));
    ToneLabel *fault = makeFaultLabel(this);
    fault->setObjectName(QStringLiteral("planOwnLabelFault"));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->addRow(tr("My label"), m_own);
    form->addRow(QString(), fault);
    form->addRow(QString(),
                 makeNoteLabel(tr("Plans that stop or delete leave out what does not have it. Empty: "
                                  "nothing is left out."),
                               this));
    form->addRow(tr("Sandboxes a second"), m_perSecond);
    form->addRow(tr("A delete can be taken back for"), m_grace);
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *accept = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("planSettingsAccept"));
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_own, &QLineEdit::textChanged, this, [this, accept, fault] {
        const bool right = OwnLabel::fromText(m_own->text()).has_value();
        accept->setEnabled(right);
        fault->setText(right ? QString() : tr("A label is written key=value, such as owner=me."));
        fault->setVisible(!right);
    });
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Grid);
    layout->addLayout(form);
    layout->addWidget(buttons);
}

OwnLabel PlanSettingsDialog::ownLabel() const
{
    return OwnLabel::fromText(m_own->text()).value_or(OwnLabel());
}

PlanLimits PlanSettingsDialog::limits() const
{
    PlanLimits limits = m_limits;
    limits.perSecond = m_perSecond->value();
    limits.grace = std::chrono::seconds(m_grace->value());
    return limits;
}

} // namespace sandglass
