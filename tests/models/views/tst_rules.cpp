// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/fault.h"
#include "models/fleettablemodel.h"
#include "models/views/savedview.h"
#include "tests/support/fakefleet.h"
#include "tests/support/manualclock.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace sandglass;
using test::FakeFleet;
using test::ManualClock;

namespace {

SavedView withRules(const QList<ViewRule> &rules)
{
    SavedView view;
    view.name = QStringLiteral("v");
    view.rules = rules;
    return view;
}

// JSON with single quotes, to be read by people.
ReadView readWith(const QByteArray &rules)
{
    QByteArray text = "{'sandglass_view':1,'name':'v','query':'','rules':" + rules + '}';
    return readSharedText(QString::fromUtf8(text.replace('\'', '"')));
}

} // namespace

class TestRules : public QObject
{
    Q_OBJECT

private slots:
    void whatCannotBeUnderstoodIsRefusedAsAWhole_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("no list") << QByteArray("'red'");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("not an object") << QByteArray("[7]");
        QTest::newRow("no query") << QByteArray("[{'color':'red'}]");
        QTest::newRow("no color") << QByteArray("[{'query':'a'}]");
        QTest::newRow("unknown color") << QByteArray("[{'query':'a','color':'#ff0000'}]");
        QTest::newRow("color of another case") << QByteArray("[{'query':'a','color':'Red'}]");
        QTest::newRow("query of another type") << QByteArray("[{'query':7,'color':'red'}]");
        QTest::newRow("broken query") << QByteArray("[{'query':'(a','color':'red'}]");
        QTest::newRow("unknown field") << QByteArray("[{'query':'statsu:paused','color':'red'}]");
        QTest::newRow("endless query")
            << QByteArray("[{'query':'" + QByteArray(query::MaxLength + 1, 'a') + "','color':'red'}]");
        QByteArray many = "[";
        for (qsizetype i = 0; i <= MostRules; ++i)
            many += QByteArray(i > 0 ? "," : "") + "{'query':'a','color':'red'}";
        QTest::newRow("too many") << many + "]";
        QTest::newRow("the last is wrong")
            << QByteArray("[{'query':'a','color':'red'},{'query':'a:','color':'pink'}]");
    }

    void whatCannotBeUnderstoodIsRefusedAsAWhole()
    {
        QFETCH(QByteArray, rules);
        const ReadView read = readWith(rules);
        QVERIFY(!read.view);
        QVERIFY(!read.complaint.isEmpty());
        QVERIFY(read.complaint.size() < 600); // whatever was sent
    }

    void labelsAreCutAndMadeOneLine()
    {
        const QByteArray label = QByteArray(" a\\n\\tb ") + QByteArray(200, 'x');
        const ReadView read = readWith("[{'query':'a','color':'red','label':'" + label + "'}]");
        QVERIFY(read.view);
        const QString kept = read.view->rules.constFirst().label;
        QVERIFY(kept.startsWith(QStringLiteral("a b x")));
        QCOMPARE(kept.size(), LongestRuleLabel);
        // Of another type: none.
        QCOMPARE(readWith("[{'query':'a','color':'red','label':7}]").view->rules.constFirst().label,
                 QString());
    }

    void rulesGoWithTheirView()
    {
        QList<ViewRule> rules;
        for (const RuleColor color : AllRuleColors) {
            QCOMPARE(ruleColorFromName(ruleColorName(color)), std::optional(color));
            QVERIFY(!ruleColorText(color).isEmpty());
            rules.append({QStringLiteral("meta.env=prod"), color, QStringLiteral("live: \"é\"")});
        }
        rules.append({{}, RuleColor::Grey, {}});
        const SavedView view = withRules(rules);
        const ReadView read = readSharedText(sharedText(view));
        QVERIFY2(read.view, qPrintable(read.complaint));
        QCOMPARE(read.view->rules, rules);
        QVERIFY(read.view->showsSame(view));
        QVERIFY(!read.view->showsSame(withRules({})));
        std::swap(rules[0], rules[1]); // their order means something
        QVERIFY(!read.view->showsSame(withRules(rules)));
        // Those of before have none.
        QVERIFY(readSharedText(sharedText(withRules({}))).view->rules.isEmpty());
        QVERIFY(!sharedText(withRules({})).contains(QStringLiteral("rules")));
    }

    void theFirstThatIsMetCounts()
    {
        ManualClock clock;
        const FakeFleet fleet(clock);
        RowRules rules;
        Sandbox a = fleet.sample(QStringLiteral("a"));
        a.metadata = {{QStringLiteral("env"), QStringLiteral("prod")}};
        Sandbox b = fleet.sample(QStringLiteral("b"), Status::Stopped);
        b.metadata = {};
        const query::Surroundings now{.now = clock.wallNow()};
        QVERIFY(!rules.ruleOf(a, now)); // none
        rules.setRules({{QStringLiteral("meta.env=prod"), RuleColor::Red, {}},
                        {QStringLiteral("a"), RuleColor::Blue, {}},
                        {{}, RuleColor::Grey, {}}});
        QCOMPARE(rules.ruleOf(a, now)->color, RuleColor::Red);
        QCOMPARE(rules.ruleOf(b, now)->color, RuleColor::Grey); // also one that lists leave out
        // A query that cannot be read must not mean every row.
        rules.setRules({{QStringLiteral("statsu:paused"), RuleColor::Red, {}}});
        QVERIFY(!rules.ruleOf(a, now));
    }

    void answersAreKeptUntilSomethingChanges()
    {
        ManualClock clock;
        const FakeFleet fleet(clock);
        RowRules rules;
        rules.setRules({{QStringLiteral("age>1h"), RuleColor::Red, {}}});
        Sandbox a = fleet.sample(QStringLiteral("a"));
        a.createdAt = clock.wallNow() - std::chrono::minutes(59);
        for (int i = 0; i < 100; ++i)
            QVERIFY(!rules.ruleOf(a, {.now = clock.wallNow()}));
        QCOMPARE(rules.judgements(), 1);
        QVERIFY(rules.ruleOf(a, {.now = clock.wallNow() + std::chrono::minutes(2)})); // time went by
        QCOMPARE(rules.judgements(), 2);
        a.createdAt = clock.wallNow();
        ++a.revision;
        QVERIFY(!rules.ruleOf(a, {.now = clock.wallNow() + std::chrono::minutes(2)}));
        QCOMPARE(rules.judgements(), 3);
        // A clock that was set back holds nothing for ever.
        QVERIFY(!rules.ruleOf(a, {.now = clock.wallNow() - std::chrono::hours(2)}));
        QCOMPARE(rules.judgements(), 4);
    }

    void aFleetIsNeverGoneThrough()
    {
        ManualClock clock;
        FakeFleet fleet(clock);
        for (int i = 0; i < 5000; ++i)
            fleet.feed().all.append(fleet.sample(QStringLiteral("s%1").arg(i)));
        FleetStore store(clock);
        FleetTableModel model(store);
        QVERIFY(store.addFleet(fleet));
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 5000, 60'000);
        model.setRules({{QStringLiteral("s*"), RuleColor::Teal, QStringLiteral("ours")}});
        QCOMPARE(model.rules().judgements(), 0);
        for (int row = 100; row < 140; ++row) {
            for (int column = 0; column < model.columnCount(); ++column)
                QCOMPARE(model.index(row, column).data(FleetTableModel::RuleRole).toInt(),
                         int(RuleColor::Teal));
        }
        QCOMPARE(model.rules().judgements(), 40);
        // Not by colour alone.
        const QModelIndex name = model.index(100, FleetTableModel::Name);
        QVERIFY(name.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("ours")));
        QVERIFY(model.index(100, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("ours")));
        model.setRules({});
        QVERIFY(!name.data(FleetTableModel::RuleRole).isValid());
        QVERIFY(!name.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("ours")));
    }
};

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
