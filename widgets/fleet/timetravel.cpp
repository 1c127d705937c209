// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/timetravel.h"

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"
#include "widgets/shell/workbench.h"

namespace sandglass {

TimeTravel::TimeTravel(Workbench &bench, QObject *parent)
    : QObject(parent), m_bench(bench), m_store(m_clock), m_model(m_store)
{
    m_pool.setMaxThreadCount(1);
}

TimeTravel::~TimeTravel()
{
    for (const ContextId &context : m_store.contexts())
        m_store.removeFleet(context);
}

void TimeTravel::become(State state)
{
    if (std::exchange(m_state, state) != state)
        emit stateChanged();
}

void TimeTravel::begin(std::optional<WallTime> moment)
{
    if (!m_bench.journal.isKept() || m_bench.store.count() > MostSandboxes) {
        drop();
        return become(m_bench.journal.isKept() ? State::TooMany : State::NothingKept);
    }
    m_latest = m_bench.now();
    m_wanted = moment.value_or(m_latest);
    // What was there is of another now.
    drop();
    become(State::Reading);
    // The present first: what happens from here on is in the journal at most, and undone once too often does
    // not matter.
    using Present = std::shared_ptr<const QList<Sandbox>>;
    const auto present = inPool(m_pool, [fleet = m_bench.store.snapshot()]() -> Result<Present> {
        auto sandboxes = std::make_shared<QList<Sandbox>>();
        for (Slot slot = 0; slot < fleet.slotCount(); ++slot) {
            if (const auto sandbox = fleet.at(slot))
                sandboxes->append(*sandbox);
        }
        return sandboxes;
    });
    whenAnswered<Present>(present, this, [this, generation = m_generation](const Result<Present> &read) {
        if (generation != m_generation || !read)
            return;
        m_present = *read;
        readPast();
    });
}

void TimeTravel::readPast()
{
    m_bench.journal.flush();
    whenAnswered(m_bench.journal.past(), this,
                 [this, generation = m_generation](const Result<std::shared_ptr<const JournalPast>> &past) {
                     if (generation == m_generation && past)
                         take(*past);
                 });
}

void TimeTravel::take(std::shared_ptr<const JournalPast> past)
{
    m_past = std::move(past);
    m_earliest = std::min(m_past->since.value_or(m_latest), m_latest);
    for (const ContextInfo &context : m_bench.contexts.values()) {
        m_fleets.push_back(std::make_unique<PastFleet>(context, QList<Sandbox>(), m_wanted));
        m_store.addFleet(*m_fleets.back());
    }
    goTo(m_wanted);
}

void TimeTravel::end()
{
    drop();
    become(State::Now);
}

void TimeTravel::drop()
{
    ++m_generation;
    for (const ContextId &context : m_store.contexts())
        m_store.removeFleet(context);
    m_fleets.clear();
    m_past.reset();
    m_present.reset();
}

void TimeTravel::goTo(WallTime moment)
{
    if (!m_past)
        return;
    m_wanted = std::clamp(moment, m_earliest, m_latest);
    if (m_working)
        m_again = true;
    else
        workOut();
}

void TimeTravel::workOut()
{
    m_working = true;
    m_again = false;
    const auto answer =
        inPool(m_pool, [present = m_present, past = m_past, moment = m_wanted]() -> Result<QList<Sandbox>> {
            return fleetAt(*present, *past, moment);
        });
    whenAnswered<QList<Sandbox>>(
        answer, this,
        [this, moment = m_wanted, generation = m_generation](const Result<QList<Sandbox>> &then) {
            m_working = false;
            if (generation == m_generation && then)
                show(*then, moment);
            if (m_again && m_past)
                workOut();
        });
}

void TimeTravel::show(const QList<Sandbox> &sandboxes, WallTime moment)
{
    m_clock.set(moment);
    QHash<ContextId, QList<Sandbox>> byContext;
    for (const Sandbox &sandbox : sandboxes)
        byContext[sandbox.key.context].append(sandbox);
    for (const auto &fleet : m_fleets)
        fleet->show(byContext.value(fleet->feed().context().id), moment);
    become(State::There);
    emit momentChanged();
}

bool TimeTravel::isInGap() const
{
    return m_past && std::ranges::any_of(m_past->gaps, [this](const JournalGap &gap) {
               return moment() > gap.from && moment() < gap.until;
           });
}

} // namespace sandglass
