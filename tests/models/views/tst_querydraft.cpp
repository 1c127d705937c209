// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/parser.h"
#include "models/views/querydraft.h"
#include "tests/backend/domain/query/randomquery.h"

#include <QTest>

Q_DECLARE_METATYPE(sandglass::QueryDraft)

using namespace sandglass;
using query::Field;
using query::Op;

// Queries as conditions to click on, and back.
class TestQueryDraft : public QObject
{
    Q_OBJECT

private slots:
    void conditions_data();
    void conditions();
    void drafts_data();
    void drafts();
    void unfinishedOnesSayNothing();
    void faultsNameTheirCondition();
    void everyQueryComesBack();
    void everythingHasAName();
};

void TestQueryDraft::conditions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("conditions");
    QTest::addColumn<int>("written"); // of these that cannot be clicked
    QTest::newRow("nothing") << "" << 0 << 0;
    QTest::newRow("one") << "status:running,paused" << 1 << 0;
    QTest::newRow("several") << "status:running meta.team=red -kind:desktop age>2h" << 4 << 0;
    QTest::newRow("any") << "status:error or left<10m" << 2 << 0;
    QTest::newRow("brackets") << "status:running (age>2h or cost>1.50)" << 2 << 1;
    QTest::newRow("not brackets") << "status:running not (age>2h or cost>1.50)" << 2 << 1;
    QTest::newRow("words") << "web \"two words\"" << 2 << 0;
    QTest::newRow("quotes") << "meta.note=\"a, b\" name:\"x:y\"" << 2 << 1;
    QTest::newRow("range") << "age:1h..2h" << 1 << 0;
    QTest::newRow("pattern") << "name:web-*" << 1 << 0;
}

void TestQueryDraft::conditions()
{
    QFETCH(QString, text);
    QFETCH(int, conditions);
    QFETCH(int, written);
    const query::Parsed parsed = query::parse(text);
    QVERIFY(!parsed.fault);
    const QueryDraft draft = draftOf(parsed.query);
    QCOMPARE(draft.conditions.size(), conditions);
    QCOMPARE(std::ranges::count_if(draft.conditions, [](const Condition &c) { return !c.written.isEmpty(); }),
             written);
    const DraftQuery back = queryOf(draft);
    QVERIFY(!back.fault);
    QVERIFY2(back.query == parsed.query, qPrintable(back.query.text()));
}

void TestQueryDraft::drafts_data()
{
    QTest::addColumn<QueryDraft>("draft");
    QTest::addColumn<QString>("text");
    const Condition running{.field = Field::Status, .label = {}, .values = {"running"}, .written = {}};
    const Condition team{
        .field = Field::Meta, .label = "team", .op = Op::Equal, .values = {"red, blue"}, .written = {}};
    const Condition old{
        .field = Field::Age, .label = {}, .op = Op::Greater, .values = {" 2h "}, .written = {}};
    const Condition notDesktop{
        .field = Field::Kind, .label = {}, .negated = true, .values = {"desktop", "mobile"}, .written = {}};
    QTest::newRow("all") << QueryDraft{.any = false, .conditions = {running, old}} << "status:running age>2h";
    QTest::newRow("any") << QueryDraft{.any = true, .conditions = {running, old}}
                         << "status:running or age>2h";
    QTest::newRow("a comma is a part of a text")
        << QueryDraft{.conditions = {team}} << "meta.team=\"red, blue\"";
    const Condition pattern{
        .field = Field::Meta, .label = "team", .op = Op::Equal, .values = {"red te*"}, .written = {}};
    QTest::newRow("a pattern is one value") << QueryDraft{.conditions = {pattern}} << "meta.team=\"red te\"*";
    QTest::newRow("not") << QueryDraft{.conditions = {notDesktop}} << "-kind:desktop,mobile";
    QTest::newRow("one of any") << QueryDraft{.any = true, .conditions = {running}} << "status:running";
}

void TestQueryDraft::drafts()
{
    QFETCH(QueryDraft, draft);
    QFETCH(QString, text);
    const DraftQuery built = queryOf(draft);
    QVERIFY(!built.fault);
    QVERIFY2(built.query == query::parse(text).query, qPrintable(built.query.text()));
}

void TestQueryDraft::unfinishedOnesSayNothing()
{
    const Condition empty{.field = Field::Meta, .label = {}, .values = {"x"}, .written = {}};
    const Condition blank{.field = Field::Name, .label = {}, .values = {"  "}, .written = {}};
    QVERIFY(!empty.isComplete() && !blank.isComplete());
    QVERIFY(queryOf({.any = true, .conditions = {empty, blank}}).query.isEmpty());
}

void TestQueryDraft::faultsNameTheirCondition()
{
    const Condition fine{.field = Field::Status, .label = {}, .values = {"running"}, .written = {}};
    const Condition wrong{
        .field = Field::Age, .label = {}, .op = Op::Greater, .values = {"soon"}, .written = {}};
    const DraftQuery built = queryOf({.any = false, .conditions = {fine, wrong}});
    QVERIFY(built.fault);
    QCOMPARE(built.faulty, 1);
}

// Whatever can be asked comes back as the same question.
void TestQueryDraft::everyQueryComesBack()
{
    test::RandomQuery random(11);
    for (int i = 0; i < 3000; ++i) {
        const Query asRead = query::parse(random.query().text()).query;
        const DraftQuery back = queryOf(draftOf(asRead));
        QVERIFY2(!back.fault, qPrintable(asRead.text()));
        QVERIFY2(back.query == asRead,
                 qPrintable(asRead.text() + QStringLiteral("  ->  ") + back.query.text()));
    }
}

void TestQueryDraft::everythingHasAName()
{
    for (const query::FieldInfo &info : query::fields()) {
        QVERIFY(!fieldTitle(info.field).isEmpty());
        QVERIFY(!valueExample(info.field).isEmpty());
        QVERIFY(!operatorsOf(info.field).isEmpty());
        QSet<QString> titles;
        for (const Op op : operatorsOf(info.field))
            titles.insert(operatorTitle(info.field, op, false));
        QCOMPARE(titles.size(), operatorsOf(info.field).size());
    }
}

QTEST_GUILESS_MAIN(TestQueryDraft)
#include "tst_querydraft.moc"
