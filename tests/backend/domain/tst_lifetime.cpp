// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/lifetime.h"

#include <QTest>

using namespace sandglass;
using namespace std::chrono_literals;
using std::chrono::seconds;

namespace {

constexpr WallTime Now{std::chrono::hours(500'000)};

} // namespace

// Lifetimes after seed 002: at least a minute, a renewing day by default, time stands still while paused.
class TestLifetime : public QObject
{
    Q_OBJECT

private slots:
    void bounds_data();
    void bounds();
    void withoutAValueADayThatRenews();
    void aValuePinsAndEnds();
    void pausedTimeStandsStill();
    void pausedInItsLastMomentAResumeIsNoDelete();
    void resumeWithAValueRestartsAndPins();
    void aPinnedOneStaysPinnedOverAPause();
    void changeCountsFromNow();
    void changeWhilePausedKeepsTimeStill();
    void changeToNothingRenewsAgain();
    void pausingWhatNeverStartedKeepsWhatWasGranted();
};

void TestLifetime::bounds_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<int>("code"); // -1: fine
    const int tooShort = static_cast<int>(ErrorCode::TimeoutTooShort);
    const int invalid = static_cast<int>(ErrorCode::InvalidArgument);
    QTest::newRow("negative") << qint64(-60) << tooShort;
    QTest::newRow("zero") << qint64(0) << tooShort;
    QTest::newRow("59 s") << qint64(59) << tooShort;
    QTest::newRow("60 s") << qint64(60) << -1;
    QTest::newRow("a day") << qint64(86'400) << -1;
    QTest::newRow("a year") << qint64(365) * 86'400 << -1;
    QTest::newRow("over a year") << qint64(365) * 86'400 + 1 << invalid;
}

void TestLifetime::bounds()
{
    QFETCH(qint64, value);
    QFETCH(int, code);
    const auto checked = checkTimeout(seconds(value));
    QCOMPARE(checked.has_value(), code < 0);
    if (!checked)
        QCOMPARE(static_cast<int>(checked.error().code()), code);
    QVERIFY(checkTimeout(std::nullopt).has_value());
}

void TestLifetime::withoutAValueADayThatRenews()
{
    const Lifetime life = startedLifetime(std::nullopt, Now);
    QVERIFY(!life.pinned);
    QCOMPARE(life.left(Now), seconds(24h));
    QCOMPARE(life.left(Now + 23h), seconds(1h));
    const auto renewed = renewedLifetime(life, Now + 24h);
    QVERIFY(renewed);
    QCOMPARE(renewed->left(Now + 24h), seconds(24h));
    QVERIFY(!renewed->pinned);
}

void TestLifetime::aValuePinsAndEnds()
{
    const Lifetime life = startedLifetime(90s, Now);
    QVERIFY(life.pinned);
    QCOMPARE(life.left(Now + 89s), 1s);
    // A started second is a second that is left.
    QCOMPARE(life.left(Now + 89'500ms), 1s);
    QCOMPARE(life.left(Now + 90s), 0s);
    QCOMPARE(life.left(Now + 24h), 0s);
    QVERIFY(!renewedLifetime(life, Now + 90s));
}

void TestLifetime::pausedTimeStandsStill()
{
    const Lifetime paused = pausedLifetime(startedLifetime(std::nullopt, Now), Now + 4h);
    QCOMPARE(paused.left(Now + 4h), seconds(20h));
    QCOMPARE(paused.left(Now + 100h), seconds(20h));
    QVERIFY(!paused.expiresAt);
    const Lifetime resumed = resumedLifetime(paused, std::nullopt, Now + 100h);
    QCOMPARE(resumed.left(Now + 100h), seconds(20h));
    QVERIFY(!resumed.leftWhenPaused);
    QVERIFY(!resumed.pinned);
}

void TestLifetime::pausedInItsLastMomentAResumeIsNoDelete()
{
    const Lifetime paused = pausedLifetime(startedLifetime(60s, Now), Now + 60s);
    QCOMPARE(paused.left(Now), 0s);
    QCOMPARE(resumedLifetime(paused, std::nullopt, Now).left(Now), MinTimeout);
}

void TestLifetime::resumeWithAValueRestartsAndPins()
{
    const Lifetime paused = pausedLifetime(startedLifetime(std::nullopt, Now), Now + 1h);
    const Lifetime resumed = resumedLifetime(paused, 600s, Now + 2h);
    QCOMPARE(resumed.left(Now + 2h), 600s);
    QVERIFY(resumed.pinned);
}

void TestLifetime::aPinnedOneStaysPinnedOverAPause()
{
    const Lifetime paused = pausedLifetime(startedLifetime(300s, Now), Now + 100s);
    QVERIFY(paused.pinned);
    const Lifetime resumed = resumedLifetime(paused, std::nullopt, Now + 5000s);
    QVERIFY(resumed.pinned);
    QCOMPARE(resumed.left(Now + 5000s), 200s);
    QCOMPARE(resumed.granted, 300s);
}

void TestLifetime::changeCountsFromNow()
{
    const Lifetime longer = changedLifetime(seconds(6h), false, Now + 10h);
    QCOMPARE(longer.left(Now + 10h), seconds(6h));
    QVERIFY(longer.pinned);
    const Lifetime shorter = changedLifetime(60s, false, Now + 10h);
    QCOMPARE(shorter.left(Now + 10h), 60s);
}

void TestLifetime::changeWhilePausedKeepsTimeStill()
{
    const Lifetime changed = changedLifetime(120s, true, Now);
    QVERIFY(!changed.expiresAt);
    QCOMPARE(changed.left(Now + 99h), 120s);
    QVERIFY(changed.pinned);
}

void TestLifetime::changeToNothingRenewsAgain()
{
    const Lifetime changed = changedLifetime(std::nullopt, false, Now);
    QVERIFY(!changed.pinned);
    QCOMPARE(changed.left(Now), DefaultTimeout);
}

void TestLifetime::pausingWhatNeverStartedKeepsWhatWasGranted()
{
    Lifetime life;
    life.granted = 300s;
    QVERIFY(!life.left(Now));
    QCOMPARE(pausedLifetime(life, Now).left(Now), 300s);
}

QTEST_APPLESS_MAIN(TestLifetime)
#include "tst_lifetime.moc"
