// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/timezonedialog.h"

#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QComboBox>
#include <QCompleter>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTimeZone>
#include <QVBoxLayout>

namespace sandglass {

TimeZoneDialog::TimeZoneDialog(const QByteArray &zone, QWidget *parent)
    : QDialog(parent), m_zones(new QComboBox(this))
{
    setObjectName(QStringLiteral("timeZoneDialog"));
    setWindowTitle(tr("Time zone"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(48 * Grid);
    m_zones->setObjectName(QStringLiteral("timeZones"));
    m_zones->setAccessibleName(tr("Time zone"));
    m_zones->setEditable(true);
    m_zones->setInsertPolicy(QComboBox::NoInsert);
    m_zones->completer()->setFilterMode(Qt::MatchContains);
    m_zones->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_zones->addItem(tr("As this computer (%1)").arg(QString::fromLatin1(QTimeZone::systemTimeZoneId())),
                     QByteArray());
    m_zones->addItem(tr("UTC"), QByteArray("UTC"));
    for (const QByteArray &id : QTimeZone::availableTimeZoneIds()) {
        if (id.contains('/'))
            m_zones->addItem(QString::fromLatin1(id), id);
    }
    m_zones->setCurrentIndex(qMax(0, m_zones->findData(zone)));
    auto *example = makeNoteLabel({}, this);
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *accept = buttons->addButton(tr("Use it"), QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("timeZoneAccept"));
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto show = [this, example, accept] {
        const bool known = m_zones->findText(m_zones->currentText()) >= 0;
        accept->setEnabled(known);
        const QTimeZone chosen =
            this->zone().isEmpty() ? QTimeZone::systemTimeZone() : QTimeZone(this->zone());
        const QDateTime now = QDateTime::currentDateTimeUtc().toTimeZone(chosen);
        example->setText(known ? tr("There it is %1 now.")
                                     .arg(now.toString(QStringLiteral("yyyy-MM-dd HH:mm")) + u' ' +
                                          now.timeZoneAbbreviation())
                               : tr("There is no such zone. Type a part of a city's name."));
    };
    connect(m_zones, &QComboBox::currentTextChanged, this, show);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(makeNoteLabel(tr("All times of the console are said in this zone."), this));
    layout->addWidget(m_zones);
    layout->addWidget(example);
    layout->addWidget(buttons);
    show();
}

QByteArray TimeZoneDialog::zone() const
{
    const int index = m_zones->findText(m_zones->currentText());
    return index < 0 ? QByteArray() : m_zones->itemData(index).toByteArray();
}

} // namespace sandglass
