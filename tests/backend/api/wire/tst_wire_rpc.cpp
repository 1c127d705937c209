// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/wire/rpcmessage.h"

#include <QTest>

using namespace sandglass;
using wire::Json;

class TestWireRpc : public QObject
{
    Q_OBJECT

private slots:
    void garbageIsRefused_data();
    void garbageIsRefused();
    void requestsComeBack();
    void answersComeBack();
    void unknownErrorsAreStillErrors();
    void linesAreCutAnywhere();
    void longLinesAreRefused();
};

void TestWireRpc::garbageIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("noise") << QByteArray("\xff\xfe\x00\x01", 4);
    QTest::newRow("half") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"he)");
    QTest::newRow("two in a line") << QByteArray(
        R"({"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"})");
    QTest::newRow("number") << QByteArray("17");
    QTest::newRow("batch") << QByteArray(R"([{"jsonrpc":"2.0","method":"a"}])");
    QTest::newRow("other version") << QByteArray(R"({"jsonrpc":"1.0","method":"a"})");
    QTest::newRow("version is no text") << QByteArray(R"({"jsonrpc":2,"method":"a"})");
    QTest::newRow("method is no text") << QByteArray(R"({"jsonrpc":"2.0","method":7})");
    QTest::newRow("params by position") << QByteArray(R"({"jsonrpc":"2.0","method":"a","params":[1]})");
    QTest::newRow("id is an object") << QByteArray(R"({"jsonrpc":"2.0","method":"a","id":{}})");
    QTest::newRow("neither") << QByteArray(R"({"jsonrpc":"2.0","id":1})");
}

void TestWireRpc::garbageIsRefused()
{
    QFETCH(QByteArray, line);
    const auto message = wire::parseRpcLine(line);
    QVERIFY(!message);
    QCOMPARE(message.error().code(), ErrorCode::ProtocolViolation);
}

void TestWireRpc::requestsComeBack()
{
    const QByteArray line = wire::requestLine({7, QStringLiteral("pause"), {{"id", "a\nb"}}});
    QCOMPARE(line.count('\n'), 1);
    const auto message = wire::parseRpcLine(line.chopped(1));
    QVERIFY(message);
    const auto &request = std::get<wire::RpcRequest>(*message);
    QCOMPARE(request.id, std::optional<qint64>(7));
    QCOMPARE(request.method, QStringLiteral("pause"));
    QVERIFY(request.params == Json({{"id", "a\nb"}}));

    const auto notification =
        wire::parseRpcLine(wire::requestLine({std::nullopt, QStringLiteral("x"), Json::object()}));
    QVERIFY(notification);
    QVERIFY(!std::get<wire::RpcRequest>(*notification).id);
}

void TestWireRpc::answersComeBack()
{
    const auto good = wire::parseRpcLine(wire::answerLine({1, Json(5)}));
    QVERIFY(good);
    QCOMPARE(std::get<wire::RpcAnswer>(*good).result.value().get<int>(), 5);

    const Error error(ErrorCode::OutOfMemory, QStringLiteral("3 GiB"));
    const auto bad = wire::parseRpcLine(wire::answerLine({2, fail(error)}));
    QVERIFY(bad);
    QCOMPARE(std::get<wire::RpcAnswer>(*bad).id, std::optional<qint64>(2));
    QCOMPARE(std::get<wire::RpcAnswer>(*bad).result.error(), error);
}

void TestWireRpc::unknownErrorsAreStillErrors()
{
    for (const char *line :
         {R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x","data":{"code":"from_2030"}}})",
          R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}})",
          R"({"jsonrpc":"2.0","id":1,"error":null})"}) {
        const auto message = wire::parseRpcLine(line);
        QVERIFY2(message, line);
        QVERIFY2(!std::get<wire::RpcAnswer>(*message).result, line);
    }
}

void TestWireRpc::linesAreCutAnywhere()
{
    const QByteArray stream("one\n\ntwo three\nfour\nfi");
    for (qsizetype chunk = 1; chunk <= stream.size(); ++chunk) {
        wire::LineCutter cutter(20);
        QByteArrayList lines;
        for (qsizetype at = 0; at < stream.size(); at += chunk) {
            cutter.add(stream.mid(at, chunk));
            for (auto line = cutter.next(); line && *line; line = cutter.next())
                lines.append(**line);
        }
        QCOMPARE(lines, QByteArrayList({"one", "", "two three", "four"}));
        QVERIFY(cutter.hasBytes());
    }
}

void TestWireRpc::longLinesAreRefused()
{
    wire::LineCutter whole(10);
    whole.add("0123456789a\n");
    QVERIFY(!whole.next());

    wire::LineCutter growing(10);
    growing.add("0123456789");
    QVERIFY(growing.next());
    growing.add("a");
    QVERIFY(!growing.next());

    wire::LineCutter exact(10);
    exact.add("0123456789\n");
    QCOMPARE(exact.next().value().value_or(QByteArray()), QByteArray("0123456789"));
}

QTEST_GUILESS_MAIN(TestWireRpc)
#include "tst_wire_rpc.moc"
