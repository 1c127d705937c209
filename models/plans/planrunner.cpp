// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plans/planrunner.h"

#include "backend/core/whenanswered.h"
#include "models/lifecycleadvice.h"

namespace sandglass {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds CountDown{250}; // so often it is said how long the grace lasts

} // namespace

PlanRunner::PlanRunner(FleetStore &store, QObject *parent) : QObject(parent), m_store(store) {}

PlanRunner::~PlanRunner() = default;

PlanRunner::Entry *PlanRunner::find(RunId id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : found->second.get();
}

PlanRunner::RunId PlanRunner::start(const ActionPlan &plan)
{
    const RunId id = ++m_last;
    auto entry = std::make_unique<Entry>();
    entry->run = PlanRun(plan, m_limits);
    entry->since.start();
    entry->timer.setSingleShot(true);
    connect(&entry->timer, &QTimer::timeout, this, [this, id] { goOn(id); });
    entry->timer.start(0);
    m_entries.emplace(id, std::move(entry));
    emit changed(id);
    return id;
}

const PlanRun *PlanRunner::run(RunId id) const
{
    const Entry *entry = find(id);
    return entry ? &entry->run : nullptr;
}

milliseconds PlanRunner::graceLeft(RunId id) const
{
    const Entry *entry = find(id);
    return entry ? entry->run.graceLeft(milliseconds(entry->since.elapsed())) : milliseconds(0);
}

void PlanRunner::goOn(RunId id)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    const milliseconds now(entry->since.elapsed());
    for (const std::size_t row : entry->run.take(now))
        send(id, *entry, row);
    emit changed(id);
    entry = find(id); // who listens may have forgotten it
    if (!entry)
        return;
    if (entry->run.isFinished()) {
        if (!std::exchange(entry->told, true))
            emit finished(id);
        return;
    }
    const milliseconds later(entry->since.elapsed());
    if (const auto next = entry->run.nextAt(later)) {
        const bool waits = entry->run.graceLeft(later) > milliseconds(0);
        entry->timer.start(waits ? std::min(CountDown, *next - later) : *next - later);
    }
}

void PlanRunner::send(RunId id, Entry &entry, std::size_t row)
{
    const PlanRun::Row &item = entry.run.rows()[row];
    const SandboxId sandbox = item.key.id;
    const auto current = m_store.sandbox(item.key);
    Fleet *fleet = m_store.fleet(item.key.context);
    FleetControl *control = fleet ? fleet->control() : nullptr;
    if (!current || !control) {
        entry.run.failed(row, Error(!fleet     ? ErrorCode::EngineUnreachable
                                    : !control ? ErrorCode::Unsupported
                                               : ErrorCode::NotFound,
                                    item.key.id.toString()));
        return;
    }
    // The plan is as old as its reader took to agree to it.
    const RowTruth truth = truthOf(m_store, item.key);
    if (truth.truth == Truth::Silent) {
        entry.run.failed(row, Error(ErrorCode::EngineUnreachable, item.key.context.toString()));
        return;
    }
    if (truth.isGone()) {
        entry.run.skipped(row, truthSentence(current->status, truth, fleet->feed().context().name,
                                             m_store.clock().wallNow()));
        return;
    }
    const LifecycleAdvice advice =
        lifecycleAdvice(*current, m_store.capabilities(item.key.context), m_store.clock().wallNow());
    if (const CommandAdvice &may = advice.of(entry.run.command()); !may.enabled) {
        entry.run.skipped(row, may.reason);
        return;
    }
    switch (entry.run.command()) {
    case Command::Pause:
        return watch(id, row, control->pause(sandbox, Cause::Person));
    case Command::Resume:
        return watch(id, row, control->resume(sandbox, std::nullopt, Cause::Person));
    case Command::Stop:
        return watch(id, row, control->stop(sandbox, Cause::Person));
    case Command::Start:
        return watch(id, row, control->startStopped(sandbox, Cause::Person));
    case Command::SetTimeout:
        return watch(
            id, row,
            control->setTimeout(
                sandbox,
                entry.run.timeoutFor(
                    current->lifetime.left(m_store.clock().wallNow()).value_or(std::chrono::seconds(0))),
                Cause::Person));
    case Command::Delete:
        return watch(id, row, control->remove(sandbox, Cause::Person));
    }
}

template<typename T> void PlanRunner::watch(RunId id, std::size_t row, Pending<T> answer)
{
    whenAnswered(answer, this, [this, id, row](const Result<T> &result) {
        Entry *entry = find(id);
        if (!entry || entry->run.rows()[row].step != PlanRun::Step::Sent)
            return;
        if (result)
            entry->run.done(row);
        else
            entry->run.failed(row, result.error());
        if (!result && result.error().code() == ErrorCode::NotFound)
            m_store.markNotFound(entry->run.rows()[row].key);
        goOn(id);
    });
}

void PlanRunner::stop(RunId id)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    entry->run.stop();
    goOn(id);
}

void PlanRunner::retryFailed(RunId id)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    entry->run.retryFailed(milliseconds(entry->since.elapsed()));
    entry->told = entry->run.isFinished();
    goOn(id);
}

void PlanRunner::forget(RunId id)
{
    m_entries.erase(id);
}

bool PlanRunner::isBusy() const
{
    return std::ranges::any_of(m_entries, [](const auto &each) { return !each.second->run.isFinished(); });
}

} // namespace sandglass
