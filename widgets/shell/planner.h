// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plans/planrunner.h"

#include <QObject>

class QWidget;

namespace sandglass {

class Workbench;

// From a command on the selection to what comes of it: freezes the selection into a plan, shows the plan
// where it has to be agreed to, and has it carried out. What loses nothing and is for one is done at once.
// GUI thread.
class Planner : public QObject
{
    Q_OBJECT

public:
    Planner(Workbench &bench, QWidget *window);

    [[nodiscard]] PlanRunner &runner() { return m_runner; }
    void setOwnLabel(const OwnLabel &label) { m_own = label; }
    [[nodiscard]] const OwnLabel &ownLabel() const { return m_own; }

    void perform(Command command);
    void setTimeout(const QList<SandboxKey> &keys, std::optional<std::chrono::seconds> timeout);
    void extend(std::chrono::seconds by); // the selection, each beyond what it has left
    // What was done is taken back, where that can be: another plan, which is not asked for again.
    void undo(int run);
    [[nodiscard]] bool canUndo(int run) const;

signals:
    void impossible(const QString &why); // a sentence

private:
    [[nodiscard]] PlanSubject subject(const Sandbox &sandbox) const;
    [[nodiscard]] PlanWish wish(Command command) const;
    void ask(const QList<PlanSubject> &selection, const PlanWish &wish);
    void start(const QList<SandboxKey> &keys, const PlanWish &wish);
    void sayImpossible(const ActionPlan &plan);

    Workbench &m_bench;
    QWidget *m_window;
    PlanRunner m_runner;
    OwnLabel m_own;
};

} // namespace sandglass
