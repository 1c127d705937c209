// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/parser.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::query;

// What the language reads, and what it says of what it does not.
class TestParser : public QObject
{
    Q_OBJECT

private slots:
    void faults_data();
    void faults();
    void readings_data();
    void readings();
    void equalQuestions_data();
    void equalQuestions();
    void spansPointIntoTheText();
};

// `marked` holds the text with the faulty place between '[' and ']'.
void TestParser::faults_data()
{
    QTest::addColumn<QString>("marked");
    QTest::addColumn<Reason>("reason");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char *marked, Reason reason, const char *subject = "", const char *hint = "") {
        QTest::newRow(marked) << QString::fromUtf8(marked) << reason << QString::fromUtf8(subject)
                              << QString::fromUtf8(hint);
    };
    row("name:[\"web]", Reason::UnclosedQuote, "web", "\"web\"");
    row("web [\"]", Reason::UnclosedQuote, "", "\"\"");
    row("a [(]b or c", Reason::UnclosedBracket);
    row("[(]", Reason::UnclosedBracket);
    row("a b[)]", Reason::UnopenedBracket);
    row("[)]", Reason::UnopenedBracket);
    row("a [()]", Reason::EmptyBrackets);
    row("a [( )] b", Reason::EmptyBrackets);
    row("[and] a", Reason::MissingTerm, "and", "\"and\"");
    row("a [and]", Reason::MissingTerm, "and", "\"and\"");
    row("a or [or] b", Reason::MissingTerm, "or", "\"or\"");
    row("a [OR]", Reason::MissingTerm, "OR", "\"OR\"");
    row("(a [or])", Reason::MissingTerm, "or", "\"or\"");
    row("[not]", Reason::MissingTerm, "not", "\"not\"");
    row("a -[and] b", Reason::MissingTerm, "and", "\"and\"");
    row("[,]a", Reason::MissingTerm);
    row("[a]::b", Reason::UnknownField, "a", "meta.a");
    row("[:]running", Reason::MissingField, ":");
    row("[!=]b", Reason::MissingField, "!=");
    row("[status:]", Reason::MissingValue, "status");
    row("[status:  ]", Reason::MissingValue, "status");
    row("([status:])", Reason::MissingValue, "status");
    row("[status:running,]", Reason::MissingValue, "status");
    row("[status:],running", Reason::MissingValue, "status");
    row("[a,]", Reason::MissingValue);
    row("[statsu]:running", Reason::UnknownField, "statsu", "status");
    row("[statsu]:", Reason::UnknownField, "statsu", "status");
    row("[env]=prod", Reason::UnknownField, "env", "meta.env");
    row("[my\" key\"]:x", Reason::UnknownField, "my key", "meta.\"my key\"");
    row("[wonderful]>3", Reason::UnknownField, "wonderful", "");
    row("[st*]:x", Reason::UnknownField, "st*");
    row("[\"status\"]:x", Reason::UnknownField, "status", "status");
    row("status:[runing]", Reason::UnknownChoice, "runing", "running");
    row("status:running,[sleeping]", Reason::UnknownChoice, "sleeping", "");
    row("status:[x*]", Reason::UnknownChoice, "x*");
    row("kind:[destop]", Reason::UnknownChoice, "destop", "desktop");
    row("mode:[]\"\"", Reason::UnknownChoice);
    row("has:[scren]", Reason::UnknownChoice, "scren", "screen");
    row("has:[meta.]", Reason::MissingKey, "meta.");
    row("has:[s*]", Reason::UnknownChoice, "s*");
    row("[meta]:x", Reason::MissingKey, "meta");
    row("[meta.]=x", Reason::MissingKey, "meta.");
    row("name[>]x", Reason::NotComparable, "name", ":");
    row("status[<=]running", Reason::NotComparable, "status", ":");
    row("age[:]2h", Reason::NeedsComparison, "2h", ">");
    row("left[=]10m", Reason::NeedsComparison, "10m", ">");
    row("age>1h,[2h]", Reason::OneValueOnly, "age");
    row("age>[2]", Reason::NeedsUnit, "2", "2m");
    row("memory>[512]", Reason::NeedsUnit, "512", "512M");
    row("age>[]\"\"", Reason::NotANumber);
    row("age>[h]", Reason::NotANumber, "h");
    row("age>[2x]", Reason::NotANumber, "2x");
    row("age>[30m1h]", Reason::NotANumber, "30m1h");
    row("age>[2h5]", Reason::NotANumber, "2h5");
    row("age>[-2h]", Reason::NotANumber, "-2h");
    row("age>[99999999999w]", Reason::NotANumber, "99999999999w");
    row("age>[1.h]", Reason::NotANumber, "1.h");
    row("age>[*]", Reason::NotANumber, "*");
    row("cost>[cheap]", Reason::NotANumber, "cheap");
    row("cost>[.5]", Reason::NotANumber, ".5", "0.5");
    row("cost>[¥5]", Reason::NotANumber, "¥5", "5");
    row("cost>[1.0000000000001]", Reason::NotANumber, "1.0000000000001");
    row("cpus:[2.5]", Reason::NotANumber, "2.5");
    row("memory>[2Q]", Reason::NotANumber, "2Q");
    row("meta.step>[soon]", Reason::NotANumber, "soon");
    row("cost:[5..2]", Reason::EmptyRange, "5..2", "2..5");
    row("age:[..]", Reason::NotANumber, "..");
    row("age:[1h..2]", Reason::NeedsUnit, "2");
    row("age>[1h..2h]", Reason::NotANumber, "1h..2h");
}

void TestParser::faults()
{
    QFETCH(QString, marked);
    QFETCH(Reason, reason);
    QFETCH(QString, subject);
    QFETCH(QString, hint);
    const qsizetype start = marked.indexOf(u'[');
    QString text = marked;
    text.remove(start, 1);
    const qsizetype end = text.indexOf(u']');
    text.remove(end, 1);
    const Parsed parsed = parse(text);
    QVERIFY(parsed.query.isEmpty());
    QVERIFY(parsed.fault.has_value());
    QCOMPARE(parsed.fault->reason, reason);
    QCOMPARE(parsed.fault->where.start, start);
    // An empty mark: where it begins is what counts.
    if (end > start)
        QCOMPARE(parsed.fault->where.length, end - start);
    QCOMPARE(parsed.fault->subject, subject);
    QCOMPARE(parsed.fault->hint, hint);
}

void TestParser::readings_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    const auto row = [](const char *text, const char *canonical) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(canonical);
    };
    row("", "");
    row("   ", "");
    row("web", "web");
    row("web-scraper-3", "web-scraper-3");
    row("web, code", "web,code");
    row("- x", "\"-\" x");
    row("Status : RUNNING , paused", "status:running,paused");
    row("state:running", "status:running");
    row("status:*", "status:*");
    row("kind=desktop", "kind=desktop");
    row("a AND b and c", "a b c");
    row("a (b c) d", "a b c d");
    row("a or (b or c)", "a or b or c");
    row("a b or c d", "a b or c d");
    row("a (b or c)", "a (b or c)");
    row("not a", "-a");
    row("not (a or b)", "-(a or b)");
    row("!a", "-a");
    row("not -a", "a");
    row("-not -a", "-a");
    row("-owner:me", "-owner:me");
    row("\"and\" or \"-x\"", "\"and\" or \"-x\"");
    row("\"web\"", "web");
    row("name:\"my box\"", "name:\"my box\"");
    row("name:\"a*\"", "name:\"a*\"");
    row("name:\"my \"*", "name:\"my \"*");
    row("name:\"a \\\"b\\\" \\\\ c\"", "name:\"a \\\"b\\\" \\\\ c\"");
    row("meta.session=abc", "meta.session=abc");
    row("label.session=abc", "meta.session=abc");
    row("meta.team!=red,blue", "meta.team!=red,blue");
    row("meta.app.kubernetes.io/name:web", "meta.app.kubernetes.io/name:web");
    row("meta.\"my key\"=\"\"", "meta.\"my key\"=\"\"");
    row("meta.url:http://x?y", "meta.url:http://x?y");
    row("meta.step>=10.50", "meta.step>=10.5");
    row("has:screen,meta.team", "has:screen,meta.team");
    row("age>90m", "age>1h30m");
    row("age > 1.5H", "age>1h30m");
    row("age<1w2d", "age<9d");
    row("left<10m", "left<10m");
    row("left<0", "left<0s");
    row("age:1h..2h", "age:1h..2h");
    row("age:..90s,2h..", "age:..1m30s,2h..");
    row("unchanged>250ms", "unchanged>250ms");
    row("cost>1.50", "cost>1.5");
    row("cost:0", "cost:0");
    row("rate:0.2..0.5", "rate:0.2..0.5");
    row("cpus:1,4..8", "cpus:1,4..8");
    row("memory>=1024MiB", "memory>=1G");
    row("memory:1.5g", "memory:1536M");
    row("disk<10GB", "disk<10G");
    row("backend:local", "backend:local");
    row("context:local", "backend:local");
    row("name:running,paused running", "name:running,paused running");
    row("status：running，paused （cost＞1 or “a b”）", "status:running,paused (cost>1 or \"a b\")");
}

void TestParser::readings()
{
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const Parsed parsed = parse(text);
    QVERIFY2(!parsed.fault, parsed.fault ? qPrintable(QString::number(int(parsed.fault->reason))) : "");
    QCOMPARE(parsed.query.text(), canonical);
    QCOMPARE(parse(canonical).query, parsed.query);
}

void TestParser::equalQuestions_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("equal");
    QTest::newRow("or is weaker") << "a b or c"
                                  << "a (b or c)" << false;
    QTest::newRow("not binds one") << "not a b"
                                   << "not (a b)" << false;
    QTest::newRow("quotes take the pattern away") << "name:\"a*\""
                                                  << "name:a*" << false;
    QTest::newRow("colon is not equal") << "name:a"
                                        << "name=a" << false;
    QTest::newRow("keyword or word") << "a or b"
                                     << "a \"or\" b" << false;
    QTest::newRow("brackets that say nothing") << "((a)) b"
                                               << "a b" << true;
    QTest::newRow("spaces") << "status:running , paused"
                            << "status:running,paused" << true;
    QTest::newRow("units") << "age>60m"
                           << "age>1h" << true;
    QTest::newRow("twice not") << "not not a"
                               << "a" << true;
}

void TestParser::equalQuestions()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    QFETCH(bool, equal);
    const Parsed a = parse(one);
    const Parsed b = parse(other);
    QVERIFY(!a.fault && !b.fault);
    QCOMPARE(a.query == b.query, equal);
}

void TestParser::spansPointIntoTheText()
{
    const QString text = QStringLiteral("web (status:running or -age>2h)");
    const Query query = parse(text).query;
    const std::vector<Node> parts = query.parts();
    QCOMPARE(parts.size(), std::size_t(2));
    const auto at = [&](Span span) {
        return text.mid(span.start, span.length);
    };
    QCOMPARE(at(query.root()->span), text);
    QCOMPARE(at(parts[0].span), QStringLiteral("web"));
    QCOMPARE(at(parts[1].span), QStringLiteral("(status:running or -age>2h)"));
    QCOMPARE(at(parts[1].children[0].span), QStringLiteral("status:running"));
    QCOMPARE(at(parts[1].children[0].term.values[0].span), QStringLiteral("running"));
    QCOMPARE(at(parts[1].children[1].span), QStringLiteral("-age>2h"));
}

QTEST_APPLESS_MAIN(TestParser)
#include "tst_parser.moc"
