// SPDX-License-Identifier: GPL-3.0-or-later
// The fleet's list at a size: how long it loads, what a row weighs, how soon a query and an order are
// painted, how long the longest turn of the window's loop was meanwhile. Prints `name value unit` lines.
#include "backend/domain/query/parser.h"
#include "backend/synthetic/generator.h"
#include "models/fleettablemodel.h"
#include "tests/support/looptick.h"

#include <QApplication>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <malloc.h>

#include <cstdio>
#include <ctime>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

constexpr int SliceSize = 250; // sandboxes that are made up in one turn

double secondsOf(clockid_t clock)
{
    timespec used{};
    clock_gettime(clock, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// Of the processor, so that a busy computer changes little.
double threadSeconds()
{
    return secondsOf(CLOCK_THREAD_CPUTIME_ID);
}

double otherThreadsSeconds()
{
    return secondsOf(CLOCK_PROCESS_CPUTIME_ID) - threadSeconds();
}

// Says a large list in slices, and keeps none of it: what is weighed is the store.
class LargeFeed final : public FleetFeed
{
public:
    LargeFeed(int count, const Clock &clock)
        : m_clock(clock), m_count(count), m_generator(7, ContextId(QStringLiteral("bench")), clock.wallNow())
    {
        connect(&m_slices, &QTimer::timeout, this, &LargeFeed::saySlice);
        connect(&m_events, &QTimer::timeout, this, &LargeFeed::sayEvents);
    }
    void start() override { m_slices.start(0); }
    [[nodiscard]] ContextInfo context() const override
    {
        ContextInfo info;
        info.id = ContextId(QStringLiteral("bench"));
        info.state = ContextState::Live;
        return info;
    }
    [[nodiscard]] Capabilities capabilities() const override { return {}; }
    [[nodiscard]] PriceBook prices() const override { return seedPriceBook(); }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return {}; }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return {}; }
    [[nodiscard]] QList<Job> jobs() const override { return {}; }
    [[nodiscard]] QList<Event> recentEvents() const override { return {}; }

    void sayEventsFor(const FleetStore &store, int perSecond)
    {
        m_store = &store;
        m_perSecond = perSecond;
        m_sinceEvents.start();
        m_said = 0;
        m_events.start(5ms);
    }
    [[nodiscard]] double makingSeconds() const { return m_makingSeconds; }
    qint64 stopEvents()
    {
        m_events.stop();
        return m_said;
    }

private:
    void saySlice()
    {
        FleetDelta delta;
        for (int i = 0; i < SliceSize && m_made < m_count; ++i, ++m_made) {
            Sandbox sandbox = m_generator.next();
            // Eight labels: two that nobody shares, six that many do.
            sandbox.metadata = {
                {QStringLiteral("session"), QStringLiteral("s%1").arg(m_made, 9, 10, QChar(u'0'))},
                {QStringLiteral("trace"), QString::number(m_made * 2654435761LL, 16)},
                {QStringLiteral("env"), QStringLiteral("prod")},
                {QStringLiteral("team"), QStringLiteral("team-%1").arg(m_made % 40)},
                {QStringLiteral("agent"), QStringLiteral("agent-%1").arg(m_made % 300)},
                {QStringLiteral("region"), QStringLiteral("r%1").arg(m_made % 7)},
                {QStringLiteral("build"), QString::number(m_made % 5000)},
                {QStringLiteral("tier"), QString::number(m_made % 3)}};
            delta.changed.append(sandbox);
        }
        emit changed(delta);
        if (m_made >= m_count)
            m_slices.stop();
    }

    void sayEvents()
    {
        const double before = threadSeconds();
        // What a turn that came late has missed is made up for in several.
        const qint64 due = std::min<qint64>(m_sinceEvents.elapsed() * m_perSecond / 1000, m_said + 1000);
        FleetDelta delta;
        for (; m_said < due; ++m_said) {
            m_at = (m_at + 7919) % m_store->slotCount();
            auto sandbox = m_store->at(m_at);
            if (!sandbox)
                continue;
            sandbox->status = sandbox->status == Status::Running ? Status::Pausing : Status::Running;
            ++sandbox->revision;
            delta.changed.append(*sandbox);
        }
        m_makingSeconds += threadSeconds() - before;
        emit changed(delta);
    }

    const Clock &m_clock;
    int m_count;
    int m_made = 0;
    synthetic::Generator m_generator;
    QTimer m_slices;
    QTimer m_events;
    const FleetStore *m_store = nullptr;
    int m_perSecond = 0;
    qint64 m_said = 0;
    double m_makingSeconds = 0;
    Slot m_at = 0;
    QElapsedTimer m_sinceEvents;
};

class LargeFleet final : public Fleet
{
public:
    LargeFleet(int count, const Clock &clock) : said(count, clock) {}
    [[nodiscard]] FleetFeed &feed() override { return said; }
    [[nodiscard]] FleetControl *control() override { return nullptr; }
    [[nodiscard]] sandglass::Display *display() override { return nullptr; }
    [[nodiscard]] Exec *exec() override { return nullptr; }
    LargeFeed said;
};

void put(const QString &name, double value, const char *unit)
{
    std::printf("%s %.3f %s\n", qPrintable(name), value, unit);
    std::fflush(stdout);
}

template<typename So> bool turnUntil(const So &so, std::chrono::milliseconds limit)
{
    QElapsedTimer timer;
    timer.start();
    while (!so()) {
        if (timer.elapsed() > limit.count())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
    }
    return true;
}

// Notes when the view painted last.
class PaintWatch : public QObject
{
public:
    explicit PaintWatch(QAbstractScrollArea &area) { area.viewport()->installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
    int paints = 0;
};

class FleetBench
{
public:
    explicit FleetBench(int count)
        : m_count(count), m_tag(count % 1'000'000 == 0 ? QStringLiteral("%1m").arg(count / 1'000'000)
                                                       : QStringLiteral("%1k").arg(count / 1000)),
          m_store(m_clock), m_model(m_store), m_fleet(count, m_clock)
    {
        m_view.setModel(&m_model);
        m_view.verticalHeader()->hide();
        m_view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        m_view.resize(1200, 700);
        m_view.show();
    }

    void load()
    {
        const auto before = mallinfo2();
        LoopTick tick;
        tick.start();
        QElapsedTimer timer;
        timer.start();
        m_store.addFleet(m_fleet);
        if (!turnUntil([&] { return m_store.count() == m_count && !m_model.isBusy(); }, 10min))
            qFatal("not loaded");
        put(QStringLiteral("fleet_load_%1_s").arg(m_tag), static_cast<double>(timer.elapsed()) / 1000, "s");
        tick.stop();
        put(QStringLiteral("fleet_load_%1_looptick_max_ms").arg(m_tag),
            static_cast<double>(tick.longestWork().count()) / 1000, "ms");
        (void)turnUntil([] { return false; }, 500ms);
        const auto after = mallinfo2();
        const auto used = [](const struct mallinfo2 &info) {
            return static_cast<double>(info.uordblks + info.hblkhd);
        };
        put(QStringLiteral("fleet_bytes_per_row"), (used(after) - used(before)) / m_count, "B");
    }

    // From the change until its rows are painted.
    template<typename Change> void measure(const QString &name, const QString &tickName, const Change &change)
    {
        (void)turnUntil([] { return false; }, 300ms);
        PaintWatch paints(m_view);
        bool applied = false;
        const auto connection = QObject::connect(&m_model, &FleetTableModel::filterApplied, &m_view, [&] {
            applied = true;
            paints.paints = 0;
            m_view.viewport()->update();
        });
        LoopTick tick;
        tick.start();
        const double others = otherThreadsSeconds();
        QElapsedTimer timer;
        timer.start();
        change();
        const bool done = turnUntil([&] { return applied && paints.paints > 0; }, 60s);
        put(name, static_cast<double>(timer.nsecsElapsed()) * 1e-6, done ? "ms" : "ms-never");
        put(name + QStringLiteral("_thread_used"), 1000 * (otherThreadsSeconds() - others), "ms");
        (void)turnUntil([] { return false; }, 100ms);
        tick.stop();
        QObject::disconnect(connection);
        if (!tickName.isEmpty())
            put(tickName, static_cast<double>(tick.longestWork().count()) / 1000, "ms");
    }

    void filter()
    {
        const auto ask = [this](const QString &text) {
            m_model.setQuery(query::parse(text).query);
        };
        const QString name = QStringLiteral("filter_%1_first_paint_ms").arg(m_tag);
        const QString tick = QStringLiteral("filter_%1_looptick_max_ms").arg(m_tag);
        measure(name, tick, [&] { ask(QStringLiteral("status:running meta.team=team-7 scraper")); });
        put(QStringLiteral("filter_%1_rows").arg(m_tag), m_model.rowCount(), "rows");
        measure(name + QStringLiteral("_one_session"), {},
                [&] { ask(QStringLiteral("meta.session=s000012345")); });
        measure(name + QStringLiteral("_word"), {}, [&] { ask(QStringLiteral("agent")); });
        measure(name + QStringLiteral("_money"), {}, [&] { ask(QStringLiteral("cost>0.5 age>2h")); });
        measure(name + QStringLiteral("_cleared"), {}, [&] { ask({}); });
    }

    void sort()
    {
        const std::pair<const char *, int> columns[]{
            {"status", FleetTableModel::Status},     {"age", FleetTableModel::Age},
            {"cost", FleetTableModel::Cost},         {"template", FleetTableModel::Template},
            {"metadata", FleetTableModel::Metadata}, {"name", FleetTableModel::Name}};
        for (const auto &[name, column] : columns) {
            measure(QStringLiteral("sort_%1_ms_%2").arg(m_tag, QLatin1StringView(name)),
                    QStringLiteral("looptick_max_ms_%1").arg(QLatin1StringView(name)),
                    [&] { m_model.setOrder(column, Qt::DescendingOrder); });
        }
    }

    void events(int perSecond)
    {
        constexpr std::chrono::seconds Span = 10s;
        (void)turnUntil([&] { return !m_model.isBusy(); }, 60s);
        LoopTick tick;
        tick.start();
        const double before = threadSeconds();
        m_fleet.said.sayEventsFor(m_store, perSecond);
        (void)turnUntil([] { return false; }, Span);
        const qint64 said = m_fleet.said.stopEvents();
        const double used = threadSeconds() - before;
        tick.stop();
        put(QStringLiteral("events_per_s_sustained_%1").arg(m_tag), double(said) / Span.count(), "1/s");
        // Without what it takes to make the events up.
        put(QStringLiteral("events_gui_share_percent_%1").arg(m_tag),
            100 * (used - m_fleet.said.makingSeconds()) / Span.count(), "%");
        put(QStringLiteral("events_looptick_max_ms_%1").arg(m_tag),
            static_cast<double>(tick.longestWork().count()) / 1000, "ms");
    }

    // A plain proxy over the same rows: what views usually get.
    void proxy()
    {
        QSortFilterProxyModel proxy;
        m_model.setQuery({});
        (void)turnUntil([&] { return !m_model.isBusy(); }, 60s);
        QTableView view;
        proxy.setSourceModel(&m_model);
        proxy.setFilterKeyColumn(FleetTableModel::Name);
        view.setModel(&proxy);
        view.show();
        QElapsedTimer timer;
        timer.start();
        proxy.setFilterFixedString(QStringLiteral("scraper"));
        put(QStringLiteral("qsortfilterproxy_filter_%1_ms").arg(m_tag), double(timer.nsecsElapsed()) * 1e-6,
            "ms");
        proxy.setFilterFixedString({});
        timer.start();
        proxy.sort(FleetTableModel::Name, Qt::DescendingOrder);
        put(QStringLiteral("qsortfilterproxy_sort_%1_ms").arg(m_tag), double(timer.nsecsElapsed()) * 1e-6,
            "ms");
    }

private:
    int m_count;
    QString m_tag;
    SystemClock m_clock;
    FleetStore m_store;
    FleetTableModel m_model;
    LargeFleet m_fleet;
    QTableView m_view;
};

} // namespace

// usage: bench_fleet [COUNT] [EVENTS_PER_SECOND]
int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    const int count = app.arguments().value(1, QStringLiteral("1000000")).toInt();
    FleetBench bench(count);
    bench.load();
    bench.filter();
    bench.sort();
    bench.events(app.arguments().value(2, QStringLiteral("100000")).toInt());
    if (count <= 100'000)
        bench.proxy();
    return 0;
}
