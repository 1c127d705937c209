// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qmp/qmpcodec.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;
using Kind = QmpMessage::Kind;

class QmpCodecTest : public QObject
{
    Q_OBJECT

private slots:
    void refusesWhatIsNoQmp_data();
    void refusesWhatIsNoQmp();
    void limitsTheLineThatNeverEnds();
    void cutsTheStreamAnywhere();
    void tellsMessagesApart_data();
    void tellsMessagesApart();
    void writesOneLinePerCommand();
};

void QmpCodecTest::refusesWhatIsNoQmp_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("garbage") << QByteArray("\xff\x00\x01rubbish\n", 11);
    QTest::newRow("half an object") << QByteArray("{\"return\": \n");
    QTest::newRow("a list") << QByteArray("[1,2]\n");
    QTest::newRow("a number") << QByteArray("7\n");
    QTest::newRow("two objects in a line") << QByteArray("{\"return\":{}} {\"return\":{}}\n");
    QTest::newRow("an object of another kind") << QByteArray("{\"hello\":1}\n");
    QTest::newRow("an event without a name") << QByteArray("{\"event\":7}\n");
    QTest::newRow("an error that is a word") << QByteArray("{\"error\":\"no\",\"id\":1}\n");
    QTest::newRow("too deep") << "{\"return\":" + QByteArray(100, '[') + QByteArray(100, ']') + "}\n";
}

void QmpCodecTest::refusesWhatIsNoQmp()
{
    QFETCH(QByteArray, line);
    QmpParser parser;
    const auto messages = parser.feed(line);
    QVERIFY(!messages);
    QCOMPARE(messages.error().code(), ErrorCode::ProtocolViolation);
}

void QmpCodecTest::limitsTheLineThatNeverEnds()
{
    QmpParser parser;
    const QByteArray piece(1024 * 1024, 'x');
    for (int i = 0; i < 4; ++i)
        QVERIFY(parser.feed(piece));
    QVERIFY(!parser.feed("x"));
    QVERIFY(parser.buffered() <= QmpParser::MaxLine);
}

void QmpCodecTest::cutsTheStreamAnywhere()
{
    const QByteArray stream =
        "{\"QMP\":{\"version\":{}}}\r\n{\"return\":{\"a\":\"}\\\"{\\n\"},\"id\":3}\r\n\r\n"
        "{\"event\":\"STOP\",\"timestamp\":{}}\n";
    for (qsizetype cut = 0; cut <= stream.size(); ++cut) {
        QmpParser parser;
        auto first = parser.feed(stream.first(cut));
        const auto second = parser.feed(stream.sliced(cut));
        QVERIFY(first && second);
        first->insert(first->end(), second->begin(), second->end());
        QCOMPARE(first->size(), size_t(3));
        QCOMPARE(first->at(0).kind, Kind::Greeting);
        QCOMPARE(first->at(1).id, std::optional<quint64>(3));
        QCOMPARE(first->at(2).name, QStringLiteral("STOP"));
        QCOMPARE(parser.buffered(), qsizetype(0));
    }
}

void QmpCodecTest::tellsMessagesApart_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hasId");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("description");
    QTest::newRow("answer") << QByteArray("{\"return\": [1], \"id\": 9}") << int(Kind::Answer) << true
                            << QString() << QString();
    QTest::newRow("answer without id")
        << QByteArray("{\"return\": {}}") << int(Kind::Answer) << false << QString() << QString();
    QTest::newRow("a negative id is none")
        << QByteArray("{\"return\": {}, \"id\": -1}") << int(Kind::Answer) << false << QString() << QString();
    QTest::newRow("failure")
        << QByteArray("{\"error\":{\"class\":\"GenericError\",\"desc\":\"No \\u00e4\"},\"id\":9}")
        << int(Kind::Failure) << true << "GenericError" << QStringLiteral("No ä");
    QTest::newRow("failure without words") << QByteArray("{\"error\":{\"class\":3},\"id\":9}")
                                           << int(Kind::Failure) << true << QString() << QString();
    QTest::newRow("event") << QByteArray("{\"event\":\"SHUTDOWN\",\"data\":{\"guest\":true}}")
                           << int(Kind::Event) << false << "SHUTDOWN" << QString();
}

void QmpCodecTest::tellsMessagesApart()
{
    QFETCH(QByteArray, line);
    QFETCH(int, kind);
    QFETCH(bool, hasId);
    QFETCH(QString, name);
    QFETCH(QString, description);
    QmpParser parser;
    const auto messages = parser.feed(line + '\n');
    QVERIFY(messages);
    QCOMPARE(messages->size(), size_t(1));
    QCOMPARE(int(messages->front().kind), kind);
    QCOMPARE(messages->front().id.has_value(), hasId);
    QCOMPARE(messages->front().name, name);
    QCOMPARE(messages->front().description, description);
}

void QmpCodecTest::writesOneLinePerCommand()
{
    const QByteArray line = qmpCommandLine(QStringLiteral("migrate"), {{"uri", "fd:a\nb"}}, 12);
    QCOMPARE(line.count('\n'), 1);
    QVERIFY(line.endsWith('\n'));
    const auto value = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    QCOMPARE(value.dump(), std::string(R"({"arguments":{"uri":"fd:a\nb"},"execute":"migrate","id":12})"));
    QVERIFY(!qmpCommandLine(QStringLiteral("stop"), {}, 1).contains("arguments"));
}

QTEST_GUILESS_MAIN(QmpCodecTest)
#include "qmpcodectest.moc"
