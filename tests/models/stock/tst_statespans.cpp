// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/statespanmodel.h"
#include "models/stock/stockwording.h"
#include "tests/support/modeltext.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

constexpr auto Reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;
constexpr WallTime Zero{std::chrono::hours(24 * 365)};

Event change(int minute, Status from, Status to, quint64 cursor = 0)
{
    Event event;
    event.at = Zero + std::chrono::minutes(minute);
    event.cursor = cursor;
    event.from = from;
    event.to = to;
    event.cause = Cause::Person;
    return event;
}

Sandbox alive(Status status, int sinceMinute, int bornMinute = 0)
{
    Sandbox sandbox;
    sandbox.status = status;
    sandbox.createdAt = Zero + std::chrono::minutes(bornMinute);
    sandbox.statusSince = Zero + std::chrono::minutes(sinceMinute);
    return sandbox;
}

JournalGap gap(int from, int until)
{
    return {Zero + std::chrono::minutes(from), Zero + std::chrono::minutes(until)};
}

// "creating 0-1, running 1-5, ? 5-9": states and minutes.
QString text(const std::vector<StateSpan> &spans)
{
    const auto minute = [](WallTime at) {
        return QString::number(std::chrono::floor<std::chrono::minutes>(at - Zero).count());
    };
    QStringList parts;
    for (const StateSpan &span : spans)
        parts.append(QStringLiteral("%1 %2-%3")
                         .arg(span.status ? statusName(*span.status) : QStringLiteral("?"), minute(span.from),
                              minute(span.until)));
    return parts.join(QStringLiteral(", "));
}

} // namespace

// A sandbox's life as spans: nothing is guessed.
class TestStateSpans : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("TZ", "UTC"); }
    void spans_data();
    void spans();
    void spansFollowEachOther();
    void manySpansAreCut();
    void aSpanSaysWhy();
    void spanRowsGrow();
};

void TestStateSpans::spans_data()
{
    QTest::addColumn<StateStory>("story");
    QTest::addColumn<QString>("expected");
    const Event creating = change(1, Status::Pending, Status::Creating);
    const Event running = change(2, Status::Creating, Status::Running);
    const Event pausing = change(5, Status::Running, Status::Pausing);
    const Event paused = change(6, Status::Pausing, Status::Paused);
    QTest::newRow("nothing at all") << StateStory() << QString();
    QTest::newRow("no events, in this state from birth")
        << StateStory{alive(Status::Running, 0), {}, {}, {}} << QStringLiteral("running 0-10");
    QTest::newRow("no events, born before")
        << StateStory{alive(Status::Running, 4), {}, {}, {}} << QStringLiteral("? 0-4, running 4-10");
    QTest::newRow("the whole story")
        << StateStory{alive(Status::Paused, 6), {creating, running, pausing, paused}, {}, Zero}
        << QStringLiteral("pending 0-1, creating 1-2, running 2-5, pausing 5-6, paused 6-10");
    QTest::newRow("out of order and twice")
        << StateStory{alive(Status::Paused, 6), {paused, running, creating, pausing, running}, {}, Zero}
        << QStringLiteral("pending 0-1, creating 1-2, running 2-5, pausing 5-6, paused 6-10");
    QTest::newRow("the journal began later")
        << StateStory{alive(Status::Pausing, 5), {pausing}, {}, Zero + 3min}
        << QStringLiteral("? 0-3, running 3-5, pausing 5-10");
    QTest::newRow("nobody says since when it was told")
        << StateStory{alive(Status::Pausing, 5), {pausing}, {}, {}} << QStringLiteral("? 0-5, pausing 5-10");
    QTest::newRow("events contradict each other")
        << StateStory{alive(Status::Paused, 6), {running, paused}, {}, Zero + 2min}
        << QStringLiteral("? 0-2, ? 2-6, paused 6-10");
    QTest::newRow("nobody listened")
        << StateStory{alive(Status::Pausing, 5), {running, pausing}, {gap(3, 4)}, Zero + 2min}
        << QStringLiteral("? 0-2, running 2-3, ? 3-4, running 4-5, pausing 5-10");
    QTest::newRow("two gaps in one") << StateStory{alive(Status::Pausing, 9),
                                                   {running, change(9, Status::Running, Status::Pausing)},
                                                   {gap(3, 4), gap(5, 6)},
                                                   Zero + 2min}
                                     << QStringLiteral(
                                            "? 0-2, running 2-3, ? 3-6, running 6-9, pausing 9-10");
    QTest::newRow("nobody listened at the end, but it says so itself")
        << StateStory{alive(Status::Running, 2), {creating, running}, {gap(3, 9)}, Zero}
        << QStringLiteral("pending 0-1, creating 1-2, running 2-10");
    QTest::newRow("another state than was told")
        << StateStory{alive(Status::Stopped, 8), {creating, running}, {}, Zero}
        << QStringLiteral("pending 0-1, creating 1-2, ? 2-8, stopped 8-10");
    QTest::newRow("the same state, but again")
        << StateStory{alive(Status::Running, 8), {creating, running}, {}, Zero}
        << QStringLiteral("pending 0-1, creating 1-2, ? 2-8, running 8-10");
    QTest::newRow("gone in order") << StateStory{{},
                                                 {running, change(7, Status::Running, Status::Deleted)},
                                                 {},
                                                 Zero}
                                   << QStringLiteral("running 2-7");
    QTest::newRow("gone without a word") << StateStory{{}, {running}, {}, Zero} << QStringLiteral("? 2-10");
    QTest::newRow("from the future") << StateStory{alive(Status::Running, 2),
                                                   {running, change(99, Status::Running, Status::Error)},
                                                   {},
                                                   Zero + 2min}
                                     << QStringLiteral("? 0-2, running 2-10");
    QTest::newRow("born after its first event")
        << StateStory{alive(Status::Running, 2, 8), {running}, {}, Zero} << QStringLiteral("running 2-10");
}

void TestStateSpans::spans()
{
    QFETCH(StateStory, story);
    QFETCH(QString, expected);
    QCOMPARE(text(stateSpans(story, Zero + 10min)), expected);
}

// Whatever is told: no holes, nothing twice, nothing empty.
void TestStateSpans::spansFollowEachOther()
{
    quint32 seed = 1;
    const auto next = [&seed](quint32 below) {
        seed = seed * 1664525U + 1013904223U;
        return int((seed >> 8) % below);
    };
    for (int round = 0; round < 500; ++round) {
        StateStory story;
        const int count = next(12);
        for (int i = 0; i < count; ++i)
            story.events.append(change(next(30), AllStatuses[std::size_t(next(10))],
                                       AllStatuses[std::size_t(next(10))], quint64(next(5))));
        const int gaps = next(4);
        for (int i = 0; i < gaps; ++i)
            story.gaps.append(gap(next(30), next(30)));
        if (next(3) > 0)
            story.sandbox = alive(AllStatuses[std::size_t(next(10))], next(30), next(30));
        if (next(2) > 0)
            story.since = Zero + std::chrono::minutes(next(30));
        const auto spans = stateSpans(story, Zero + 25min);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            QVERIFY2(spans[i].from < spans[i].until, qPrintable(text(spans)));
            QVERIFY(spans[i].until <= Zero + 25min);
            if (i > 0)
                QVERIFY2(spans[i - 1].until == spans[i].from, qPrintable(text(spans)));
        }
    }
}

void TestStateSpans::manySpansAreCut()
{
    StateStory story;
    for (int i = 0; i < 10'000; ++i)
        story.events.append(i % 2 ? change(i, Status::Running, Status::Paused)
                                  : change(i, Status::Paused, Status::Running));
    story.sandbox = alive(Status::Paused, 9999);
    const auto spans = stateSpans(story, Zero + 10'000min, 100);
    QCOMPARE(spans.size(), std::size_t(100));
    QVERIFY(!spans.front().status);
    QCOMPARE(spans.front().from, Zero);
    QCOMPARE(spans.front().until, spans[1].from);
    QVERIFY(spans.back().goesOn);
}

void TestStateSpans::aSpanSaysWhy()
{
    Event broken = change(5, Status::Running, Status::Error);
    broken.error = ErrorCode::GuestDied;
    broken.text = QStringLiteral("exit 1");
    const auto spans = stateSpans({alive(Status::Error, 5), {broken}, {}, Zero}, Zero + 10min);
    QCOMPARE(spans.size(), std::size_t(2));
    QVERIFY(wording::spanCauseText(spans[1]).contains(QStringLiteral("exit 1")));
    QCOMPARE(StateSpanModel::sentence(spans[0]),
             QStringLiteral("running, 1971-01-01 00:00:00 to 1971-01-01 00:05:00, 5m 00s"));
    QVERIFY(StateSpanModel::sentence(spans[1]).startsWith(QStringLiteral("error, since 1971")));
}

void TestStateSpans::spanRowsGrow()
{
    StateSpanModel model;
    QAbstractItemModelTester tester(&model, Reporting);
    StateStory story{alive(Status::Running, 2), {change(2, Status::Creating, Status::Running)}, {}, Zero};
    model.setSpans(stateSpans(story, Zero + 5min));
    QCOMPARE(modelText(model, {StateSpanModel::State, StateSpanModel::For}),
             QStringList({QStringLiteral("running|3m 00s"), QStringLiteral("creating|2m 00s")}));
    const QPersistentModelIndex kept(model.index(0, 0));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    story.sandbox = alive(Status::Paused, 7);
    story.events.append(change(7, Status::Running, Status::Paused));
    model.setSpans(stateSpans(story, Zero + 9min));
    QCOMPARE(modelText(model, {StateSpanModel::State}),
             QStringList({QStringLiteral("paused"), QStringLiteral("running"), QStringLiteral("creating")}));
    QCOMPARE(reset.size(), 0);
    QCOMPARE(kept.row(), 1);
    model.setSpans({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestStateSpans)
#include "tst_statespans.moc"
