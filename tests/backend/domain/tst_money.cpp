// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/pricebook.h"

#include <QTest>

#include <limits>

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

constexpr WallTime Start{std::chrono::hours(500'000)};

Money money(QStringView text)
{
    return Money::fromDecimal(text).value();
}

Sandbox ranFor(Mode mode, int vcpus, qint64 memoryGiB, qint64 diskGiB, std::chrono::milliseconds ran)
{
    Sandbox sandbox;
    sandbox.mode = mode;
    sandbox.resources = {
        .vcpus = vcpus, .memory = Bytes::fromGiB(memoryGiB), .disk = Bytes::fromGiB(diskGiB)};
    sandbox.usage.runningSince = Start;
    sandbox.usage = sandbox.usage.ended(Start + ran);
    return sandbox;
}

} // namespace

// Exact money, and what sandboxes cost by the prices of seed 000.
class TestMoney : public QObject
{
    Q_OBJECT

private slots:
    void garbageIsNoMoney_data();
    void garbageIsNoMoney();
    void decimalRoundTrips_data();
    void decimalRoundTrips();
    void display_data();
    void display();
    void scalingRoundsHalfAwayFromZero_data();
    void scalingRoundsHalfAwayFromZero();
    void sumsNeverDrift();
    void examplesOfTheSeed_data();
    void examplesOfTheSeed();
    void hibernatingPaysForItsDiskWhileFrozen();
    void trafficIsPricedByTheBook();
    void manySmallSpansCostWhatOneLongDoes();
    void ratesFollowTheState();
    void aClockSetBackCostsNothing();
};

void TestMoney::garbageIsNoMoney_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "-", ".", "1.", ".5", "1.2.3", "1,5", "1e3", "+1", " 1", "1 ", "--1", "abc",
                             "0.0000000000001", "1234567890123456", "NaN"})
        QTest::newRow(text) << QString::fromLatin1(text);
    QTest::newRow("other digits") << QStringLiteral("١");
}

void TestMoney::garbageIsNoMoney()
{
    QFETCH(QString, text);
    QVERIFY(!Money::fromDecimal(text));
}

void TestMoney::decimalRoundTrips_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("zero") << "0"
                          << "0";
    QTest::newRow("minus zero") << "-0"
                                << "0";
    QTest::newRow("price") << "0.00015"
                           << "0.00015";
    QTest::newRow("trailing") << "1.500"
                              << "1.5";
    QTest::newRow("whole") << "42.0"
                           << "42";
    QTest::newRow("leading") << "007.1"
                             << "7.1";
    QTest::newRow("negative") << "-3.25"
                              << "-3.25";
    QTest::newRow("smallest") << "0.000000000001"
                              << "0.000000000001";
    QTest::newRow("largest") << "999999999999999.999999999999"
                             << "999999999999999.999999999999";
}

void TestMoney::decimalRoundTrips()
{
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const auto value = Money::fromDecimal(text);
    QVERIFY(value);
    QCOMPARE(value->toDecimal(), canonical);
    QCOMPARE(Money::fromDecimal(canonical), value);
}

void TestMoney::display_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("shown");
    QTest::newRow("zero") << "0" << 2 << "0.00";
    QTest::newRow("rounded") << "0.063" << 2 << "0.06";
    QTest::newRow("half up") << "0.065" << 2 << "0.07";
    QTest::newRow("half away") << "-0.065" << 2 << "-0.07";
    QTest::newRow("too small for two") << "0.00003" << 2 << "0.00003";
    QTest::newRow("too small negative") << "-0.00003" << 2 << "-0.00003";
    QTest::newRow("smallest") << "0.000000000001" << 2 << "0.000000000001";
    QTest::newRow("carry") << "9.999" << 2 << "10.00";
    QTest::newRow("no decimals") << "2.5" << 0 << "3";
    QTest::newRow("three") << "0.0414" << 3 << "0.041";
}

void TestMoney::display()
{
    QFETCH(QString, text);
    QFETCH(int, decimals);
    QFETCH(QString, shown);
    QCOMPARE(money(text).toDisplay(decimals), shown);
}

void TestMoney::scalingRoundsHalfAwayFromZero_data()
{
    QTest::addColumn<int>("picos");
    QTest::addColumn<int>("numerator");
    QTest::addColumn<int>("denominator");
    QTest::addColumn<int>("expected");
    QTest::newRow("third down") << 1 << 1 << 3 << 0;
    QTest::newRow("half") << 1 << 1 << 2 << 1;
    QTest::newRow("minus half") << -1 << 1 << 2 << -1;
    QTest::newRow("two thirds") << 1 << 2 << 3 << 1;
    QTest::newRow("odd denominator") << 7 << 1 << 5 << 1;
    QTest::newRow("exact") << 10 << 3 << 5 << 6;
    QTest::newRow("nothing") << 10 << 0 << 5 << 0;
}

void TestMoney::scalingRoundsHalfAwayFromZero()
{
    QFETCH(int, picos);
    QFETCH(int, numerator);
    QFETCH(int, denominator);
    QFETCH(int, expected);
    QVERIFY(Money::fromPicos(picos).scaled(numerator, denominator) == Money::fromPicos(expected));
}

void TestMoney::sumsNeverDrift()
{
    Money sum;
    for (int i = 0; i < 100'000; ++i)
        sum += money(u"0.1");
    QCOMPARE(sum.toDecimal(), QStringLiteral("10000"));
    QVERIFY(money(u"0.3") == money(u"0.1") + money(u"0.2"));
    QVERIFY(money(u"0.1") - money(u"0.3") < Money());
}

void TestMoney::examplesOfTheSeed_data()
{
    QTest::addColumn<Mode>("mode");
    QTest::addColumn<int>("vcpus");
    QTest::addColumn<int>("memoryGiB");
    QTest::addColumn<int>("diskGiB");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("compute");
    QTest::addColumn<QString>("storage");
    QTest::addColumn<QString>("total");
    QTest::newRow("ephemeral 1C/2G, 5 minutes") << Mode::Ephemeral << 1 << 2 << 10 << 300 << "0.063"
                                                << "0"
                                                << "0.063";
    // 25.92 + 10.368 + 0.072: the seed prints the parts rounded (10.37) and their sum as 36.36.
    QTest::newRow("persistent 2C/4G with 10 GB, 24 hours")
        << Mode::Persistent << 2 << 4 << 10 << 86'400 << "36.288"
        << "0.072"
        << "36.36";
    QTest::newRow("one second of one core and no memory") << Mode::Ephemeral << 1 << 0 << 0 << 1 << "0.00015"
                                                          << "0"
                                                          << "0.00015";
    QTest::newRow("never ran") << Mode::Persistent << 8 << 64 << 100 << 0 << "0"
                               << "0"
                               << "0";
}

void TestMoney::examplesOfTheSeed()
{
    QFETCH(Mode, mode);
    QFETCH(int, vcpus);
    QFETCH(int, memoryGiB);
    QFETCH(int, diskGiB);
    QFETCH(int, seconds);
    QFETCH(QString, compute);
    QFETCH(QString, storage);
    QFETCH(QString, total);
    const auto ran = std::chrono::seconds(seconds);
    const Cost cost = costAt(ranFor(mode, vcpus, memoryGiB, diskGiB, ran), seedPriceBook(), Start + 9999h);
    QCOMPARE(cost.compute.toDecimal(), compute);
    QCOMPARE(cost.storage.toDecimal(), storage);
    QCOMPARE(cost.total().toDecimal(), total);
}

void TestMoney::hibernatingPaysForItsDiskWhileFrozen()
{
    // Seed 000: 2C/4G with 10 GB, two hours awake and 22 asleep cost 3.09.
    Sandbox sandbox = ranFor(Mode::Hibernating, 2, 4, 10, 2h);
    sandbox.usage = sandbox.usage.freezing(Start + 2h).ended(Start + 24h);
    const Cost cost = costAt(sandbox, seedPriceBook(), Start + 999h);
    QCOMPARE(cost.compute.toDecimal(), QStringLiteral("3.024"));
    QCOMPARE(cost.storage.toDecimal(), QStringLiteral("0.066"));
    QCOMPARE(cost.total().toDecimal(), QStringLiteral("3.09"));
}

void TestMoney::trafficIsPricedByTheBook()
{
    Sandbox sandbox = ranFor(Mode::Ephemeral, 1, 1, 0, 0ms);
    sandbox.usage.egress = Bytes::fromMiB(1536);
    QVERIFY(costAt(sandbox, seedPriceBook(), Start).network.isZero());
    PriceBook prices = seedPriceBook();
    prices.egressPerGb = money(u"0.8");
    QCOMPARE(costAt(sandbox, prices, Start).network.toDecimal(), QStringLiteral("1.2"));
}

void TestMoney::manySmallSpansCostWhatOneLongDoes()
{
    Sandbox pieces = ranFor(Mode::Persistent, 3, 5, 7, 0ms);
    WallTime at = Start;
    for (int i = 0; i < 1000; ++i) {
        pieces.usage = pieces.usage.running(at).ended(at + 333ms);
        at += 1s;
    }
    const Sandbox whole = ranFor(Mode::Persistent, 3, 5, 7, 333'000ms);
    QCOMPARE(costAt(pieces, seedPriceBook(), at).total().toDecimal(),
             costAt(whole, seedPriceBook(), at).total().toDecimal());
}

void TestMoney::ratesFollowTheState()
{
    const PriceBook prices = seedPriceBook();
    Sandbox sandbox = ranFor(Mode::Persistent, 2, 4, 10, 1h);
    QVERIFY(hourlyRate(sandbox, prices).isZero());
    sandbox.usage = sandbox.usage.running(Start);
    QCOMPARE(hourlyRate(sandbox, prices).toDecimal(), QStringLiteral("1.515"));
    sandbox.usage = sandbox.usage.freezing(Start + 1h);
    QCOMPARE(hourlyRate(sandbox, prices).toDecimal(), QStringLiteral("0.003"));
    sandbox.mode = Mode::Hibernating;
    QCOMPARE(hourlyRate(sandbox, prices).toDecimal(), QStringLiteral("0.003"));
    sandbox.usage = sandbox.usage.running(Start + 2h);
    QCOMPARE(hourlyRate(sandbox, prices).toDecimal(), QStringLiteral("1.512"));
    sandbox.usage = sandbox.usage.freezing(Start + 3h);
    sandbox.mode = Mode::Ephemeral;
    QVERIFY(hourlyRate(sandbox, prices).isZero());
}

void TestMoney::aClockSetBackCostsNothing()
{
    Sandbox sandbox = ranFor(Mode::Ephemeral, 1, 1, 0, 0ms);
    sandbox.usage = sandbox.usage.running(Start);
    QVERIFY(costAt(sandbox, seedPriceBook(), Start - 10h).total().isZero());
    QCOMPARE(sandbox.usage.ended(Start - 10h).ran, 0ms);
}

QTEST_APPLESS_MAIN(TestMoney)
#include "tst_money.moc"
