// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/agentwire.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::connect;

namespace {

template<typename T> ErrorCode codeOf(const Result<T> &result)
{
    return result ? ErrorCode::Internal : result.error().code();
}

} // namespace

// What a hostile agent may say.
class TestAgentWire : public QObject
{
    Q_OBJECT

private slots:
    void oddEvents_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no json") << QByteArray("{");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no event") << QByteArray("{}");
        QTest::newRow("event is a number") << QByteArray(R"({"event":1})");
        QTest::newRow("no pid") << QByteArray(R"({"event":{"start":{}}})");
        QTest::newRow("pid is negative") << QByteArray(R"({"event":{"start":{"pid":-1}}})");
        QTest::newRow("pid is text") << QByteArray(R"({"event":{"start":{"pid":"x"}}})");
        QTest::newRow("not base64") << QByteArray(R"({"event":{"data":{"pty":"&"}}})");
    }
    void oddEvents()
    {
        QFETCH(QByteArray, payload);
        QCOMPARE(codeOf(parseTerminalEvent(payload)), ErrorCode::ProtocolViolation);
    }

    void events()
    {
        QCOMPARE(*parseTerminalEvent(R"({"event":{"start":{"pid":"17"}}})"),
                 TerminalEvent(TerminalStarted{17}));
        QCOMPARE(*parseTerminalEvent(R"({"event":{"data":{"pty":"aGk="}}})"),
                 TerminalEvent(TerminalOutput{"hi"}));
        QCOMPARE(*parseTerminalEvent(R"({"event":{"data":{"stdout":"aGk="}}})"),
                 TerminalEvent(TerminalNothing{}));
        QCOMPARE(*parseTerminalEvent(R"({"event":{"keepalive":{}}})"), TerminalEvent(TerminalNothing{}));
        QCOMPARE(
            *parseTerminalEvent(R"({"event":{"end":{"exitCode":3,"exited":true,"status":"exit status 3"}}})"),
            TerminalEvent(ExitStatus{3, {}}));
        QCOMPARE(*parseTerminalEvent(R"({"event":{"end":{"exitCode":-1,"status":"signal: killed"}}})"),
                 TerminalEvent(ExitStatus{-1, QStringLiteral("killed")}));
        QVERIFY(parseStreamEnd("{}", ErrorCode::NotFound));
        QCOMPARE(
            codeOf(parseStreamEnd(R"({"error":{"code":"not_found","message":"m"}})", ErrorCode::NotFound)),
            ErrorCode::NotFound);
        QCOMPARE(codeOf(parseStreamEnd("1", ErrorCode::NotFound)), ErrorCode::ProtocolViolation);
    }

    void oddEntries_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("no json") << QByteArray("x");
        QTest::newRow("no object") << QByteArray("[]");
        QTest::newRow("no list") << QByteArray(R"({"entries":{}})");
        QTest::newRow("a number") << QByteArray(R"({"entries":[1]})");
        QTest::newRow("no name") << QByteArray(R"({"entries":[{"path":"/x"}]})");
        QTest::newRow("a path for a name") << QByteArray(R"({"entries":[{"name":"../x","path":"/x"}]})");
        QTest::newRow("the folder above") << QByteArray(R"({"entries":[{"name":"..","path":"/x"}]})");
        QTest::newRow("a zero in the name") << QByteArray(R"({"entries":[{"name":"a\u0000b","path":"/x"}]})");
        QTest::newRow("no path") << QByteArray(R"({"entries":[{"name":"x"}]})");
    }
    void oddEntries()
    {
        QFETCH(QByteArray, body);
        QCOMPARE(codeOf(parseEntries(body)), ErrorCode::ProtocolViolation);
    }

    void entries()
    {
        QVERIFY(parseEntries("{}")->isEmpty());
        const auto list = parseEntries(
            R"({"entries":[{"name":"x","path":"/a/x","type":"FILE_TYPE_FILE","size":"12","owner":"user",
                "modifiedTime":"2026-01-02T03:04:05.678901234Z"},
                {"name":"y","path":"/a/y","size":-5,"modifiedTime":"yesterday"}]})");
        QVERIFY(list);
        QCOMPARE(list->at(0).size, Bytes{12});
        QCOMPARE(std::chrono::floor<std::chrono::seconds>(list->at(0).modifiedAt).time_since_epoch().count(),
                 1767323045);
        QCOMPARE(list->at(1).type, FileType::Other);
        QCOMPARE(list->at(1).size, Bytes{0});
        QCOMPARE(list->at(1).modifiedAt, WallTime());
        // A name that is longer than any path is cut.
        const QByteArray longName =
            QByteArray(R"({"entry":{"path":"/x","name":"NAME"}})").replace("NAME", QByteArray(100000, 'n'));
        QCOMPARE(parseEntry(longName)->name.size(), 4096);
    }

    void readings()
    {
        const auto load = parseLoad(
            R"({"cpu_count":2,"cpu_used_pct":12.5,"mem_used":1,"mem_total":2,"mem_cache":3,"disk_used":4,"disk_total":5})");
        QVERIFY(load);
        QCOMPARE(load->processorPercent, 12.5);
        QCOMPARE(load->processors, 2);
        QCOMPARE(load->diskTotal, Bytes{5});
        QCOMPARE(codeOf(parseLoad(R"({"cpu_used_pct":"x"})")), ErrorCode::ProtocolViolation);
        QCOMPARE(codeOf(parseLoad(R"({"cpu_used_pct":1})")), ErrorCode::ProtocolViolation);
        QCOMPARE(parseLoad(R"({"cpu_count":-7,"cpu_used_pct":1e99,"mem_used":1,"mem_total":2,"mem_cache":3,
            "disk_used":4,"disk_total":5})")
                     ->processorPercent,
                 100.0);
        QCOMPARE(codeOf(parseLoad(R"({"cpu_used_pct":1,"mem_used":-1})")), ErrorCode::ProtocolViolation);
    }

    void errors()
    {
        QCOMPARE(agentError(R"({"code":"not_found"})", ErrorCode::CommandNotFound).code(),
                 ErrorCode::CommandNotFound);
        QCOMPARE(agentError(R"({"code":"already_exists"})", ErrorCode::NotFound).code(),
                 ErrorCode::AlreadyExists);
        QCOMPARE(agentError("garbage", ErrorCode::NotFound).code(), ErrorCode::Internal);
        QCOMPARE(httpError(404, R"({"message":"gone"})"), Error(ErrorCode::NotFound, QStringLiteral("gone")));
        QCOMPARE(httpError(507, {}).code(), ErrorCode::DiskFull);
        QCOMPARE(httpError(500, "\xff").code(), ErrorCode::Internal);
        QCOMPARE(filePath(QStringLiteral("/a b&\u6587")), QByteArray("/files?path=%2Fa%20b%26%E6%96%87"));
    }
};

QTEST_GUILESS_MAIN(TestAgentWire)
#include "tst_agentwire.moc"
