// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plans/actionplan.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace sandglass {

class PlanListModel;

// Asks before something is lost or before a command goes to several: every name with its owner and what it
// means for it, who is left out and why, what it costs before and after; a number or a phrase has to be typed
// where confirmationOf() says so. Cancel is the default of a delete. Not modal to the event loop: use open().
class PlanDialog : public QDialog
{
    Q_OBJECT

public:
    // `make` makes the plan, without or with those that do not have one's own label.
    using Make = std::function<ActionPlan(bool othersToo)>;
    PlanDialog(Make make, QWidget *parent = nullptr);

    [[nodiscard]] const ActionPlan &plan() const { return m_plan; }

private:
    void build();
    QWidget *makeLists();
    QWidget *makeTypedField();
    void take(const ActionPlan &plan);
    void refreshTexts();
    void refreshAccept();
    [[nodiscard]] QString question() const;
    [[nodiscard]] QString costText() const;
    [[nodiscard]] QString ownersText() const;
    [[nodiscard]] bool isForOne() const;

    Make m_make;
    ActionPlan m_plan;
    Confirmation m_confirmation;
    QLabel *m_title;
    QLabel *m_meaning;
    QLabel *m_facts;
    QLabel *m_warning;
    QTabWidget *m_tabs;
    PlanListModel *m_taken;
    PlanListModel *m_leftOut;
    QCheckBox *m_others;
    QWidget *m_typing;
    QLabel *m_typedLabel;
    QLineEdit *m_typed;
    QPushButton *m_accept;
};

} // namespace sandglass
