// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/fleetwindow.h"

#include "backend/domain/query/parser.h"
#include "tests/bench/plainproxy.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFile>

#include <malloc.h>
#include <unistd.h>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Rounds = 5;

void turnFor(std::chrono::milliseconds span)
{
    (void)turnUntil([] { return false; }, span);
}

double usedBytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const auto pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

double millis(std::chrono::microseconds span)
{
    return static_cast<double>(span.count()) / 1000;
}

// The list, or what is shown in its place when it is empty.
class PaintWatch : public QObject
{
public:
    PaintWatch(QTableView &list, QWidget *inItsPlace) : m_watched{list.viewport(), inItsPlace}
    {
        for (QWidget *widget : m_watched)
            widget->installEventFilter(this);
    }
    void demandOne()
    {
        paints = 0;
        for (QWidget *widget : m_watched)
            widget->update();
    }
    bool eventFilter(QObject *, QEvent *event) override
    {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
    int paints = 0;

private:
    std::array<QWidget *, 2> m_watched;
};

} // namespace

FleetWindow::FleetWindow(int count, Figures &figures)
    : m_count(count), m_tag(count % 1'000'000 == 0 ? QStringLiteral("%1m").arg(count / 1'000'000)
                                                   : QStringLiteral("%1k").arg(count / 1000)),
      m_figures(figures), m_fleet(count, m_clock)
{}

void FleetWindow::settle()
{
    if (!turnUntil([&] { return !m_model->isBusy(); }, 120s))
        m_figures.fail(QStringLiteral("settle"), QStringLiteral("the list did not come to rest"));
    turnFor(200ms);
}

void FleetWindow::load()
{
    ConsoleSettings settings;
    settings.reducedMotion = true;
    // An empty window first: it is no part of what a row weighs.
    m_window = std::make_unique<MainWindow>(
        ConsoleParts{.fleets = {&m_fleet}, .clock = &m_clock, .notice = {}}, settings);
    m_window->resize(1280, 720);
    m_window->show();
    m_view = m_window->findChild<QTableView *>(QStringLiteral("fleetView"));
    m_model = m_view ? qobject_cast<FleetTableModel *>(m_view->model()) : nullptr;
    m_empty = m_window->findChild<QWidget *>(QStringLiteral("emptyState"));
    if (!m_model || !m_empty)
        qFatal("the window has no list");
    const double before = usedBytes();
    test::LoopTick tick;
    tick.start();
    QElapsedTimer timer;
    timer.start();
    if (!turnUntil([&] { return m_model->total() == m_count && !m_model->isBusy(); }, 20min))
        qFatal("not loaded");
    m_figures.put(QStringLiteral("fleet_load_%1_s").arg(m_tag), milliseconds(timer) / 1000, "s");
    tick.stop();
    m_figures.put(QStringLiteral("fleet_load_%1_looptick_max_ms").arg(m_tag), millis(tick.longestWork()),
                  "ms");
    settle();
    m_figures.put(QStringLiteral("fleet_bytes_per_row"), (usedBytes() - before) / m_count, "B");
}

void FleetWindow::ask(const char *query)
{
    m_model->setQuery(query::parse(QString::fromUtf8(query)).query);
}

FleetWindow::Times FleetWindow::timed(const Change &change)
{
    PaintWatch paints(*m_view, m_empty);
    bool applied = false;
    Times times;
    QElapsedTimer timer;
    const auto connection = QObject::connect(m_model, &FleetTableModel::filterApplied, m_view, [&] {
        if (!applied)
            times.ready = milliseconds(timer);
        applied = true;
        paints.demandOne();
    });
    test::LoopTick tick;
    tick.start();
    const double worked = otherThreadsSeconds();
    timer.start();
    change();
    if (!turnUntil([&] { return applied && paints.paints > 0; }, 120s))
        m_figures.fail(QStringLiteral("timed"), QStringLiteral("nothing was painted"));
    times.painted = milliseconds(timer);
    times.worked = 1000 * (otherThreadsSeconds() - worked);
    turnFor(100ms);
    tick.stop();
    times.longestTurn = millis(tick.longestWork());
    QObject::disconnect(connection);
    return times;
}

std::vector<FleetWindow::Times> FleetWindow::rounds(const Change &before, const Change &change)
{
    std::vector<Times> all;
    for (int round = 0; round < Rounds; ++round) {
        before();
        settle();
        all.push_back(timed(change));
        settle();
    }
    return all;
}

void FleetWindow::put(const QString &name, const std::vector<Times> &rounds, double Times::*of)
{
    std::vector<double> values;
    for (const Times &times : rounds)
        values.push_back(times.*of);
    m_figures.put(name, std::ranges::min(values), "ms");
    m_figures.put(name + QStringLiteral("_median"), median(values), "ms");
}

void FleetWindow::filter()
{
    const std::pair<const char *, const char *> queries[]{
        {"", "status:running meta.team=team-7 scraper"},
        {"_no_label", "status:running kind:desktop scraper"},
        {"_many", "status:running,paused meta.env=prod age>10m"},
        {"_one_session", "meta.session=s000012345"},
        {"_word", "agent"},
        {"_pattern", "meta.session:s0000123*"},
        {"_money", "cost>0.5 age>2h"},
        {"_nobody", "status:running meta.team=nobody scraper"},
    };
    for (const auto &[name, query] : queries) {
        const auto times = rounds([&] { ask(""); }, [&, text = query] { ask(text); });
        const QString figure =
            QStringLiteral("filter_%1_first_paint%2_ms").arg(m_tag, QLatin1StringView(name));
        put(figure, times, &Times::painted);
        put(figure + QStringLiteral("_worked"), times, &Times::worked);
        put(figure + QStringLiteral("_looptick_max"), times, &Times::longestTurn);
        ask(query);
        settle();
        m_figures.put(figure + QStringLiteral("_rows"), m_model->rowCount(), "rows");
    }
    ask("");
    settle();
    const auto cleared = rounds([&] { ask("status:running meta.team=team-7 scraper"); }, [&] { ask(""); });
    put(QStringLiteral("filter_%1_first_paint_cleared_ms").arg(m_tag), cleared, &Times::painted);
}

void FleetWindow::sort()
{
    using Model = FleetTableModel;
    const std::pair<const char *, int> columns[]{
        {"name", Model::Name},          {"status", Model::Status},     {"age", Model::Age},
        {"time_left", Model::TimeLeft}, {"template", Model::Template}, {"metadata", Model::Metadata},
        {"cost", Model::Cost},          {"rate", Model::Rate}};
    double slowest = 0;
    double longestTurn = 0;
    for (const auto &[name, column] : columns) {
        const auto times = rounds([&] { m_model->setOrder(Model::Kind, Qt::AscendingOrder); },
                                  [&, to = column] { m_model->setOrder(to, Qt::DescendingOrder); });
        const QString figure = QStringLiteral("sort_%1_ms_%2").arg(m_tag, QLatin1StringView(name));
        put(figure, times, &Times::ready);
        put(figure + QStringLiteral("_worked"), times, &Times::worked);
        put(figure + QStringLiteral("_looptick_max"), times, &Times::longestTurn);
        slowest = std::max(slowest, std::ranges::min(times, {}, &Times::ready).ready);
        longestTurn = std::max(longestTurn, std::ranges::min(times, {}, &Times::longestTurn).longestTurn);
    }
    m_figures.put(QStringLiteral("sort_%1_ms").arg(m_tag), slowest, "ms");
    m_figures.put(QStringLiteral("looptick_max_ms"), longestTurn, "ms");
}

void FleetWindow::events(int perSecond, std::chrono::seconds span)
{
    settle();
    test::LoopTick tick;
    tick.start();
    const double before = threadSeconds();
    const double others = otherThreadsSeconds();
    m_fleet.said.startEvents(*m_model, perSecond, 0);
    turnFor(span);
    m_fleet.said.stopEvents();
    const double used = threadSeconds() - before;
    tick.stop();
    const double seconds = double(span.count());
    m_figures.put(QStringLiteral("events_per_s_sustained"), double(m_fleet.said.said()) / seconds, "1/s");
    // Without what it takes to make the events up: that is the backend's.
    m_figures.put(QStringLiteral("events_gui_share_percent"),
                  100 * (used - m_fleet.said.makingSeconds()) / seconds, "%");
    m_figures.put(QStringLiteral("events_other_threads_percent"),
                  100 * (otherThreadsSeconds() - others) / seconds, "%");
    m_figures.put(QStringLiteral("events_looptick_max_ms"), millis(tick.longestWork()), "ms");
    settle();
    m_figures.put(QStringLiteral("events_lost"), double(m_fleet.said.lost(*m_model)), "events");
}

void FleetWindow::churn(int perSecond, std::chrono::seconds span)
{
    constexpr int PercentBorn = 10;
    settle();
    m_fleet.said.startEvents(*m_model, perSecond, PercentBorn);
    // Until as many slots are empty as the store keeps waiting, and the allocator has found its size.
    const auto warmUp = std::max<std::chrono::seconds>(span / 4, 45s);
    turnFor(warmUp);
    std::vector<double> first;
    std::vector<double> last;
    for (auto passed = 0s; passed < span; passed += 1s) {
        turnFor(1s);
        (passed < span / 4 ? first : last).push_back(residentMiB());
    }
    m_fleet.said.stopEvents();
    last.erase(last.begin(), last.end() - std::ssize(first));
    m_figures.put(QStringLiteral("churn_seconds"), double(span.count()), "s");
    m_figures.put(QStringLiteral("churn_events_per_s"),
                  double(m_fleet.said.said()) / double((span + warmUp).count()), "1/s");
    m_figures.put(QStringLiteral("churn_rss_mib"), median(last), "MiB");
    m_figures.put(QStringLiteral("churn_rss_growth_mib"), median(last) - median(first), "MiB");
    settle();
}

void FleetWindow::proxy()
{
    ask("");
    m_model->setOrder(FleetTableModel::Age, Qt::AscendingOrder);
    settle();
    const auto filtered = rounds([&] { ask(""); }, [&] { ask("name:scraper"); });
    ask("name:scraper");
    settle();
    const int matching = m_model->rowCount();
    ask("");
    settle();
    const auto sorted = rounds([&] { m_model->setOrder(FleetTableModel::Age, Qt::AscendingOrder); },
                               [&] { m_model->setOrder(FleetTableModel::Name, Qt::DescendingOrder); });
    const ProxyTimes theirs = measureProxy(*m_model, QStringLiteral("scraper"));
    if (theirs.matching != matching)
        m_figures.fail(QStringLiteral("proxy"), QStringLiteral("both must find the same"));
    const double ourFilter = std::ranges::min(filtered, {}, &Times::painted).painted;
    const double ourSort = std::ranges::min(sorted, {}, &Times::painted).painted;
    m_figures.put(QStringLiteral("qsortfilterproxy_filter_%1_ms").arg(m_tag), theirs.filter, "ms");
    m_figures.put(QStringLiteral("qsortfilterproxy_sort_%1_ms").arg(m_tag), theirs.sort, "ms");
    m_figures.put(QStringLiteral("ratio_vs_qsortfilterproxy_filter_%1").arg(m_tag), ourFilter / theirs.filter,
                  "x");
    m_figures.put(QStringLiteral("ratio_vs_qsortfilterproxy_sort_%1").arg(m_tag), ourSort / theirs.sort, "x");
}

} // namespace sandglass::bench
