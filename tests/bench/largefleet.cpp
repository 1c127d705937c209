// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/largefleet.h"

#include <ctime>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int SliceSize = 250; // sandboxes that are made up in one turn
constexpr std::chrono::milliseconds EventInterval = 5ms;
constexpr qint64 MostAtOnce = 2000;

double secondsOf(clockid_t clock)
{
    timespec used{};
    clock_gettime(clock, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

} // namespace

double threadSeconds()
{
    return secondsOf(CLOCK_THREAD_CPUTIME_ID);
}

double otherThreadsSeconds()
{
    return secondsOf(CLOCK_PROCESS_CPUTIME_ID) - threadSeconds();
}

LargeFeed::LargeFeed(int count, const Clock &clock)
    : m_clock(clock), m_count(count), m_generator(7, ContextId(QStringLiteral("bench")), clock.wallNow())
{
    m_revisions.reserve(static_cast<std::size_t>(count));
    connect(&m_slices, &QTimer::timeout, this, &LargeFeed::saySlice);
    connect(&m_events, &QTimer::timeout, this, &LargeFeed::sayEvents);
}

ContextInfo LargeFeed::context() const
{
    ContextInfo info;
    info.id = ContextId(QStringLiteral("bench"));
    info.name = QStringLiteral("Bench");
    info.state = ContextState::Live;
    info.lastHeard = m_clock.wallNow();
    return info;
}

Sandbox LargeFeed::next()
{
    Sandbox sandbox = m_generator.next();
    const int number = m_made++;
    // Eight labels: two that nobody shares, six that many do.
    sandbox.metadata = {{QStringLiteral("session"), QStringLiteral("s%1").arg(number, 9, 10, QChar(u'0'))},
                        {QStringLiteral("trace"), QString::number(number * 2654435761LL, 16)},
                        {QStringLiteral("env"), QStringLiteral("prod")},
                        {QStringLiteral("team"), QStringLiteral("team-%1").arg(number % 40)},
                        {QStringLiteral("agent"), QStringLiteral("agent-%1").arg(number % 300)},
                        {QStringLiteral("region"), QStringLiteral("r%1").arg(number % 7)},
                        {QStringLiteral("build"), QString::number(number % 5000)},
                        {QStringLiteral("tier"), QString::number(number % 3)}};
    return sandbox;
}

qsizetype LargeFeed::numberOf(const Sandbox &sandbox)
{
    return QStringView(sandbox.metadata.value(QStringLiteral("session"))).sliced(1).toLongLong();
}

void LargeFeed::saySlice()
{
    FleetDelta delta;
    for (int i = 0; i < SliceSize && m_made < m_count; ++i) {
        delta.changed.append(next());
        m_revisions.push_back(static_cast<quint32>(delta.changed.last().revision));
    }
    emit changed(delta);
    if (m_made >= m_count)
        m_slices.stop();
}

void LargeFeed::startEvents(const FleetTableModel &shown, int perSecond, int percentBorn)
{
    m_shown = &shown;
    m_perSecond = perSecond;
    m_percentBorn = percentBorn;
    m_said = 0;
    m_makingSeconds = 0;
    m_sinceEvents.start();
    m_events.start(EventInterval);
}

void LargeFeed::sayEvents()
{
    const double before = threadSeconds();
    // What a turn that came late has missed is made up for in several.
    const qint64 due = std::min<qint64>(m_sinceEvents.elapsed() * m_perSecond / 1000, m_said + MostAtOnce);
    FleetDelta delta;
    for (; m_said < due; ++m_said) {
        if (m_said % 100 < m_percentBorn)
            replaceOne(delta);
        else
            change(delta);
    }
    m_makingSeconds += threadSeconds() - before;
    emit changed(delta);
}

void LargeFeed::change(FleetDelta &delta)
{
    m_at += 7919;
    const int rows = m_shown->rowCount();
    auto sandbox =
        rows > 0 ? m_shown->sandboxAt(static_cast<int>(m_at % static_cast<quint64>(rows))) : std::nullopt;
    if (!sandbox)
        return;
    const WallTime now = m_clock.wallNow();
    const bool runs = sandbox->status == Status::Running;
    sandbox->status = runs ? Status::Paused : Status::Running;
    sandbox->statusSince = now;
    sandbox->usage = runs ? sandbox->usage.freezing(now) : sandbox->usage.running(now);
    const auto number = static_cast<std::size_t>(numberOf(*sandbox));
    // Of those that came later nothing is counted.
    sandbox->revision = number < m_revisions.size() ? ++m_revisions[number] : sandbox->revision + 1;
    delta.changed.append(*sandbox);
}

void LargeFeed::replaceOne(FleetDelta &delta)
{
    m_at += 7919;
    const int rows = m_shown->rowCount();
    if (const auto key = m_shown->keyAt(static_cast<int>(m_at % static_cast<quint64>(std::max(rows, 1)))))
        delta.removed.append(key->id);
    delta.changed.append(next());
}

qint64 LargeFeed::lost(const FleetTableModel &shown) const
{
    qint64 missing = 0;
    for (int row = 0; row < shown.rowCount(); ++row) {
        const auto sandbox = shown.sandboxAt(row);
        if (!sandbox || numberOf(*sandbox) >= std::ssize(m_revisions))
            return -1;
        const quint32 expected = m_revisions[static_cast<std::size_t>(numberOf(*sandbox))];
        missing += static_cast<qint64>(expected) - static_cast<qint64>(sandbox->revision);
    }
    return missing;
}

} // namespace sandglass::bench
