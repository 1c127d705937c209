// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/matcher.h"
#include "backend/domain/query/parser.h"
#include "tests/backend/domain/query/queryfuzz.h"
#include "tests/backend/domain/query/randomquery.h"

#include <QElapsedTimer>
#include <QTest>

using namespace sandglass;
using namespace sandglass::query;
using namespace sandglass::test;

namespace {

void feed(const QByteArray &bytes)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.constData()),
                           static_cast<std::size_t>(bytes.size()));
}

} // namespace

// What holds for every text and every tree.
class TestProperties : public QObject
{
    Q_OBJECT

private slots:
    void randomBytesAreSurvived();
    void brokenPiecesAreSurvived();
    void randomTreesReadAsThemselves();
    void depthIsBounded();
    void lengthIsBounded();
    void termsAreBounded();
    void wildPatternsEndSoon();
};

void TestProperties::randomBytesAreSurvived()
{
    QRandomGenerator random(7);
    for (int round = 0; round < 800; ++round) {
        QByteArray bytes(random.bounded(80), Qt::Uninitialized);
        for (char &byte : bytes)
            byte = static_cast<char>(random.bounded(256));
        feed(bytes);
    }
    feed({});
    feed(QByteArray(5000, '('));
    feed(QByteArray(5000, '"'));
}

void TestProperties::brokenPiecesAreSurvived()
{
    RandomQuery random(11);
    for (int round = 0; round < 1500; ++round)
        feed(random.text().toUtf8());
}

void TestProperties::randomTreesReadAsThemselves()
{
    RandomQuery random(3);
    for (int round = 0; round < 800; ++round) {
        const Query query = random.query();
        const QString text = query.text();
        if (text.size() > MaxLength)
            continue;
        const Parsed parsed = parse(text);
        QVERIFY2(!parsed.fault, qPrintable(QStringLiteral("%1 (reason %2 at %3)")
                                               .arg(text)
                                               .arg(int(parsed.fault->reason))
                                               .arg(parsed.fault->where.start)));
        QVERIFY2(parsed.query == query, qPrintable(text + u'\n' + parsed.query.text()));
        feed(text.toUtf8());
    }
}

void TestProperties::depthIsBounded()
{
    const auto nested = [](int depth) {
        return QString(depth, u'(') + u'x' + QString(depth, u')');
    };
    QVERIFY(!parse(nested(MaxDepth)).fault);
    const Parsed deep = parse(nested(MaxDepth + 1));
    QVERIFY(deep.fault);
    QCOMPARE(deep.fault->reason, Reason::TooDeep);
    QCOMPARE(deep.fault->where, (Span{MaxDepth, 1}));
    QVERIFY(!parse(QString(MaxDepth, u'-') + u'x').fault);
    QCOMPARE(parse(QString(MaxDepth + 1, u'-') + u'x').fault->reason, Reason::TooDeep);
    QCOMPARE(parse(QStringLiteral("not ").repeated(MaxDepth + 1) + u'x').fault->reason, Reason::TooDeep);
}

void TestProperties::lengthIsBounded()
{
    QVERIFY(!parse(QString(MaxLength, u'x')).fault);
    const Parsed parsed = parse(QString(MaxLength + 3, u'x'));
    QVERIFY(parsed.fault);
    QCOMPARE(parsed.fault->reason, Reason::TooLong);
    QCOMPARE(parsed.fault->where, (Span{MaxLength, 3}));
}

void TestProperties::termsAreBounded()
{
    QVERIFY(!parse(QStringLiteral("a ").repeated(MaxTerms)).fault);
    QCOMPARE(parse(QStringLiteral("a ").repeated(MaxTerms + 1)).fault->reason, Reason::TooManyTerms);
    QCOMPARE(parse(QStringLiteral("a,").repeated(MaxTerms) + u'b').fault->reason, Reason::TooManyTerms);
}

void TestProperties::wildPatternsEndSoon()
{
    Sandbox sandbox;
    sandbox.name = QString(1000, u'a');
    const Parsed parsed = parse(QStringLiteral("*a").repeated(500) + u'b');
    QVERIFY(!parsed.fault);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!Matcher(parsed.query).matches(sandbox, {}));
    QVERIFY(timer.elapsed() < 5000);
}

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
