// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace sandglass {

class PlanRunner;

// What became of each sandbox of a plan, while it is carried out and afterwards; to be copied. Use show().
class PlanResultDialog : public QDialog
{
    Q_OBJECT

public:
    PlanResultDialog(const PlanRunner &runner, int run, QWidget *parent);
};

} // namespace sandglass
