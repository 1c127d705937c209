// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/parser.h"
#include "tests/models/naiveorder.h"
#include "tests/models/plausible.h"
#include "tests/support/manualclock.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

using Model = FleetTableModel;

Query read(const char *text)
{
    return query::parse(QString::fromUtf8(text)).query;
}

} // namespace

// Chance changes a fleet, and after every change the model's rows must be what is worked out anew from plain
// values in the plainest way, under the model tester, which ends the program at the first fault.
class TestFleetFollows : public QObject
{
    Q_OBJECT

private slots:
    void equalsNaiveAfterEveryDelta_data();
    void equalsNaiveAfterEveryDelta();

private:
    [[nodiscard]] QStringList expected(const FleetStore &store, const QList<Sandbox> &fleet,
                                       const Model &model) const;

    ManualClock m_clock;
    const FleetPrices m_prices{{ContextId("a"), seedPriceBook()}};
};

QStringList TestFleetFollows::expected(const FleetStore &store, const QList<Sandbox> &fleet,
                                       const Model &model) const
{
    const FleetMatcher matcher({.query = model.query(), .context = model.context()}, m_prices,
                               m_clock.wallNow());
    const NaiveOrder naive{.keys = model.orderKeys(), .prices = m_prices, .now = m_clock.wallNow()};
    QList<Sandbox> rows;
    for (const Sandbox &sandbox : fleet) {
        if (matcher.matches(sandbox))
            rows.append(sandbox);
    }
    std::ranges::sort(rows, [&](const Sandbox &a, const Sandbox &b) {
        return naive.before(a, b, store.slotOf(a.key) < store.slotOf(b.key));
    });
    QStringList ids;
    for (const Sandbox &sandbox : rows)
        ids.append(sandbox.key.id.toString() + u'@' + QString::number(sandbox.revision));
    return ids;
}

void TestFleetFollows::equalsNaiveAfterEveryDelta_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("large");
    for (int seed = 1; seed <= 3; ++seed) {
        QTest::addRow("as few rows %d", seed) << seed << false;
        QTest::addRow("as many rows %d", seed) << seed << true;
    }
}

void TestFleetFollows::equalsNaiveAfterEveryDelta()
{
    QFETCH(int, seed);
    QFETCH(bool, large);
    QRandomGenerator random(static_cast<quint32>(seed));
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    // What a model of a million rows does, with sixty.
    const FleetPace many{.manyRows = 0, .shortestPause = 1ms, .rowsLookedAlong = 0, .mendableRows = 0};
    Model model(store, nullptr, large ? many : FleetPace());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setVisibleRows(2, 9);
    store.addFleet(fleet);
    QHash<QString, QPersistentModelIndex> kept;
    for (int step = 0; step < 30; ++step) {
        QList<Sandbox> changed;
        QList<SandboxId> removed;
        for (int i = random.bounded(8); i > 0; --i) {
            Sandbox sandbox = plausible(random, random.bounded(50), m_clock.wallNow());
            sandbox.key.context = ContextId("a");
            sandbox.revision = random.generate64() >> 32;
            if (random.bounded(3) == 0)
                removed.append(sandbox.key.id);
            else
                changed.append(sandbox);
        }
        fleet.said.put(changed);
        fleet.said.remove(removed);
        if (random.bounded(4) == 0) {
            FleetOrderKeys keys;
            for (int i = random.bounded(3); i >= 0; --i) {
                keys.push_back({.column = random.bounded(int(Model::ColumnCount)),
                                .order = random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder,
                                .label = random.bounded(4) ? QString() : QStringLiteral("agent")});
            }
            model.setOrder(keys);
        }
        if (random.bounded(4) == 0) {
            static const char *const Texts[]{"",
                                             "status:*",
                                             "web",
                                             "status:* -web",
                                             "meta.agent=7 or kind:desktop",
                                             "status:running,paused meta.agent:*",
                                             "meta.web=沙漏 or cost>0 age<20h"};
            model.setQuery(read(Texts[random.bounded(int(std::size(Texts)))]));
        }
        const auto shown = [&] {
            QStringList ids;
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto sandbox = model.sandboxAt(row);
                ids.append(sandbox ? sandbox->key.id.toString() + u'@' + QString::number(sandbox->revision)
                                   : QStringLiteral("gone"));
            }
            return ids;
        };
        QTRY_COMPARE_WITH_TIMEOUT(shown(), expected(store, fleet.said.list, model), 30'000);
        for (auto it = kept.cbegin(); it != kept.cend(); ++it) {
            if (it->isValid())
                QCOMPARE(it->data(Model::KeyRole).value<SandboxKey>().id.toString(), it.key());
        }
        if (model.rowCount() > 0) {
            const QModelIndex index = model.index(random.bounded(model.rowCount()), 0);
            kept.insert(index.data(Model::KeyRole).value<SandboxKey>().id.toString(), index);
        }
    }
}

QTEST_GUILESS_MAIN(TestFleetFollows)
#include "tst_fleetfollows.moc"
