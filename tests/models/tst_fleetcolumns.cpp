// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetorder.h"
#include "models/fleetscan.h"
#include "models/fleettablemodel.h"
#include "tests/backend/domain/query/randomquery.h"
#include "tests/support/manualclock.h"
#include "tests/support/manualfleet.h"
#include "tests/support/randomvalues.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

const WallTime Now{std::chrono::hours(500'000)};

// Sandboxes as backends have them, with names and labels that random queries may meet.
Sandbox plausible(QRandomGenerator &random, int number)
{
    static const QStringList Words{QStringLiteral("web"),   QStringLiteral("Web-10"), QStringLiteral("web-9"),
                                   QStringLiteral("a b"),   QStringLiteral("沙漏"),   QStringLiteral("k=v"),
                                   QStringLiteral("STAR*"), QStringLiteral("ſtatus"), QString()};
    const auto word = [&] {
        return Words.at(random.bounded(int(Words.size())));
    };
    Sandbox sandbox = someSandbox(random.bounded(3) ? "a" : "b", QString::number(number), Now);
    sandbox.name = word() + (random.bounded(2) ? QString::number(random.bounded(20)) : QString());
    sandbox.kind = static_cast<Kind>(random.bounded(4));
    sandbox.mode = static_cast<Mode>(random.bounded(3));
    sandbox.status = AllStatuses[static_cast<std::size_t>(random.bounded(10))];
    sandbox.templateId = TemplateId(word());
    sandbox.createdAt = Now - std::chrono::milliseconds(random.bounded(100'000'000));
    sandbox.statusSince = Now - std::chrono::milliseconds(random.bounded(100'000'000));
    sandbox.lifetime = random.bounded(3) ? startedLifetime(600s, Now - random.bounded(600) * 1s) : Lifetime();
    if (random.bounded(4) == 0)
        sandbox.lifetime = pausedLifetime(sandbox.lifetime, Now);
    sandbox.resources.vcpus = 1 + random.bounded(4);
    if (random.bounded(2))
        sandbox.screen = QSize(640, 480);
    if (random.bounded(5) == 0)
        sandbox.error = Error(ErrorCode::GuestDied);
    for (int count = random.bounded(12); count > 0; --count)
        sandbox.metadata.insert(random.bounded(4) ? word() : QStringLiteral("agent"),
                                random.bounded(2) ? word() : QString::number(random.bounded(30)));
    return sandbox;
}

// The rules of FleetOrderWish once more, in the plainest way.
struct Naive
{
    int column;
    bool rising;

    static QByteArray natural(const QString &text) { return naturalKey(text.toStdString()); }
    [[nodiscard]] std::vector<QByteArray> texts(const Sandbox &s) const
    {
        std::vector<QByteArray> answer;
        if (column == FleetTableModel::Metadata) {
            for (auto it = s.metadata.cbegin(); it != s.metadata.cend(); ++it)
                answer.push_back(natural(it.key() + u'=' + it.value()));
        } else if (column == FleetTableModel::Template && !s.templateId.isEmpty()) {
            answer.push_back(natural(s.templateId.toString()));
        } else if (column == FleetTableModel::Name && !s.name.isEmpty()) {
            answer.push_back(natural(s.name));
        }
        return answer;
    }
    [[nodiscard]] double number(const Sandbox &s) const
    {
        const PriceBook prices = seedPriceBook();
        switch (column) {
        case FleetTableModel::Status:
            return int(s.status);
        case FleetTableModel::Kind:
            return int(s.kind);
        case FleetTableModel::Mode:
            return int(s.mode);
        case FleetTableModel::Age:
            return double((Now - s.createdAt).count());
        case FleetTableModel::TimeLeft:
            return s.lifetime.expiresAt ? double((*s.lifetime.expiresAt - Now).count())
                                        : double(s.lifetime.leftWhenPaused.value_or(0s).count()) * 1000;
        case FleetTableModel::Cost:
            return costAt(s, prices, Now).total().toDouble();
        case FleetTableModel::Rate:
            return hourlyRate(s, prices).toDouble();
        default:
            return 0;
        }
    }
    [[nodiscard]] bool missing(const Sandbox &s) const
    {
        if (column == FleetTableModel::TimeLeft)
            return !s.lifetime.left(Now);
        return isTextColumn(column) && texts(s).empty();
    }
    [[nodiscard]] bool before(const Sandbox &a, const Sandbox &b) const
    {
        if (missing(a) != missing(b))
            return missing(b);
        if (!missing(a) && number(a) != number(b))
            return (number(a) < number(b)) == rising;
        if (texts(a) != texts(b))
            return (texts(a) < texts(b)) == rising;
        if (natural(a.name) != natural(b.name))
            return (natural(a.name) < natural(b.name)) == (rising || !isTextColumn(column));
        return a.key.id.toString().toInt() < b.key.id.toString().toInt();
    }
};

} // namespace

// The columns of the store against plain values: what is read is what was written, and scanning and sorting
// columns answer what asking and sorting values does.
class TestFleetColumns : public QObject
{
    Q_OBJECT

private slots:
    void textsOfEveryLength();
    void indexEqualsAMap();
    void rowsAreReadAsTheyWereWritten();
    void labelsAreGivenOutAgain();
    void scanEqualsMatcher();
    void sortEqualsNaive_data();
    void sortEqualsNaive();
};

void TestFleetColumns::textsOfEveryLength()
{
    for (const int length : {0, 1, 22, 23, 24, 25, 5000}) {
        const QString text(length, u'x');
        PackedText packed(text);
        QCOMPARE(packed.toString(), text);
        PackedText copy = packed;
        PackedText other(QStringLiteral("a text that is surely longer than what has room"));
        other = copy;
        QVERIFY(other == packed);
        PackedText moved = std::move(copy);
        QVERIFY(moved == packed);
        packed = {};
        QCOMPARE(packed.toString(), QString());
        QCOMPARE(other.toString(), text);
    }
}

void TestFleetColumns::indexEqualsAMap()
{
    QRandomGenerator random(5);
    ShardedIndex index;
    QHash<quint32, size_t> map;
    // Few hashes, so that many collide.
    for (int round = 0; round < 4000; ++round) {
        const auto number = static_cast<quint32>(random.bounded(400));
        const size_t hash = map.value(number, size_t(random.bounded(60)) << 30 | size_t(random.bounded(7)));
        const auto isNumber = [&](quint32 other) {
            return other == number;
        };
        QCOMPARE(index.find(hash, isNumber).has_value(), map.contains(number));
        if (map.contains(number)) {
            index.remove(hash, number);
            map.remove(number);
        } else {
            index.insert(hash, number);
            map.insert(number, hash);
        }
    }
    QVERIFY(!index.find(1, [](quint32) { return false; }));
    index.remove(123, 99'999); // nothing happens
}

void TestFleetColumns::rowsAreReadAsTheyWereWritten()
{
    RandomValues random(9);
    SlotTable table;
    std::vector<std::optional<Sandbox>> expected;
    for (int round = 0; round < 1000; ++round) {
        const Sandbox sandbox = random.sandbox();
        const auto slot = static_cast<Slot>(random.below(500));
        if (slot < expected.size() && expected[slot] && random.flag()) {
            Sandbox changed = sandbox;
            changed.key = expected[slot]->key;
            table.replace(slot, changed);
            expected[slot] = changed;
        } else if (slot < expected.size() && expected[slot]) {
            table.remove(slot);
            table.emptyRemoved();
            table.recycle();
            expected[slot].reset();
        } else {
            const Slot added = table.add(sandbox);
            expected.resize(std::max<std::size_t>(expected.size(), added + 1));
            QVERIFY(!expected[added]);
            expected[added] = sandbox;
        }
    }
    const FleetSnapshot snapshot = table.snapshot();
    for (Slot slot = 0; slot < expected.size(); ++slot) {
        QCOMPARE(table.at(slot), expected[slot]);
        QCOMPARE(snapshot.at(slot), expected[slot]);
        if (expected[slot])
            QCOMPARE(table.keyAt(slot), expected[slot]->key);
    }
    QVERIFY(!snapshot.at(99'999));
}

void TestFleetColumns::labelsAreGivenOutAgain()
{
    SlotTable table;
    Sandbox sandbox = someSandbox("a", "x", Now);
    sandbox.metadata = {{"session", "0"}};
    const Slot slot = table.add(sandbox);
    for (int i = 1; i < 1000; ++i) {
        const FleetSnapshot watched = i % 7 ? FleetSnapshot() : table.snapshot();
        const QString before = QString::number(i - 1);
        sandbox.metadata = {{"session", QString::number(i)}};
        table.replace(slot, sandbox);
        if (watched.slotCount() > 0)
            QCOMPARE(watched.at(slot)->metadata.value("session"), before);
        table.recycle();
    }
    QVERIFY2(table.words().tables().labels.count() < 20, "labels that nobody has are used for others");
    QCOMPARE(table.words().values("session"), QStringList({"999"}));
    QCOMPARE(table.words().count("session", "999"), 1);
    QCOMPARE(table.words().count("session", "1"), 0);
    QCOMPARE(table.words().keys(), QStringList({"session"}));
}

void TestFleetColumns::scanEqualsMatcher()
{
    QRandomGenerator random(21);
    SlotTable table;
    QList<Sandbox> fleet;
    for (int i = 0; i < 150; ++i) {
        fleet.append(plausible(random, i));
        (void)table.add(fleet.last());
    }
    const FleetSnapshot snapshot = table.snapshot();
    const FleetPrices prices{{ContextId("a"), seedPriceBook()}};
    RandomQuery queries(4);
    int hits = 0;
    for (int round = 0; round < 100; ++round) {
        const FleetQuery query{.query = queries.query(),
                               .context = random.bounded(4) ? ContextId() : ContextId("b")};
        const FleetMatcher matcher(query, prices, Now);
        FleetScan scan(snapshot, query, prices, Now);
        for (Slot slot = 0; slot < Slot(fleet.size()); ++slot) {
            const bool fits = matcher.matches(fleet.at(slot));
            hits += fits ? 1 : 0;
            if (scan.matches(slot) != fits) {
                QFAIL(qPrintable(query.query.text() + QStringLiteral(" | ") + fleet.at(slot).name));
            }
        }
    }
    QVERIFY(hits > 100);
}

void TestFleetColumns::sortEqualsNaive_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("rising");
    for (int column = 0; column < FleetTableModel::ColumnCount; ++column) {
        for (const bool rising : {true, false})
            QTest::addRow("column %d %s", column, rising ? "rising" : "falling") << column << rising;
    }
}

void TestFleetColumns::sortEqualsNaive()
{
    QFETCH(int, column);
    QFETCH(bool, rising);
    QRandomGenerator random(quint32(column) * 2 + rising);
    SlotTable table;
    QList<Sandbox> fleet;
    for (int i = 0; i < 150; ++i) {
        fleet.append(plausible(random, i));
        (void)table.add(fleet.last());
    }
    const FleetSnapshot snapshot = table.snapshot();
    FleetSequence sequence;
    sequence.wish.column = column;
    sequence.wish.order = rising ? Qt::AscendingOrder : Qt::DescendingOrder;
    sequence.prices = {{ContextId("a"), seedPriceBook()}, {ContextId("b"), seedPriceBook()}};
    sequence.now = Now;
    const SlotList rows = sorted(snapshot, sequence, sortedByName(snapshot));
    const Naive naive{column, rising};
    SlotList expected(fleet.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::ranges::sort(expected, [&](Slot a, Slot b) { return naive.before(fleet.at(a), fleet.at(b)); });
    QCOMPARE(rows, expected);
    const FleetComparison comparison(snapshot, sequence);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        QVERIFY(comparison.before(rows[i - 1], rows[i]));
        QVERIFY(!comparison.before(rows[i], rows[i - 1]));
    }
}

QTEST_GUILESS_MAIN(TestFleetColumns)
#include "tst_fleetcolumns.moc"
