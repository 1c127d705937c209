// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/edit.h"
#include "backend/domain/query/parser.h"
#include "backend/domain/sandbox.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::query;

namespace {

Query read(const QString &text)
{
    return parse(text).query;
}

QSet<int> statuses(std::initializer_list<Status> list)
{
    QSet<int> answer;
    for (const Status status : list)
        answer.insert(static_cast<int>(status));
    return answer;
}

} // namespace

// What chips and buttons do to a query.
class TestEdit : public QObject
{
    Q_OBJECT

private slots:
    void choices_data();
    void choices();
    void whatIsChosen_data();
    void whatIsChosen();
    void labelsAreSeenAndSet();
    void parts();
};

void TestEdit::choices_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QSet<int>>("chosen");
    QTest::addColumn<QString>("after");
    const auto running = statuses({Status::Running});
    QTest::newRow("none in nothing") << "" << QSet<int>() << "";
    QTest::newRow("none takes it out") << "web status:paused age>1h" << QSet<int>() << "web age>1h";
    QTest::newRow("none leaves negations") << "-status:paused" << QSet<int>() << "-status:paused";
    QTest::newRow("in nothing") << "" << running << "status:running";
    QTest::newRow("added") << "web" << running << "web status:running";
    QTest::newRow("replaced in place") << "a status:paused b" << running << "a status:running b";
    QTest::newRow("two become one") << "status:paused status:error b" << running << "status:running b";
    QTest::newRow("or keeps its brackets") << "a or b" << running << "(a or b) status:running";
    QTest::newRow("several") << "a" << statuses({Status::Paused, Status::Running})
                             << "a status:running,paused";
}

void TestEdit::choices()
{
    QFETCH(QString, before);
    QFETCH(QSet<int>, chosen);
    QFETCH(QString, after);
    QCOMPARE(withChoices(read(before), Field::Status, chosen).text(), after);
}

void TestEdit::whatIsChosen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QSet<int>>("expected");
    QTest::newRow("nothing") << "" << QSet<int>();
    QTest::newRow("in an or") << "status:running or web" << QSet<int>();
    QTest::newRow("negated") << "-status:running" << QSet<int>();
    QTest::newRow("not equal") << "status!=running" << QSet<int>();
    QTest::newRow("one") << "web status:running" << statuses({Status::Running});
    QTest::newRow("pattern") << "status:paus*" << statuses({Status::Pausing, Status::Paused});
}

void TestEdit::whatIsChosen()
{
    QFETCH(QString, text);
    QFETCH(QSet<int>, expected);
    QCOMPARE(chosen(read(text), Field::Status), expected);
}

void TestEdit::labelsAreSeenAndSet()
{
    QCOMPARE(labels(read(QStringLiteral("meta.a!=1 -meta.b=2 meta.c:x* meta.d=1,2 meta.e>3"))), Metadata());
    QCOMPARE(labels(read(QStringLiteral("meta.a=1 meta.b:2 web"))), (Metadata{{"a", "1"}, {"b", "2"}}));
    QCOMPARE(withLabel({}, QStringLiteral("my key"), QStringLiteral("a b")).text(),
             QStringLiteral("meta.\"my key\"=\"a b\""));
    QCOMPARE(withLabel(read(QStringLiteral("meta.a=1 web")), QStringLiteral("a"), QStringLiteral("2")).text(),
             QStringLiteral("meta.a=2 web"));
}

void TestEdit::parts()
{
    const Query query = read(QStringLiteral("a b c"));
    QCOMPARE(withoutPart(query, 1).text(), QStringLiteral("a c"));
    QCOMPARE(withoutPart(query, 9), query);
    QCOMPARE(withoutPart(query, -1), query);
    QCOMPARE(withoutPart(read(QStringLiteral("a")), 0), Query());
    QCOMPARE(withPart(query, termNode(wordTerm(QStringLiteral("b")))), query);
    QCOMPARE(withPart({}, termNode(wordTerm(QStringLiteral("or")))).text(), QStringLiteral("\"or\""));
    QCOMPARE(both(query, read(QStringLiteral("x or y"))).text(), QStringLiteral("a b c (x or y)"));
    QCOMPARE(both({}, query), query);
    QCOMPARE(everything().text(), QStringLiteral("status:*"));
    QVERIFY(everything().mentionsStatus());
}

QTEST_APPLESS_MAIN(TestEdit)
#include "tst_edit.moc"
