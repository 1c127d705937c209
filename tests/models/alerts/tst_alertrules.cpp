// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/alerts/tst_alertrules.h"

#include "models/alerts/alertbook.h"
#include "models/alerts/alertwords.h"
#include "models/alerts/keptalerts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace std::chrono_literals;

namespace sandglass::test {

namespace {

using When = AlertCondition::Kind;

QJsonObject good()
{
    return QJsonDocument::fromJson(
               R"({"id":"a-1","name":"Too many","query":"status:running","condition":"at_least","count":3})")
        .object();
}

AlertRule someRule()
{
    return {.id = QStringLiteral("a-1"),
            .name = QStringLiteral("Too many"),
            .query = QStringLiteral("status:running"),
            .context = ContextId(QStringLiteral("east")),
            .condition = {.kind = When::AtLeast, .count = 3},
            .hold = 90s,
            .severity = AlertSeverity::Critical,
            .enabled = false,
            .desktop = false};
}

WallTime at(const char *utc)
{
    const QDateTime moment = QDateTime::fromString(QLatin1StringView(utc), Qt::ISODate);
    return WallTime(std::chrono::milliseconds(moment.toMSecsSinceEpoch()));
}

} // namespace

void TestAlertRules::wrongRulesAreRefused_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QString>("names");
    const auto row = [](const char *name, const char *patch, const char *names) {
        QTest::newRow(name) << QByteArray(patch) << QString::fromLatin1(names);
    };
    row("no name", R"({"name":""})", "name");
    row("a blank name", R"({"name":" \n "})", "name");
    row("a number as a name", R"({"name":7})", "name");
    row("a path as an id", R"({"id":"../x"})", "id");
    row("no id", R"({"id":""})", "id");
    row("a query that is a list", R"({"query":["a"]})", "query");
    row("an unknown condition", R"({"condition":"often"})", "condition");
    row("no condition", R"({"condition":null})", "condition");
    row("none of them is always so", R"({"count":0})", "count");
    row("fewer than none", R"({"condition":"at_most","count":-1})", "count");
    row("half a sandbox", R"({"count":1.5})", "count");
    row("a count as a text", R"({"count":"3"})", "count");
    row("more than there can be", R"({"count":1e300})", "count");
    row("no time at all", R"({"condition":"in_state","age_s":0})", "age_s");
    row("longer than a year", R"({"condition":"in_state","age_s":31536001})", "age_s");
    row("a rate that is a number", R"({"condition":"cost_rate","rate":1.5})", "rate");
    row("a negative rate", R"({"condition":"cost_rate","rate":"-1"})", "rate");
    row("an endless rate", R"({"condition":"cost_rate","rate":"99999999999999999999"})", "rate");
    row("a long currency", R"({"condition":"cost_rate","rate":"1","currency":"ABCDEF"})", "currency");
    row("a hold of a month", R"({"hold_s":2592000})", "hold_s");
    row("an unknown severity", R"({"severity":"terrible"})", "severity");
    row("perhaps enabled", R"({"enabled":"yes"})", "enabled");
}

void TestAlertRules::wrongRulesAreRefused()
{
    QFETCH(QByteArray, patch);
    QFETCH(QString, names);
    QJsonObject json = good();
    QVERIFY(alertFromJson(json).rule);
    const QJsonObject changes = QJsonDocument::fromJson(patch).object();
    QVERIFY(!changes.isEmpty());
    for (auto it = changes.begin(); it != changes.end(); ++it)
        json.insert(it.key(), it.value());
    const ReadAlert read = alertFromJson(json);
    QVERIFY(!read.rule);
    QVERIFY2(read.complaint.contains(names), qPrintable(read.complaint));
}

void TestAlertRules::rulesAreReadAsTheyWereWritten()
{
    AlertRule rule = someRule();
    for (const When kind : AllAlertConditions) {
        rule.condition = {.kind = kind};
        if (kind == When::AtLeast || kind == When::AtMost)
            rule.condition.count = 7;
        else if (kind == When::CostRate)
            rule.condition = {.kind = kind,
                              .rate = *Money::fromDecimal(u"0.000000000001"),
                              .currency = QStringLiteral("USD")};
        else
            rule.condition.age = 7min;
        const ReadAlert read = alertFromJson(alertToJson(rule));
        QVERIFY2(read.rule, qPrintable(read.complaint));
        QCOMPARE(*read.rule, rule);
        QVERIFY(!AlertWords::condition(rule).isEmpty());
        QVERIFY(!askedBy(rule).fault);
    }
}

void TestAlertRules::aQueryThatCannotBeReadIsKept()
{
    QJsonObject json = good();
    json.insert(QStringLiteral("query"), QStringLiteral("statsu:running"));
    const ReadAlert read = alertFromJson(json);
    QVERIFY(read.rule);
    QCOMPARE(read.rule->query, QStringLiteral("statsu:running"));
    QVERIFY(askedBy(*read.rule).fault);
    QVERIFY(askedBy(*read.rule).query.isEmpty());
}

void TestAlertRules::wrongFilesAreNotRead()
{
    for (const char *text : {"", "{", "[]", "{}", R"({"version":2,"rules":[]})", R"({"version":1})",
                             R"({"version":1,"rules":{}})", "\xff\xfe"})
        QVERIFY2(!keptAlertsFromJson(text), text);
    QByteArray deep(100'000, '[');
    QVERIFY(!keptAlertsFromJson(deep));
}

void TestAlertRules::partsOfFilesAreComplainedOf()
{
    QJsonObject wrong = good();
    wrong.insert(QStringLiteral("count"), -1);
    const QJsonObject root{
        {QStringLiteral("version"), 1},
        {QStringLiteral("rules"), QJsonArray{good(), good(), wrong, 7, QJsonObject()}},
        {QStringLiteral("quiet_hours"), QJsonObject{{QStringLiteral("from"), QStringLiteral("25:00")}}},
        {QStringLiteral("states"),
         QJsonArray{QJsonObject{{QStringLiteral("id"), QStringLiteral("stranger")},
                                {QStringLiteral("raised_at_ms"), 5}},
                    QJsonObject{{QStringLiteral("id"), QStringLiteral("a-1")},
                                {QStringLiteral("raised_at_ms"), QStringLiteral("today")}}}},
        {QStringLiteral("history"), QJsonArray{1, QJsonObject()}}};
    const auto read = keptAlertsFromJson(QJsonDocument(root).toJson());
    QVERIFY(read);
    QCOMPARE(read->kept.rules.size(), 1);
    QCOMPARE(read->complaints.size(), 5); // the same id, a count, twice no alert, quiet hours
    QCOMPARE(read->kept.quiet, QuietHours());
    QVERIFY(!read->kept.progress.contains(QStringLiteral("stranger")));
    QVERIFY(!read->kept.progress.value(QStringLiteral("a-1")).raised);
    QVERIFY(read->kept.history.isEmpty());
}

void TestAlertRules::filesAreReadAsTheyWereWritten()
{
    KeptAlerts kept;
    kept.rules = {someRule()};
    kept.quiet = {.enabled = true, .from = {23, 30}, .to = {6, 0}, .days = 0x1f, .criticalAnyway = false};
    kept.snoozedUntil = at("2026-03-01T12:00:00Z");
    kept.progress.insert(QStringLiteral("a-1"), {.raised = true,
                                                 .raisedAt = at("2026-03-01T11:00:00Z"),
                                                 .told = true,
                                                 .snoozedUntil = at("2026-03-02T11:00:00Z")});
    kept.history = {{.rule = QStringLiteral("a-1"),
                     .name = QStringLiteral("Too many"),
                     .severity = AlertSeverity::Critical,
                     .at = at("2026-03-01T11:00:00Z"),
                     .resolvedAt = at("2026-03-01T11:05:00Z"),
                     .count = 4,
                     .names = {QStringLiteral("a"), QStringLiteral("b")},
                     .amount = QStringLiteral("$1/h")}};
    const auto read = keptAlertsFromJson(keptAlertsToJson(kept));
    QVERIFY(read);
    QVERIFY(read->complaints.isEmpty());
    QCOMPARE(read->kept, kept);
}

void TestAlertRules::quietHours_data()
{
    QTest::addColumn<QTime>("from");
    QTest::addColumn<QTime>("to");
    QTest::addColumn<int>("days");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<bool>("quiet");
    const int all = QuietHours::EveryDay;
    const QTime evening(22, 0);
    const QTime morning(7, 0);
    // 2026-03-02 is a Monday; Shanghai is eight hours ahead.
    QTest::newRow("before") << evening << morning << all << QByteArray("2026-03-02T13:59:59Z") << false;
    QTest::newRow("from the first minute")
        << evening << morning << all << QByteArray("2026-03-02T14:00:00Z") << true;
    QTest::newRow("after midnight") << evening << morning << all << QByteArray("2026-03-02T17:00:00Z")
                                    << true;
    QTest::newRow("to the last minute")
        << evening << morning << all << QByteArray("2026-03-02T22:59:59Z") << true;
    QTest::newRow("after") << evening << morning << all << QByteArray("2026-03-02T23:00:00Z") << false;
    QTest::newRow("a night that began on a Monday")
        << evening << morning << 1 << QByteArray("2026-03-02T17:00:00Z") << true;
    QTest::newRow("a night that began on a Sunday")
        << evening << morning << 1 << QByteArray("2026-03-01T17:00:00Z") << false;
    QTest::newRow("Sunday's night, on Monday")
        << evening << morning << 0x40 << QByteArray("2026-03-01T17:00:00Z") << true;
    QTest::newRow("by day") << morning << evening << all << QByteArray("2026-03-02T04:00:00Z") << true;
    QTest::newRow("by day, on another one")
        << morning << evening << 2 << QByteArray("2026-03-02T04:00:00Z") << false;
    QTest::newRow("a whole day") << morning << morning << 1 << QByteArray("2026-03-02T22:00:00Z") << true;
    QTest::newRow("a whole day is over")
        << morning << morning << 1 << QByteArray("2026-03-02T23:00:00Z") << false;
    QTest::newRow("never") << evening << morning << 0 << QByteArray("2026-03-02T17:00:00Z") << false;
}

void TestAlertRules::quietHours()
{
    QFETCH(QTime, from);
    QFETCH(QTime, to);
    QFETCH(int, days);
    QFETCH(QByteArray, now);
    QFETCH(bool, quiet);
    QuietHours hours{.enabled = true, .from = from, .to = to, .days = quint8(days)};
    const QTimeZone zone("Asia/Shanghai");
    QCOMPARE(hours.isQuiet(at(now.constData()), zone), quiet);
    QCOMPARE(hours.quietUntil(at(now.constData()), zone).has_value(), quiet);
    hours.enabled = false;
    QVERIFY(!hours.isQuiet(at(now.constData()), zone));
}

void TestAlertRules::quietHoursEnd()
{
    const QTimeZone zone("Asia/Shanghai");
    QuietHours hours{.enabled = true};
    QCOMPARE(hours.quietUntil(at("2026-03-02T15:00:00Z"), zone), at("2026-03-02T23:00:00Z"));
    QCOMPARE(hours.quietUntil(at("2026-03-02T17:00:00Z"), zone), at("2026-03-02T23:00:00Z"));
    hours.to = hours.from;
    QVERIFY(!hours.quietUntil(at("2026-03-02T17:00:00Z"), zone)); // always
    hours.days = 0x60;                                            // from Saturday's evening to Monday's
    QCOMPARE(hours.quietUntil(at("2026-03-07T15:00:00Z"), zone), at("2026-03-09T14:00:00Z"));
}

// In Berlin the clock goes from 2 to 3 on 2026-03-29 and from 3 to 2 on 2026-10-25.
void TestAlertRules::quietHoursFollowTheClockOnTheWall()
{
    const QTimeZone zone("Europe/Berlin");
    QuietHours hours{.enabled = true, .from = {22, 0}, .to = {7, 0}};
    QVERIFY(hours.isQuiet(at("2026-03-29T04:59:00Z"), zone)); // 6:59 in summer
    QVERIFY(!hours.isQuiet(at("2026-03-29T05:00:00Z"), zone));
    QCOMPARE(hours.quietUntil(at("2026-03-28T22:00:00Z"), zone), at("2026-03-29T05:00:00Z"));
    QVERIFY(hours.isQuiet(at("2026-10-25T05:59:00Z"), zone)); // 6:59 in winter
    QVERIFY(!hours.isQuiet(at("2026-10-25T06:00:00Z"), zone));
    QCOMPARE(hours.quietUntil(at("2026-10-24T21:00:00Z"), zone), at("2026-10-25T06:00:00Z"));
    // From a minute that there is not that night, and in an hour that there is twice.
    hours.from = {2, 30};
    QVERIFY(!hours.isQuiet(at("2026-03-29T00:59:00Z"), zone));
    QVERIFY(hours.isQuiet(at("2026-03-29T01:00:00Z"), zone));
    QVERIFY(hours.isQuiet(at("2026-10-25T00:30:00Z"), zone));
    QVERIFY(hours.isQuiet(at("2026-10-25T01:30:00Z"), zone));
    // To such a minute: it ends, at whichever of the two, and not a day later.
    hours = {.enabled = true, .from = {22, 0}, .to = {2, 30}};
    const auto end = hours.quietUntil(at("2026-03-28T22:00:00Z"), zone);
    QVERIFY(end && *end >= at("2026-03-29T00:30:00Z") && *end <= at("2026-03-29T01:30:00Z"));
}

void TestAlertRules::wrongQuietHours()
{
    const QJsonObject right = quietHoursToJson(QuietHours());
    QCOMPARE(quietHoursFromJson(right), QuietHours());
    const auto with = [&](const char *key, const QJsonValue &value) {
        QJsonObject json = right;
        json.insert(QLatin1StringView(key), value);
        return quietHoursFromJson(json);
    };
    QVERIFY(!with("from", QStringLiteral("24:00")));
    QVERIFY(!with("to", 7));
    QVERIFY(!with("days", 128));
    QVERIFY(!with("days", -1));
    QVERIFY(!with("days", QStringLiteral("monday")));
}

void TestAlertRules::verdicts_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("matching");
    QTest::addColumn<bool>("fresh");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char *name, When kind, int matching, bool fresh, AlertVerdict verdict) {
        QTest::newRow(name) << int(kind) << matching << fresh << int(verdict);
    };
    using enum AlertVerdict;
    row("enough", When::AtLeast, 2, true, Yes);
    row("enough of what is known", When::AtLeast, 2, false, Yes);
    row("not enough", When::AtLeast, 1, true, No);
    row("perhaps not enough", When::AtLeast, 1, false, Unknown);
    row("few", When::AtMost, 2, true, Yes);
    row("perhaps few", When::AtMost, 2, false, Unknown);
    row("not few", When::AtMost, 3, true, No);
    row("not few whatever the others say", When::AtMost, 3, false, No);
    row("one", When::InError, 1, false, Yes);
    row("none", When::InState, 0, true, No);
    row("perhaps one", When::InState, 0, false, Unknown);
}

void TestAlertRules::verdicts()
{
    QFETCH(int, kind);
    QFETCH(int, matching);
    QFETCH(bool, fresh);
    QFETCH(int, verdict);
    AlertReading sums;
    sums.matching = matching;
    QCOMPARE(int(verdictOf({.kind = When(kind), .count = 2}, sums, fresh)), verdict);
}

void TestAlertRules::aHoldIsWithoutABreak()
{
    AlertProgress progress;
    const WallTime wall = at("2026-03-01T12:00:00Z");
    const auto at_ = [&](std::chrono::seconds s, AlertVerdict verdict) {
        return step(progress, verdict, 60s, 1h + s, wall + s);
    };
    QCOMPARE(at_(0s, AlertVerdict::Yes), AlertNews::None);
    QCOMPARE(at_(59s, AlertVerdict::Yes), AlertNews::None);
    QCOMPARE(at_(60s, AlertVerdict::No), AlertNews::None); // a flap
    QCOMPARE(at_(61s, AlertVerdict::Yes), AlertNews::None);
    QCOMPARE(at_(120s, AlertVerdict::Yes), AlertNews::None);
    QCOMPARE(at_(121s, AlertVerdict::Yes), AlertNews::Raised);
    QCOMPARE(progress.raisedAt, wall + 121s);
    QCOMPARE(at_(122s, AlertVerdict::Yes), AlertNews::None);
    QCOMPARE(at_(123s, AlertVerdict::No), AlertNews::Resolved);
    QCOMPARE(at_(124s, AlertVerdict::No), AlertNews::None);
}

void TestAlertRules::notKnowingChangesNothing()
{
    AlertProgress progress;
    const WallTime wall = at("2026-03-01T12:00:00Z");
    QCOMPARE(step(progress, AlertVerdict::Yes, 60s, 1h, wall), AlertNews::None);
    QCOMPARE(step(progress, AlertVerdict::Unknown, 60s, 1h + 90s, wall), AlertNews::None); // not by a guess
    QCOMPARE(step(progress, AlertVerdict::Yes, 60s, 1h + 91s, wall), AlertNews::Raised);
    QCOMPARE(step(progress, AlertVerdict::Unknown, 60s, 1h + 92s, wall), AlertNews::None);
    QVERIFY(progress.raised);
    QCOMPARE(step(progress, AlertVerdict::Yes, 60s, 1h + 93s, wall), AlertNews::None);
}

void TestAlertRules::statesSayTheWorst()
{
    AlertRule rule = someRule();
    rule.severity = AlertSeverity::Warning;
    AlertSurroundings around{.now = at("2026-03-01T12:00:00Z")};
    AlertProgress progress{.raised = true, .verdict = AlertVerdict::Yes};
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Off);
    rule.enabled = true;
    QCOMPARE(stateOf(rule, progress, false, around), AlertState::Invalid);
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Firing);
    QVERIFY(isToBeTold(rule, progress, around));
    around.quiet = true;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Muted);
    QVERIFY(!isToBeTold(rule, progress, around));
    rule.severity = AlertSeverity::Critical;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Firing);
    around.criticalAnyway = false;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Muted);
    progress.snoozedUntil = around.now + 1min;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Snoozed);
    progress.snoozedUntil = around.now;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Muted);
    progress.verdict = AlertVerdict::Unknown;
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Unknown);
    progress = {.holdsSince = 1h, .verdict = AlertVerdict::Yes};
    QCOMPARE(stateOf(rule, progress, true, around), AlertState::Pending);
    for (const AlertState state : AllAlertStates)
        QVERIFY(!AlertWords::state(state).isEmpty());
}

void TestAlertRules::theBookUndoes()
{
    AlertBook book;
    const QString first = book.add(someRule());
    const QString second = book.add(someRule());
    QVERIFY(first != second && isAlertId(first));
    QCOMPARE(book.find(second)->name, QStringLiteral("Too many (2)"));
    const QString copy = book.duplicate(first);
    QCOMPARE(book.rules().at(1).id, copy);
    const QList<AlertRule> before = book.rules();
    book.remove(first);
    book.remove(copy);
    QCOMPARE(book.undo(), copy);
    QCOMPARE(book.undo(), first);
    QVERIFY(!book.canUndo());
    QCOMPARE(book.rules(), before);
    QVERIFY(book.undo().isEmpty());
    book.remove(QStringLiteral("nothing"));
    QCOMPARE(book.rules(), before);
}

void TestAlertRules::thereAreNotTooMany()
{
    AlertBook book;
    AlertRule rule = someRule();
    for (qsizetype i = 0; i < AlertLimits::MostRules; ++i) {
        rule.name = QString::number(i / 2) + QString(AlertLimits::LongestName, u'x');
        QVERIFY(!book.add(rule).isEmpty());
    }
    QVERIFY(book.isFull());
    QVERIFY(book.add(someRule()).isEmpty());
    QVERIFY(book.duplicate(book.rules().constFirst().id).isEmpty());
    for (const AlertRule &each : book.rules())
        QVERIFY(each.name.size() <= AlertLimits::LongestName);
}

void TestAlertRules::namesOfOthersAreCut()
{
    AlertRecord record{
        .rule = QStringLiteral("a-1"), .name = QString(5000, u'x'), .at = at("2026-03-01T12:00:00Z")};
    record.names = QStringList(1000, QString(5000, u'<'));
    const auto read = keptAlertsFromJson(keptAlertsToJson({.history = {record}}));
    QVERIFY(read);
    const AlertRecord back = read->kept.history.constFirst();
    QVERIFY(back.name.size() <= 200 && back.names.size() <= 10 && back.names.constFirst().size() <= 200);
}

} // namespace sandglass::test
