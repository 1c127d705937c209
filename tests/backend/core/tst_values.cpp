// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/backoff.h"
#include "backend/core/bytes.h"
#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/core/pending.h"

#include <QHash>
#include <QTest>

#include <type_traits>

using namespace sandglass;
using namespace std::chrono_literals;

// One kind of name is no other: a mix-up does not compile.
static_assert(!std::is_convertible_v<SandboxId, ContextId>);
static_assert(!std::is_convertible_v<QString, SandboxId>);
static_assert(!std::is_constructible_v<SandboxId, ContextId>);

class TestValues : public QObject
{
    Q_OBJECT

private slots:
    void sameIdInAnotherContextIsAnotherSandbox();
    void idsAreOrderedByText();
    void bytesAreBinary();
    void backoffDoublesUpToItsMost();
    void clockGoesForward();
    void answersHaveTheirEnds();
};

void TestValues::sameIdInAnotherContextIsAnotherSandbox()
{
    const SandboxKey here{ContextId(QStringLiteral("a")), SandboxId(QStringLiteral("1"))};
    const SandboxKey there{ContextId(QStringLiteral("b")), SandboxId(QStringLiteral("1"))};
    QVERIFY(here != there);
    QHash<SandboxKey, int> hash{{here, 1}};
    QVERIFY(!hash.contains(there));
    QCOMPARE(hash.value(SandboxKey{ContextId(QStringLiteral("a")), SandboxId(QStringLiteral("1"))}), 1);
    QVERIFY(SandboxId().isEmpty());
}

void TestValues::idsAreOrderedByText()
{
    QVERIFY(SandboxId(QStringLiteral("a")) < SandboxId(QStringLiteral("b")));
    const SandboxKey first{ContextId(QStringLiteral("a")), SandboxId(QStringLiteral("z"))};
    const SandboxKey second{ContextId(QStringLiteral("b")), SandboxId(QStringLiteral("a"))};
    QVERIFY(first < second);
}

void TestValues::bytesAreBinary()
{
    QCOMPARE(Bytes::fromGiB(1).value, qint64(1) << 30);
    QCOMPARE(Bytes::fromMiB(1536).toMiB(), 1536);
    QVERIFY(Bytes::fromMiB(1024) == Bytes::fromGiB(1));
    QVERIFY(Bytes::fromMiB(1023) < Bytes::fromGiB(1));
    QCOMPARE((Bytes::fromGiB(2) - Bytes::fromGiB(3)).value, -(qint64(1) << 30));
}

void TestValues::backoffDoublesUpToItsMost()
{
    Backoff backoff(100ms, 350ms);
    QCOMPARE(backoff.next(), 100ms);
    QCOMPARE(backoff.next(), 200ms);
    QCOMPARE(backoff.next(), 350ms);
    QCOMPARE(backoff.next(), 350ms);
    backoff.reset();
    QCOMPARE(backoff.next(), 100ms);
}

void TestValues::clockGoesForward()
{
    const SystemClock clock;
    const BootTime before = clock.bootNow();
    QVERIFY(clock.bootNow() >= before);
    QVERIFY(before > 0ns);
    QCOMPARE(clock.bootId().size(), 36);
    const auto epoch =
        std::chrono::duration_cast<std::chrono::milliseconds>(clock.wallNow().time_since_epoch());
    QVERIFY(std::abs(epoch.count() - QDateTime::currentMSecsSinceEpoch()) < 5000);
}

void TestValues::answersHaveTheirEnds()
{
    Pending<int> good = answered<int>(7);
    QVERIFY(good.isFinished() && !good.isCanceled());
    QCOMPARE(good.result().value(), 7);
    Pending<int> bad = refused<int>(Error(ErrorCode::NotFound, QStringLiteral("x")));
    QVERIFY(bad.isFinished());
    QCOMPARE(bad.result().error(), Error(ErrorCode::NotFound, QStringLiteral("x")));
}

QTEST_APPLESS_MAIN(TestValues)
#include "tst_values.moc"
