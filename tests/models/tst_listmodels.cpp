// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/contextlistmodel.h"
#include "models/eventtablemodel.h"
#include "models/joblistmodel.h"
#include "models/templatelistmodel.h"
#include "tests/support/manualclock.h"
#include "tests/support/manualfleet.h"
#include "tests/support/modeltext.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

constexpr auto Reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

Job someJob(const QString &id, JobState state, WallTime startedAt)
{
    Job job;
    job.id = JobId(id);
    job.subject = TemplateId(id);
    job.state = state;
    job.startedAt = startedAt;
    if (state != JobState::Running && state != JobState::Queued)
        job.endedAt = startedAt + 10s;
    return job;
}

} // namespace

// Events, jobs, templates and contexts as rows, each under the model tester.
class TestListModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("TZ", "UTC"); }
    void eventsAsPeopleReadThem();
    void heartbeatsAreNoRows();
    void theRingForgetsTheOldest();
    void eventsOfSomeOnly();
    void eventsBeyondTheRingInOneGo();
    void jobsInTheOrderOfInterest();
    void aJobIsHowFarItIsInAll_data();
    void aJobIsHowFarItIsInAll();
    void jobsKeepTheirRowsBySelection();
    void templates();
    void contexts();

private:
    [[nodiscard]] Event moved(const QString &id, Status from, Status to);

    ManualClock m_clock;
    quint64 m_cursor = 0;
};

Event TestListModels::moved(const QString &id, Status from, Status to)
{
    Event event;
    event.cursor = ++m_cursor;
    event.at = m_clock.wallNow();
    event.sandbox = {ContextId("a"), SandboxId(id)};
    event.sandboxName = QStringLiteral("name-") + id;
    event.from = from;
    event.to = to;
    event.cause = Cause::Person;
    return event;
}

void TestListModels::eventsAsPeopleReadThem()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    EventTableModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    store.addFleet(fleet);
    Event broken = moved("2", Status::Running, Status::Error);
    broken.cause = Cause::Guest;
    broken.error = ErrorCode::GuestDied;
    Event message = moved("3", Status::Running, Status::Running);
    message.type = EventType::Message;
    message.sandboxName.clear();
    message.text = QStringLiteral("hello");
    message.cause = Cause::Program;
    emit fleet.said.eventsArrived({moved("1", Status::Running, Status::Pausing), broken, message});
    QTRY_COMPARE(model.rowCount(), 3);
    QCOMPARE(modelText(model),
             QStringList(
                 {"12:00:00|name-1|running → pausing|asked by you|",
                  "12:00:00|name-2|running → error|the machine itself|The machine ended by itself; read the "
                  "last lines of its console, then launch it again.",
                  "12:00:00|3||asked by a program|hello"}));
    QCOMPARE(model.index(0, 0).data(EventTableModel::ToRole).toInt(), int(Status::Pausing));
    QCOMPARE(model.index(1, 0).data(EventTableModel::SeverityRole).toInt(), int(Severity::Failure));
    QVERIFY(!model.index(0, 0).data(EventTableModel::SeverityRole).isValid());
    QVERIFY(!model.index(2, 0).data(EventTableModel::FromRole).isValid());
    QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("2026-03-01 12:00:00"));
    QCOMPARE(model.textOf(0),
             QStringLiteral("2026-03-01 12:00:00\tname-1\trunning → pausing\tasked by you\t"));
}

void TestListModels::heartbeatsAreNoRows()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    EventTableModel model(store);
    store.addFleet(fleet);
    QVERIFY(!model.lastHeard(ContextId("a")));
    Event beat = moved("", Status::Pending, Status::Pending);
    beat.type = EventType::Heartbeat;
    QSignalSpy arrived(&store, &FleetStore::eventsArrived);
    emit fleet.said.eventsArrived({beat});
    QTRY_COMPARE(arrived.size(), 1);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.lastHeard(ContextId("a")), m_clock.wallNow());
}

void TestListModels::theRingForgetsTheOldest()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    EventTableModel model(store); // the tester reads every cell at every change: too slow for a full ring
    store.addFleet(fleet);
    model.setOnly(QSet<SandboxKey>{{ContextId("a"), SandboxId("0")}});
    for (int burst = 0; burst < 12; ++burst) {
        QList<Event> events;
        for (int i = 0; i < 1000; ++i)
            events.append(moved(QString::number(i % 2), Status::Running, Status::Pausing));
        emit fleet.said.eventsArrived(events);
        QTRY_VERIFY(model.rowCount() > 0);
        QTRY_COMPARE(model.eventAt(model.rowCount() - 1).cursor, m_cursor - 1);
    }
    QCOMPARE(model.rowCount(), EventTableModel::Capacity / 2);
    QCOMPARE(model.eventAt(0).cursor, m_cursor - EventTableModel::Capacity + 1);
    QCOMPARE(model.eventsOf({ContextId("a"), SandboxId("1")}).size(), EventTableModel::Capacity / 2);
    model.setOnly({});
    QCOMPARE(model.rowCount(), EventTableModel::Capacity);
}

void TestListModels::eventsOfSomeOnly()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    EventTableModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    store.addFleet(fleet);
    emit fleet.said.eventsArrived(
        {moved("1", Status::Running, Status::Pausing), moved("2", Status::Running, Status::Pausing)});
    QTRY_COMPARE(model.rowCount(), 2);
    model.setOnly(QSet<SandboxKey>{{ContextId("a"), SandboxId("2")}});
    QCOMPARE(modelText(model, {EventTableModel::SandboxName}), QStringList({"name-2"}));
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    emit fleet.said.eventsArrived({moved("1", Status::Pausing, Status::Paused)});
    emit fleet.said.eventsArrived({moved("2", Status::Pausing, Status::Paused)});
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(inserted.size(), 1);
    model.setOnly(QSet<SandboxKey>());
    QCOMPARE(model.rowCount(), 0);
    model.setOnly(std::nullopt);
    QCOMPARE(model.rowCount(), 4);
}

void TestListModels::eventsBeyondTheRingInOneGo()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    EventTableModel model(store);
    store.addFleet(fleet);
    emit fleet.said.eventsArrived({moved("old", Status::Running, Status::Pausing)});
    QTRY_COMPARE(model.rowCount(), 1);
    QList<Event> events;
    for (int i = 0; i < EventTableModel::Capacity + 500; ++i)
        events.append(moved("x", Status::Running, Status::Pausing));
    emit fleet.said.eventsArrived(events);
    QTRY_COMPARE(model.rowCount(), EventTableModel::Capacity);
    QCOMPARE(model.eventAt(0).cursor, m_cursor - EventTableModel::Capacity + 1);
}

void TestListModels::jobsInTheOrderOfInterest()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    const WallTime now = m_clock.wallNow();
    store.addFleet(fleet);
    JobListModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    QSignalSpy active(&model, &JobListModel::activeCountChanged);
    Job failed = someJob("failed", JobState::Failed, now - 60s);
    failed.error = Error(ErrorCode::PackageUnavailable, QStringLiteral("xfce4"));
    Job running = someJob("running", JobState::Running, now);
    running.percent = 140;
    running.cancellable = true;
    running.text = QStringLiteral("Unpacking");
    fleet.said.jobList = {someJob("done", JobState::Succeeded, now - 90s), failed,
                          someJob("queued", JobState::Queued, now - 5s), running};
    emit fleet.said.jobsChanged();
    QCOMPARE(modelText(model),
             QStringList({"Building the image of running", "Building the image of queued: waiting",
                          "Building the image of failed: failed", "Building the image of done: done"}));
    QCOMPARE(model.activeCount(), 2);
    QCOMPARE(active.size(), 1);
    const QModelIndex first = model.index(0);
    QCOMPARE(first.data(JobListModel::PercentRole).toInt(), 100);
    QVERIFY(!model.index(1).data(JobListModel::PercentRole).isValid());
    QVERIFY(first.data(JobListModel::CancellableRole).toBool());
    QCOMPARE(first.data(JobListModel::DetailRole).toString(), QStringLiteral("Unpacking"));
    QVERIFY(model.index(2).data(JobListModel::ErrorRole).toString().contains("xfce4"));
    QCOMPARE(first.data(JobListModel::JobRole).value<Job>(), running);
}

void TestListModels::aJobIsHowFarItIsInAll_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("ofStep"); // -1: not known
    QTest::addColumn<int>("whole");
    QTest::newRow("nothing is known") << 0 << 0 << -1 << -1;
    QTest::newRow("one step, not known") << 1 << 1 << -1 << -1;
    QTest::newRow("one step") << 1 << 1 << 37 << 37;
    QTest::newRow("no steps said") << 0 << 0 << 37 << 37;
    QTest::newRow("not begun") << 0 << 4 << -1 << 0;
    QTest::newRow("the first is done") << 1 << 4 << 100 << 25;
    QTest::newRow("the second begins") << 2 << 4 << -1 << 25;
    QTest::newRow("at its end") << 4 << 4 << 100 << 100;
    QTest::newRow("beyond its end") << 9 << 4 << 140 << 100;
}

void TestListModels::aJobIsHowFarItIsInAll()
{
    QFETCH(int, step);
    QFETCH(int, steps);
    QFETCH(int, ofStep);
    QFETCH(int, whole);
    Job job;
    job.stepIndex = step;
    job.stepCount = steps;
    if (ofStep >= 0)
        job.percent = ofStep;
    QCOMPARE(wholePercent(job).value_or(-1), whole);
}

void TestListModels::jobsKeepTheirRowsBySelection()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    const WallTime now = m_clock.wallNow();
    fleet.said.jobList = {someJob("one", JobState::Running, now),
                          someJob("two", JobState::Running, now + 1s)};
    store.addFleet(fleet);
    JobListModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    QCOMPARE(model.rowCount(), 2);
    const QPersistentModelIndex kept(model.index(0));
    fleet.said.jobList[0] = someJob("one", JobState::Succeeded, now);
    fleet.said.jobList.append(someJob("three", JobState::Running, now + 2s));
    emit fleet.said.jobsChanged();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(kept.row(), 2);
    QCOMPARE(kept.data(JobListModel::JobIdRole).toString(), QStringLiteral("one"));
    fleet.said.jobList.clear();
    emit fleet.said.jobsChanged();
    QVERIFY(!kept.isValid());
    QCOMPARE(model.activeCount(), 0);
}

void TestListModels::templates()
{
    FleetStore store(m_clock);
    ManualFleet fleet("a");
    TemplateListModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    TemplateInfo info;
    info.id = TemplateId("desktop");
    info.kind = Kind::Desktop;
    info.summary = QStringLiteral("XFCE");
    fleet.said.templateList = {info};
    store.addFleet(fleet);
    QCOMPARE(modelText(model), QStringList({"desktop"}));
    QCOMPARE(model.index(0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("desktop: image not built yet"));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    fleet.said.templateList[0].state = TemplateState::Broken;
    fleet.said.templateList[0].error = Error(ErrorCode::ImageBuildFailed);
    emit fleet.said.templatesChanged();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(model.index(0).data(TemplateListModel::StateRole).toInt(), int(TemplateState::Broken));
    QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains("could not be built"));
    store.removeFleet(ContextId("a"));
    QCOMPARE(model.rowCount(), 0);
}

void TestListModels::contexts()
{
    FleetStore store(m_clock);
    ManualFleet a("a");
    ManualFleet b("b");
    a.said.list = {someSandbox("a", "1", m_clock.wallNow())};
    ContextListModel model(store);
    QAbstractItemModelTester tester(&model, Reporting);
    store.addFleet(a);
    store.addFleet(b);
    QCOMPARE(modelText(model), QStringList({"a", "b"}));
    QTRY_COMPARE(model.index(0).data(ContextListModel::CountRole).toInt(), 1);
    QCOMPARE(model.index(1).data(ContextListModel::LastHeardRole).toString(),
             QStringLiteral("nothing heard yet"));
    b.said.info.state = ContextState::Down;
    b.said.info.error = Error(ErrorCode::EngineUnreachable);
    emit b.said.contextChanged();
    QCOMPARE(model.index(1).data(ContextListModel::StateRole).toInt(), int(ContextState::Down));
    QVERIFY(model.index(1).data(ContextListModel::ErrorRole).toString().contains("does not answer"));
    store.removeFleet(ContextId("a"));
    QCOMPARE(modelText(model), QStringList({"b"}));
}

QTEST_GUILESS_MAIN(TestListModels)
#include "tst_listmodels.moc"
