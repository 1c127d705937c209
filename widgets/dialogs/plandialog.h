// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/bulkplan.h"

#include <QDialog>

namespace sandglass {

// Asks before something is lost or before a command goes to several: every name with what it means for it,
// and who is left out and why. Cancel is the default of a delete. Not modal to the event loop: use open().
class PlanDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PlanDialog(const BulkPlan &plan, QWidget *parent = nullptr);

    [[nodiscard]] QList<SandboxKey> keys() const;

private:
    QWidget *makeList();
    [[nodiscard]] QString question() const;

    BulkPlan m_plan;
};

} // namespace sandglass
