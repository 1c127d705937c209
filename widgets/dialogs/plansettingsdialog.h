// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plans/planrun.h"

#include <QDialog>

class QLineEdit;
class QSpinBox;

namespace sandglass {

// How plans are made and carried out: one's own label, without which nothing is stopped or deleted by a plan;
// how many sandboxes a second; how long a delete can be taken back. Use open().
class PlanSettingsDialog : public QDialog
{
    Q_OBJECT

public:
    PlanSettingsDialog(const OwnLabel &own, const PlanLimits &limits, QWidget *parent);

    [[nodiscard]] OwnLabel ownLabel() const;
    [[nodiscard]] PlanLimits limits() const;

private:
    PlanLimits m_limits;
    QLineEdit *m_own;
    QSpinBox *m_perSecond;
    QSpinBox *m_grace;
};

} // namespace sandglass
