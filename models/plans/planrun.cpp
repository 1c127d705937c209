// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plans/planrun.h"

#include <algorithm>

namespace sandglass {

PlanRun::PlanRun(const ActionPlan &plan, const PlanLimits &limits)
    : m_command(plan.command), m_timeout(plan.timeout), m_more(plan.more), m_limits(limits)
{
    m_rows.reserve(static_cast<std::size_t>(plan.items.size()));
    for (const ActionPlan::Item &item : plan.items)
        m_rows.push_back({.key = item.key, .name = item.name, .error = {}, .note = {}});
    m_counts.waiting = static_cast<int>(m_rows.size());
    if (plan.command == Command::Delete)
        m_begin = limits.grace;
    m_next = m_begin;
}

std::optional<std::chrono::seconds> PlanRun::timeoutFor(std::chrono::seconds left) const
{
    return m_more ? std::clamp(left + *m_more, MinTimeout, MaxTimeout) : m_timeout;
}

PlanRun::Millis PlanRun::spacing() const
{
    return Millis(1000 / std::max(m_limits.perSecond, 1));
}

PlanRun::Millis PlanRun::graceLeft(Millis now) const
{
    const bool untouched = m_counts.waiting == static_cast<int>(m_rows.size());
    return untouched ? std::max(m_begin - now, Millis(0)) : Millis(0);
}

std::vector<std::size_t> PlanRun::take(Millis now)
{
    std::vector<std::size_t> taken;
    // Time that nobody used is not saved up: a pause is no licence for a burst.
    if (m_next + spacing() < now)
        m_next = now;
    while (m_next <= now && m_counts.sent < m_limits.atOnce && m_counts.waiting > 0) {
        while (m_rows[m_cursor].step != Step::Waiting)
            ++m_cursor;
        move(m_cursor, Step::Sent);
        taken.push_back(m_cursor);
        m_next += spacing();
    }
    return taken;
}

std::optional<PlanRun::Millis> PlanRun::nextAt(Millis now) const
{
    if (m_counts.waiting == 0 || m_counts.sent >= m_limits.atOnce)
        return std::nullopt;
    return std::max(m_next, now);
}

int &PlanRun::countOf(Step step)
{
    switch (step) {
    case Step::Waiting:
        return m_counts.waiting;
    case Step::Sent:
        return m_counts.sent;
    case Step::Done:
        return m_counts.done;
    case Step::Failed:
        return m_counts.failed;
    case Step::Skipped:
        return m_counts.skipped;
    case Step::TakenBack:
        return m_counts.takenBack;
    }
    Q_UNREACHABLE();
}

void PlanRun::move(std::size_t row, Step to)
{
    --countOf(m_rows[row].step);
    m_rows[row].step = to;
    ++countOf(to);
}

void PlanRun::done(std::size_t row)
{
    move(row, Step::Done);
}

void PlanRun::failed(std::size_t row, const Error &error)
{
    m_rows[row].error = error;
    move(row, Step::Failed);
}

void PlanRun::skipped(std::size_t row, const QString &why)
{
    m_rows[row].note = why;
    move(row, Step::Skipped);
}

void PlanRun::stop()
{
    for (std::size_t row = m_cursor; row < m_rows.size(); ++row) {
        if (m_rows[row].step == Step::Waiting)
            move(row, Step::TakenBack);
    }
}

void PlanRun::retryFailed(Millis now)
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].step != Step::Failed)
            continue;
        m_rows[row].error.reset();
        move(row, Step::Waiting);
    }
    m_cursor = 0;
    m_next = std::max(m_next, now);
}

QList<SandboxKey> PlanRun::doneKeys() const
{
    QList<SandboxKey> keys;
    for (const Row &row : m_rows) {
        if (row.step == Step::Done)
            keys.append(row.key);
    }
    return keys;
}

} // namespace sandglass
