// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/planner.h"

#include "widgets/dialogs/plandialog.h"
#include "widgets/shell/workbench.h"

namespace sandglass {

Planner::Planner(Workbench &bench, QWidget *window)
    : QObject(window), m_bench(bench), m_window(window), m_runner(bench.store)
{}

PlanSubject Planner::subject(const Sandbox &sandbox) const
{
    const PriceBook prices = m_bench.store.prices(sandbox.key.context);
    return {.sandbox = sandbox,
            .capabilities = m_bench.store.capabilities(sandbox.key.context),
            .prices = prices == PriceBook() ? std::nullopt : std::optional(prices),
            .truth = m_bench.truthOf(sandbox.key)};
}

PlanWish Planner::wish(Command command) const
{
    PlanWish wish{.command = command,
                  .timeout = {},
                  .query = {},
                  .own = m_own,
                  .othersToo = false,
                  .now = m_bench.now()};
    // Everything that the query finds, and not a few picked from it.
    if (m_bench.selection.keys().size() > 1 && m_bench.selection.keys().size() == m_bench.fleet.rowCount())
        wish.query = m_bench.fleet.query();
    return wish;
}

void Planner::perform(Command command)
{
    QList<PlanSubject> selection;
    for (const Sandbox &sandbox : m_bench.selected())
        selection.append(subject(sandbox));
    const PlanWish wanted = wish(command);
    const ActionPlan plan = makePlan(selection, wanted);
    if (!plan.isPossible() && plan.excludedFor(Exclusion::NotYours) == 0)
        return sayImpossible(plan);
    if (confirmationOf(plan).kind == Confirmation::Kind::None && plan.isPossible())
        m_bench.commander.perform(command, {plan.items.constFirst().key});
    else
        ask(selection, wanted);
}

void Planner::ask(const QList<PlanSubject> &selection, const PlanWish &wish)
{
    auto *dialog = new PlanDialog(
        [selection, wish](bool othersToo) {
            PlanWish wanted = wish;
            wanted.othersToo = othersToo;
            return makePlan(selection, wanted);
        },
        m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_runner.start(dialog->plan()); });
    dialog->open();
}

void Planner::setTimeout(const QList<SandboxKey> &keys, std::optional<std::chrono::seconds> timeout)
{
    PlanWish wanted = wish(Command::SetTimeout);
    wanted.timeout = timeout;
    start(keys, wanted);
}

void Planner::extend(std::chrono::seconds by)
{
    PlanWish wanted = wish(Command::SetTimeout);
    wanted.more = by;
    start(m_bench.selection.keys(), wanted);
}

// Nothing is lost by these, so nobody is asked.
void Planner::start(const QList<SandboxKey> &keys, const PlanWish &wish)
{
    QList<PlanSubject> subjects;
    for (const SandboxKey &key : keys) {
        if (const auto sandbox = m_bench.store.sandbox(key))
            subjects.append(subject(*sandbox));
    }
    const ActionPlan plan = makePlan(subjects, wish);
    if (plan.items.size() > 1) {
        m_runner.start(plan);
    } else if (plan.items.size() == 1) {
        const auto sandbox = m_bench.store.sandbox(plan.items.constFirst().key);
        const auto left = sandbox->lifetime.left(m_bench.now()).value_or(std::chrono::seconds(0));
        m_bench.commander.setTimeout({sandbox->key}, PlanRun(plan, {}).timeoutFor(left));
    } else {
        sayImpossible(plan);
    }
}

void Planner::sayImpossible(const ActionPlan &plan)
{
    if (!plan.excluded.isEmpty())
        emit impossible(tr("%1: %2", "a sandbox, why nothing can be done")
                            .arg(plan.excluded.constFirst().name, plan.excluded.constFirst().reason));
}

bool Planner::canUndo(int run) const
{
    const PlanRun *done = m_runner.run(run);
    return done && done->isFinished() && done->counts().done > 0 && oppositeOf(done->command());
}

void Planner::undo(int run)
{
    if (!canUndo(run))
        return;
    const PlanRun &done = *m_runner.run(run);
    ActionPlan plan;
    plan.command = *oppositeOf(done.command());
    for (const SandboxKey &key : done.doneKeys()) {
        const auto sandbox = m_bench.store.sandbox(key);
        const bool loses =
            plan.command == Command::Pause && sandbox && sandbox->pauseKeeps == PauseKeeps::DiskOnly;
        if (sandbox && !loses)
            plan.items.append({.key = key,
                               .name = sandbox->name,
                               .owner = {},
                               .status = sandbox->status,
                               .consequence = {},
                               .rate = {},
                               .currency = {}});
    }
    m_runner.forget(run);
    if (plan.isPossible())
        m_runner.start(plan);
}

} // namespace sandglass
