// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/quiethoursdialog.h"

#include "models/alerts/alertwords.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLocale>
#include <QPushButton>
#include <QTimeEdit>
#include <QVBoxLayout>

namespace sandglass {

QuietHoursDialog::QuietHoursDialog(const QuietHours &hours, WallTime now, QWidget *parent)
    : QDialog(parent), m_now(now), m_enabled(new QCheckBox(tr("Do not disturb me in these hours"), this)),
      m_from(new QTimeEdit(hours.from, this)), m_to(new QTimeEdit(hours.to, this)),
      m_critical(new QCheckBox(tr("Critical alerts disturb me all the same"), this)),
      m_note(makeNoteLabel({}, this))
{
    setObjectName(QStringLiteral("quietHoursDialog"));
    setWindowTitle(tr("Quiet hours"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(56 * Grid);
    m_enabled->setObjectName(QStringLiteral("quietEnabled"));
    m_enabled->setChecked(hours.enabled);
    for (QTimeEdit *edit : {m_from, m_to}) {
        edit->setDisplayFormat(QStringLiteral("HH:mm"));
        edit->setMaximumWidth(14 * Grid);
        connect(edit, &QTimeEdit::timeChanged, this, &QuietHoursDialog::refresh);
    }
    m_from->setObjectName(QStringLiteral("quietFrom"));
    m_from->setAccessibleName(tr("From"));
    m_to->setObjectName(QStringLiteral("quietTo"));
    m_to->setAccessibleName(tr("To"));
    m_critical->setObjectName(QStringLiteral("quietCritical"));
    m_critical->setChecked(hours.criticalAnyway);
    m_note->setObjectName(QStringLiteral("quietNote"));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->addRow(tr("From"), m_from);
    form->addRow(tr("To"), m_to);
    form->addRow(tr("Beginning on"), makeDays(hours.days));
    form->addRow(QString(), m_critical);
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *accept = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("quietAccept"));
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_enabled, &QCheckBox::toggled, this, &QuietHoursDialog::refresh);
    connect(m_critical, &QCheckBox::toggled, this, &QuietHoursDialog::refresh);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(m_enabled);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    refresh();
}

QWidget *QuietHoursDialog::makeDays(quint8 days)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Grid);
    const QLocale locale;
    for (int day = 1; day <= 7; ++day) {
        auto *box = new QCheckBox(locale.dayName(day, QLocale::ShortFormat), row);
        box->setObjectName(QStringLiteral("quietDay%1").arg(day));
        box->setAccessibleName(locale.dayName(day, QLocale::LongFormat));
        box->setChecked(days >> (day - 1) & 1);
        connect(box, &QCheckBox::toggled, this, &QuietHoursDialog::refresh);
        layout->addWidget(box);
        m_days.append(box);
    }
    layout->addStretch();
    return row;
}

QuietHours QuietHoursDialog::hours() const
{
    QuietHours hours{
        .enabled = m_enabled->isChecked(), .from = m_from->time(), .to = m_to->time(), .days = 0};
    for (int i = 0; i < m_days.size(); ++i)
        hours.days = quint8(hours.days | (m_days.at(i)->isChecked() ? 1 << i : 0));
    hours.criticalAnyway = m_critical->isChecked();
    return hours;
}

void QuietHoursDialog::refresh()
{
    const QuietHours now = hours();
    for (QWidget *each : QList<QWidget *>{m_from, m_to, m_critical})
        each->setEnabled(now.enabled);
    for (QCheckBox *day : std::as_const(m_days))
        day->setEnabled(now.enabled);
    const QTimeZone zone = chosenZone();
    QString text = tr("Times are those of %1. In quiet hours an alert shows in this window only; it is said "
                      "afterwards if it still fires.")
                       .arg(QString::fromLatin1(zone.id()));
    const auto until = now.quietUntil(m_now, zone);
    if (until)
        text += u'\n' + tr("It is quiet now, until %1.").arg(AlertWords::moment(*until, m_now));
    else if (now.enabled && now.isQuiet(m_now, zone))
        text += u'\n' + tr("It is always quiet.");
    else if (now.enabled && now.days == 0)
        text += u'\n' + tr("Choose a day; without one there are no quiet hours.");
    m_note->setText(text);
}

} // namespace sandglass
