// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/parser.h"
#include "backend/synthetic/syntheticfleet.h"
#include "models/fleettablemodel.h"
#include "tests/support/looptick.h"
#include "tests/support/manualclock.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::synthetic;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

// A frame; only what an optimised build does says anything about it. Without optimisation and with sanitizers
// the same code is ten times slower, and the limit only tells work in slices from work in one piece.
#ifdef __OPTIMIZE__
constexpr int Many = 100'000;
constexpr std::chrono::microseconds LongestTurn = 16ms;
#else
constexpr int Many = 20'000;
constexpr std::chrono::microseconds LongestTurn = 320ms;
#endif

} // namespace

// Many sandboxes: no turn of the event loop may take longer than a frame.
class TestFleetScale : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void ordering_data();
    void ordering();
    void filtering();
    void aBusyFleetDoesNotStarveTheOrder();

private:
    void watched(const char *what, const std::function<void()> &change);

    ManualClock m_clock; // stands still: nobody expires meanwhile
    std::unique_ptr<SyntheticFleet> m_fleet;
    std::unique_ptr<FleetStore> m_store;
    std::unique_ptr<FleetTableModel> m_model;
};

void TestFleetScale::watched(const char *what, const std::function<void()> &change)
{
    LoopTick tick;
    tick.start();
    QElapsedTimer watch;
    watch.start();
    change();
    QTRY_VERIFY_WITH_TIMEOUT(!m_model->isBusy() && !m_store->isLoading(), 60'000);
    const qint64 took = watch.elapsed();
    tick.stop();
    qInfo("%s_longest_turn_ms %.2f ms", what, static_cast<double>(tick.longestWork().count()) / 1000);
    qInfo("%s_took_ms %lld ms", what, static_cast<long long>(took));
    QVERIFY2(tick.turns() > 5, "the loop went on");
    QVERIFY2(tick.longestWork() <= LongestTurn,
             qPrintable(QStringLiteral("%1 us").arg(tick.longestWork().count())));
}

void TestFleetScale::initTestCase()
{
    SyntheticOptions options;
    options.count = Many;
    options.eventsPerSecond = 0;
    m_fleet = std::make_unique<SyntheticFleet>(options, m_clock);
    m_store = std::make_unique<FleetStore>(m_clock);
    m_model = std::make_unique<FleetTableModel>(*m_store);
    LoopTick tick;
    tick.start();
    m_store->addFleet(*m_fleet);
    QTRY_VERIFY_WITH_TIMEOUT(m_store->count() == Many && !m_model->isBusy(), 120'000);
    tick.stop();
    qInfo("fleet_load_longest_turn_ms %.2f ms", static_cast<double>(tick.longestWork().count()) / 1000);
    QVERIFY2(tick.longestWork() <=
                 2 * LongestTurn, // two peers share this loop: who makes it up and who takes it in
             qPrintable(QStringLiteral("%1 us").arg(tick.longestWork().count())));
}

void TestFleetScale::ordering_data()
{
    QTest::addColumn<int>("column");
    QTest::newRow("by_status") << int(FleetTableModel::Status);
    QTest::newRow("by_metadata") << int(FleetTableModel::Metadata);
    QTest::newRow("by_cost") << int(FleetTableModel::Cost);
    QTest::newRow("by_name") << int(FleetTableModel::Name);
}

void TestFleetScale::ordering()
{
    QFETCH(int, column);
    const QPersistentModelIndex kept(m_model->index(m_model->rowCount() / 2, 0));
    const auto key = kept.data(FleetTableModel::KeyRole).value<SandboxKey>();
    watched(QTest::currentDataTag(), [&] { m_model->setOrder(column, Qt::DescendingOrder); });
    QCOMPARE(kept.data(FleetTableModel::KeyRole).value<SandboxKey>(), key);
    QCOMPARE(m_model->rowOf(key), kept.row());
}

void TestFleetScale::filtering()
{
    const int before = m_model->rowCount();
    const Query query = query::parse(u"meta.env=staging").query;
    watched("filter_in", [&] { m_model->setQuery(query); });
    const int fewer = m_model->rowCount();
    QVERIFY(fewer > 0 && fewer < before / 2);
    watched("filter_out", [&] { m_model->setQuery({}); });
    QCOMPARE(m_model->rowCount(), before);
}

void TestFleetScale::aBusyFleetDoesNotStarveTheOrder()
{
    // While orders are worked out, commands change the fleet all the time.
    QTimer busy;
    int row = 0;
    connect(&busy, &QTimer::timeout, this, [&] {
        for (int i = 0; i < 20; ++i) {
            if (const auto key = m_model->keyAt(++row % m_model->rowCount()))
                (void)m_fleet->control()->setTimeout(key->id, 600s, Cause::Program);
        }
    });
    busy.start(10ms);
    watched("busy_order", [&] { m_model->setOrder(FleetTableModel::TimeLeft, Qt::AscendingOrder); });
    busy.stop();
    QVERIFY(row > 0);
}

QTEST_GUILESS_MAIN(TestFleetScale)
#include "tst_fleetscale.moc"
