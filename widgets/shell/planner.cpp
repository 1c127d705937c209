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
    const auto slot = m_bench.store.slotOf(sandbox.key);
    return {.sandbox = sandbox,
            .capabilities = m_bench.store.capabilities(sandbox.key.context),
            .prices = prices == PriceBook() ? std::nullopt : std::optional(prices),
            .gone = slot && m_bench.store.isGone(*slot)};
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
    if (!plan.isPossible() && plan.excludedFor(Exclusion::NotYours) == 0) {
        if (!plan.excluded.isEmpty())
            emit impossible(tr("%1: %2", "a sandbox, why nothing can be done")
                                .arg(plan.excluded.constFirst().name, plan.excluded.constFirst().reason));
        return;
    }
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

void Planner::setTimeout(std::optional<std::chrono::seconds> timeout)
{
    QList<PlanSubject> selection;
    for (const Sandbox &sandbox : m_bench.selected())
        selection.append(subject(sandbox));
    PlanWish wanted = wish(Command::SetTimeout);
    wanted.timeout = timeout;
    const ActionPlan plan = makePlan(selection, wanted);
    if (plan.items.size() == 1)
        m_bench.commander.setTimeout({plan.items.constFirst().key}, timeout);
    else if (plan.isPossible())
        m_runner.start(plan);
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
        if (const auto sandbox = m_bench.store.sandbox(key))
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
