// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/connectcodec.h"
#include "backend/microvm/channel/execwire.h"

#include <QTest>

#include <nlohmann/json.hpp>

Q_DECLARE_METATYPE(sandglass::microvm::ExecEvent)

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;
using nlohmann::json;

// The wire of running a program: Connect's framing and the messages of process.Process.
class ChannelWireTest : public QObject
{
    Q_OBJECT

private slots:
    void refusesBadFraming_data();
    void refusesBadFraming();
    void cutsTheStreamAnywhere();
    void refusesBadEvents_data();
    void refusesBadEvents();
    void readsEvents_data();
    void readsEvents();
    void readsEnds_data();
    void readsEnds();
    void writesTheStart();
    void writesInputAndSignals();
};

void ChannelWireTest::refusesBadFraming_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray end = connectEnvelope({ConnectMessage::EndOfStream, "{}"});
    QTest::newRow("compressed") << QByteArray("\x01\0\0\0\0", 5);
    QTest::newRow("unknown flag") << QByteArray("\x80\0\0\0\0", 5);
    QTest::newRow("four gigabytes") << QByteArray("\0\xff\xff\xff\xff", 5);
    QTest::newRow("just too long") << QByteArray("\0\x00\x40\x00\x01", 5);
    QTest::newRow("a message after the end") << end + connectEnvelope({0, "{}"});
    QTest::newRow("bytes after the end") << end + "x";
}

void ChannelWireTest::refusesBadFraming()
{
    QFETCH(QByteArray, bytes);
    ConnectParser parser;
    const auto messages = parser.feed(bytes);
    QVERIFY(!messages);
    QCOMPARE(messages.error().code(), ErrorCode::ProtocolViolation);
}

void ChannelWireTest::cutsTheStreamAnywhere()
{
    const std::vector<ConnectMessage> sent{{0, "{\"a\":1}"}, {0, ""}, {0, QByteArray(300, 'x')}, {2, "{}"}};
    QByteArray stream;
    for (const ConnectMessage &message : sent)
        stream += connectEnvelope(message);
    for (qsizetype cut = 0; cut <= stream.size(); ++cut) {
        ConnectParser parser;
        auto first = parser.feed(stream.first(cut));
        QVERIFY(first);
        QCOMPARE(parser.sawEnd(), cut == stream.size());
        const auto second = parser.feed(stream.sliced(cut));
        QVERIFY(second);
        first->insert(first->end(), second->begin(), second->end());
        QVERIFY(*first == sent);
        QVERIFY(parser.sawEnd());
    }
}

void ChannelWireTest::refusesBadEvents_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("garbage") << QByteArray("\xff\xfe");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("no event") << QByteArray("{}");
    QTest::newRow("an event that is a word") << QByteArray(R"({"event":"start"})");
    QTest::newRow("a start without a pid") << QByteArray(R"({"event":{"start":{}}})");
    QTest::newRow("a negative pid") << QByteArray(R"({"event":{"start":{"pid":-1}}})");
    QTest::newRow("a pid that is a word") << QByteArray(R"({"event":{"start":{"pid":"first"}}})");
    QTest::newRow("output that is no base64") << QByteArray(R"({"event":{"data":{"stdout":"!!"}}})");
}

void ChannelWireTest::refusesBadEvents()
{
    QFETCH(QByteArray, payload);
    const auto event = parseExecEvent(payload);
    QVERIFY(!event);
    QCOMPARE(event.error().code(), ErrorCode::ProtocolViolation);
}

void ChannelWireTest::readsEvents_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<ExecEvent>("wanted");
    const auto row = [](const char *name, const char *payload, const ExecEvent &event) {
        QTest::newRow(name) << QByteArray(payload) << event;
    };
    row("start", R"({"event":{"start":{"pid":12}}})", ExecStarted{12});
    row("a pid as a string", R"({"event":{"start":{"pid":"12"}}})", ExecStarted{12});
    row("stdout", R"({"event":{"data":{"stdout":"aGk="}}})", ExecOutput{ExecOutput::From::Stdout, "hi"});
    row("stderr", R"({"event":{"data":{"stderr":"aGk"}}})", ExecOutput{ExecOutput::From::Stderr, "hi"});
    row("output of a terminal", R"({"event":{"data":{"pty":"aGk="}}})", ExecNothing{});
    row("keepalive", R"({"event":{"keepalive":{}}})", ExecNothing{});
    row("of a later agent", R"({"event":{"dance":{"x":[1]}}})", ExecNothing{});
    row("exit 0, left out", R"({"event":{"end":{"exited":true,"status":"exit status 0"}}})",
        ExitStatus{0, {}});
    row("exit 3", R"({"event":{"end":{"exitCode":3,"exited":true,"status":"exit status 3"}}})",
        ExitStatus{3, {}});
    row("killed", R"({"event":{"end":{"exitCode":-1,"exited":false,"status":"signal: killed"}}})",
        ExitStatus{-1, QStringLiteral("killed")});
    row("fields of wrong types", R"({"event":{"end":{"exitCode":[],"status":7}}})", ExitStatus{0, {}});
}

void ChannelWireTest::readsEvents()
{
    QFETCH(QByteArray, payload);
    QFETCH(ExecEvent, wanted);
    const auto event = parseExecEvent(payload);
    QVERIFY(event);
    QVERIFY(*event == wanted);
}

void ChannelWireTest::readsEnds_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<int>("code"); // -1: a good end
    const auto error = [](const char *name) {
        return QByteArray(R"({"error":{"code":")") + name + R"(","message":"m"}})";
    };
    QTest::newRow("good") << QByteArray("{}") << -1;
    QTest::newRow("with metadata") << QByteArray(R"({"metadata":{}})") << -1;
    QTest::newRow("garbage") << QByteArray("x") << int(ErrorCode::ProtocolViolation);
    QTest::newRow("not found") << error("not_found") << int(ErrorCode::CommandNotFound);
    QTest::newRow("invalid") << error("invalid_argument") << int(ErrorCode::InvalidArgument);
    QTest::newRow("user") << error("unauthenticated") << int(ErrorCode::PermissionDenied);
    QTest::newRow("deadline") << error("deadline_exceeded") << int(ErrorCode::TimedOut);
    QTest::newRow("too many") << error("resource_exhausted") << int(ErrorCode::LimitReached);
    QTest::newRow("unknown") << error("martians") << int(ErrorCode::Internal);
}

void ChannelWireTest::readsEnds()
{
    QFETCH(QByteArray, payload);
    QFETCH(int, code);
    const auto end = parseExecEnd(payload);
    QCOMPARE(end ? -1 : int(end.error().code()), code);
}

void ChannelWireTest::writesTheStart()
{
    ExecRequest request;
    request.argv = {QStringLiteral("/bin/echo"), QStringLiteral("é \"x\"")};
    request.user = QStringLiteral("root");
    request.workingFolder = QStringLiteral("/tmp");
    request.environment = {{QStringLiteral("A"), QStringLiteral("b=c")}};
    request.timeout = 1500ms;
    const HttpRequest http = startRequest(request);
    QCOMPARE(http.path, QByteArray("/process.Process/Start"));
    const auto has = [&](const char *name, const char *value) {
        return std::find(http.headers.begin(), http.headers.end(), HttpHeader{name, value}) !=
               http.headers.end();
    };
    QVERIFY(has("content-type", "application/connect+json"));
    QVERIFY(has("connect-timeout-ms", "1500"));
    QVERIFY(has("authorization", "Basic cm9vdDo="));
    ConnectParser parser;
    const auto messages = parser.feed(startBody(request));
    QCOMPARE(messages->size(), size_t(1));
    const QByteArray &payload = messages->front().payload;
    const json wanted = json::parse(
        R"({"process":{"cmd":"/bin/echo","args":["é \"x\""],"envs":{"A":"b=c"},"cwd":"/tmp"},"stdin":false})",
        nullptr, false);
    QVERIFY(json::parse(payload.begin(), payload.end(), nullptr, false) == wanted);
    QVERIFY(startRequest({}).headers.size() == 2);
}

void ChannelWireTest::writesInputAndSignals()
{
    const auto same = [](const QByteArray &text, const char *wanted) {
        return json::parse(text.begin(), text.end(), nullptr, false) == json::parse(wanted, nullptr, false);
    };
    QVERIFY(same(inputBody(7, QByteArray("a\0b", 3)), R"({"process":{"pid":7},"input":{"stdin":"YQBi"}})"));
    QVERIFY(same(closeInputBody(7), R"({"process":{"pid":7}})"));
    QVERIFY(same(killBody(7), R"({"process":{"pid":7},"signal":"SIGNAL_SIGKILL"})"));
}

QTEST_GUILESS_MAIN(ChannelWireTest)
#include "channelwiretest.moc"
