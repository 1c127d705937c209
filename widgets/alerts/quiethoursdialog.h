// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/quiethours.h"

#include <QDialog>

class QCheckBox;
class QTimeEdit;

namespace sandglass {

class ToneLabel;

// When nobody is to be disturbed. Use open().
class QuietHoursDialog : public QDialog
{
    Q_OBJECT

public:
    QuietHoursDialog(const QuietHours &hours, WallTime now, QWidget *parent);

    [[nodiscard]] QuietHours hours() const;

private:
    [[nodiscard]] QWidget *makeDays(quint8 days);
    void refresh();

    WallTime m_now;
    QCheckBox *m_enabled;
    QTimeEdit *m_from;
    QTimeEdit *m_to;
    QList<QCheckBox *> m_days; // Monday first
    QCheckBox *m_critical;
    ToneLabel *m_note;
};

} // namespace sandglass
