// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/event.h"
#include "backend/domain/fleetfilter.h"

#include <QTest>

using namespace sandglass;

namespace {

Sandbox someSandbox()
{
    Sandbox sandbox;
    sandbox.key = {ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("sb-00ff"))};
    sandbox.name = QStringLiteral("Web-Scraper-3");
    sandbox.kind = Kind::Desktop;
    sandbox.status = Status::Running;
    sandbox.metadata = {{"env", "prod"}, {"team", "search"}};
    return sandbox;
}

QSet<int> set(std::initializer_list<Status> statuses)
{
    QSet<int> answer;
    for (const Status status : statuses)
        answer.insert(static_cast<int>(status));
    return answer;
}

} // namespace

class TestFleetFilter : public QObject
{
    Q_OBJECT

private slots:
    void matching_data();
    void matching();
    void hiddenOnesShowOnRequestOnly_data();
    void hiddenOnesShowOnRequestOnly();
    void emptiness();
    void causesHaveNames();
};

void TestFleetFilter::matching_data()
{
    QTest::addColumn<FleetFilter>("filter");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char *name, bool fits, auto change) {
        FleetFilter filter;
        change(filter);
        QTest::newRow(name) << filter << fits;
    };
    const int desktop = static_cast<int>(Kind::Desktop);
    const int code = static_cast<int>(Kind::Code);
    row("other status", false, [](FleetFilter &f) { f.statuses = set({Status::Paused}); });
    row("one of several statuses", true, [](FleetFilter &f) {
        f.statuses = set({Status::Paused, Status::Running});
    });
    row("other kind", false, [&](FleetFilter &f) { f.kinds = {code}; });
    row("one of several kinds", true, [&](FleetFilter &f) { f.kinds = {code, desktop}; });
    row("one label wrong", false, [](FleetFilter &f) { f.metadata = {{"env", "prod"}, {"team", "legal"}}; });
    row("labels", true, [](FleetFilter &f) { f.metadata = {{"env", "prod"}, {"team", "search"}}; });
    row("text nowhere", false, [](FleetFilter &f) { f.text = "scraper-4"; });
    row("text in name, other case", true, [](FleetFilter &f) { f.text = "SCRAPER"; });
    row("text in id", true, [](FleetFilter &f) { f.text = "00FF"; });
    row("text is no pattern", false, [](FleetFilter &f) { f.text = "Web.*"; });
    row("nothing asked", true, [](FleetFilter &) {});
    row("all but one term fits", false, [&](FleetFilter &f) {
        f.statuses = set({Status::Running});
        f.kinds = {desktop};
        f.metadata = {{"env", "prod"}};
        f.text = "nope";
    });
}

void TestFleetFilter::matching()
{
    QFETCH(FleetFilter, filter);
    QFETCH(bool, fits);
    QCOMPARE(filter.matches(someSandbox()), fits);
}

void TestFleetFilter::hiddenOnesShowOnRequestOnly_data()
{
    QTest::addColumn<Status>("status");
    for (const Status status : AllStatuses)
        QTest::newRow(qPrintable(statusName(status))) << status;
}

void TestFleetFilter::hiddenOnesShowOnRequestOnly()
{
    QFETCH(Status, status);
    Sandbox sandbox = someSandbox();
    sandbox.status = status;
    QCOMPARE(FleetFilter().matches(sandbox), status != Status::Stopped && status != Status::Deleted);
    FleetFilter asked;
    asked.statuses = set({status});
    QVERIFY(asked.matches(sandbox));
}

void TestFleetFilter::emptiness()
{
    QVERIFY(FleetFilter().isEmpty());
    FleetFilter filter;
    filter.text = "a";
    QVERIFY(!filter.isEmpty());
}

void TestFleetFilter::causesHaveNames()
{
    for (int i = 0; i <= static_cast<int>(Cause::Guest); ++i)
        QCOMPARE(causeFromName(causeName(static_cast<Cause>(i))), static_cast<Cause>(i));
    QVERIFY(!causeFromName(u"nobody"));
    QCOMPARE(eventTypeName(EventType::Heartbeat), QStringLiteral("heartbeat"));
    QCOMPARE(eventTypeName(EventType::Message), QStringLiteral("message"));
}

QTEST_APPLESS_MAIN(TestFleetFilter)
#include "tst_fleetfilter.moc"
