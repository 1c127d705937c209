// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/connect.h"
#include "tests/backend/guest/agenttest.h"
#include "tests/backend/guest/processevents.h"

using namespace sandglass::guest;
using namespace std::string_literals;

// Terminals and streamed input of process.Process, with real processes of this machine.
class TestGuestTerminal : public AgentTest
{
    Q_OBJECT

    static nlohmann::json selector(std::int64_t pid) { return {{"process", {{"pid", pid}}}}; }
    Answer rpc(const char *method, const nlohmann::json &message)
    {
        return call("/process.Process/"s + method, message);
    }
    std::int32_t begin(const std::string &script, bool terminal)
    {
        return run({{"cmd", "/bin/sh"}, {"args", {"-c", script}}}, terminal);
    }
    std::int32_t run(const nlohmann::json &process, bool terminal)
    {
        nlohmann::json message{{"process", process}};
        if (terminal)
            message["pty"] = {{"size", {{"cols", 91}, {"rows", 23}}}};
        const std::int32_t id = m_peer->send("POST", "/process.Process/Start", envelope(0, message.dump()));
        m_peer->waitFor([&]() { return events(id).pid > 0 || m_peer->stream(id).closed; });
        return id;
    }
    Events events(std::int32_t id) { return readEvents(m_peer->stream(id).body); }
    bool waitText(std::int32_t id, const std::string &text)
    {
        return m_peer->waitFor([&]() {
            const Events seen = events(id);
            return (seen.out + seen.terminal).find(text) != std::string::npos;
        });
    }
    static nlohmann::json input(std::int64_t pid, const char *kind, const std::string &bytes)
    {
        return {{"process", {{"pid", pid}}}, {"input", {{kind, base64Encode(bytes)}}}};
    }

private slots:
    void aTerminalIsOne()
    {
        const std::int32_t id = begin("tty; stty size; test -t 0 && test -t 1 && test -t 2 && echo all; "
                                      "trap 'stty size; exit 7' WINCH; while :; do sleep 0.1; done",
                                      true);
        QVERIFY(waitText(id, "all\r\n"));
        Events seen = events(id);
        QVERIFY2(seen.terminal.starts_with("/dev/pts/"), seen.terminal.c_str());
        QVERIFY(seen.terminal.find("23 91") != std::string::npos);
        QVERIFY(seen.out.empty() && seen.err.empty());
        nlohmann::json message = selector(seen.pid);
        message["pty"] = {{"size", {{"cols", 120}, {"rows", 40}}}};
        QCOMPARE(rpc("Update", message).body.dump(), "{}"s);
        QVERIFY(m_peer->waitClosed(id));
        seen = events(id);
        QVERIFY(seen.terminal.find("40 120") != std::string::npos);
        QCOMPARE(seen.end.value("exitCode", -7), 7);
        QVERIFY(seen.nothingAfterEnd);
        QCOMPARE(rpc("Update", message).status, 404);
    }

    void aTerminalTakesInput()
    {
        const std::int32_t id = begin("read line; echo got $line; cat", true);
        const std::int64_t pid = events(id).pid;
        QCOMPARE(rpc("SendInput", input(pid, "stdin", "x\n")).status, 500);
        QCOMPARE(rpc("SendInput", input(pid, "pty", "hello\n")).status, 200);
        QVERIFY(waitText(id, "got hello"));
        const Answer refused = rpc("CloseStdin", selector(pid));
        QCOMPARE(refused.status, 500);
        QCOMPARE(refused.body.value("code", ""), "unknown"s);
        QCOMPARE(rpc("SendInput", input(pid, "pty", "\x04")).status, 200); // Ctrl+D ends it
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(events(id).end.value("exitCode", -7), 0);
    }

    void controlCReachesTheForeground()
    {
        // No shell: one that is just about to start its program may take the signal for the program's.
        const std::int32_t id = run({{"cmd", "/bin/sleep"}, {"args", {"300"}}}, true);
        QCOMPARE(rpc("SendInput", input(events(id).pid, "pty", "\x03")).status, 200);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(events(id).end.value("status", ""), "signal: interrupt"s);
    }

    void aTerminalEndsWithItsProgram()
    {
        // Who is left behind in the background holds nothing up.
        const std::int32_t id = begin("(trap '' HUP; sleep 20) & echo bye", true);
        QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(id).closed; }, std::chrono::seconds(10)));
        QVERIFY(events(id).terminal.find("bye") != std::string::npos);
        QCOMPARE(events(id).last.dump(), "{}"s);
    }

    void aTerminalIsKilled()
    {
        const std::int32_t id = begin("echo up; sleep 300", true);
        QVERIFY(waitText(id, "up"));
        nlohmann::json message = selector(events(id).pid);
        message["signal"] = "SIGNAL_SIGKILL";
        QCOMPARE(rpc("SendSignal", message).status, 200);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(events(id).end.value("error", ""), "signal: killed"s);
        QCOMPARE(events(id).end.value("exitCode", 0), -1);
    }

    void wrongUses()
    {
        const std::int32_t id = begin("cat", false);
        const std::int64_t pid = events(id).pid;
        QCOMPARE(rpc("SendInput", input(pid, "pty", "x")).status, 500);
        nlohmann::json message = selector(pid);
        QCOMPARE(rpc("Update", message).status, 200); // nothing asked, nothing done
        message["pty"] = {{"size", {{"cols", 1}, {"rows", 1}}}};
        QCOMPARE(rpc("Update", message).status, 500);
        message["pty"] = {{"size", {{"cols", -1}}}};
        QCOMPARE(rpc("Update", message).status, 400);
        QCOMPARE(rpc("CloseStdin", selector(pid)).status, 200);
        QVERIFY(m_peer->waitClosed(id));
    }

    void largeOutputOfATerminal()
    {
        const std::int32_t id = begin("stty -opost; head -c 3000000 /dev/zero; echo end", true);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(events(id).terminal.size(), 3000004U);
        for (const auto &message : readMessages(m_peer->stream(id).body)) {
            const auto text = message["event"].value("data", nlohmann::json::object()).value("pty", "");
            QVERIFY(base64Decode(text).value_or("").size() <= 16384);
        }
    }

    void streamedInput()
    {
        const std::int32_t id = begin("cat", false);
        const std::int64_t pid = events(id).pid;
        const std::int32_t stream =
            m_peer->send("POST", "/process.Process/StreamInput",
                         envelope(0, nlohmann::json{{"start", selector(pid)}}.dump()), {}, true, false);
        std::string wanted;
        for (int i = 0; i < 300; ++i) {
            const std::string bytes = std::to_string(i) + std::string(10000, '.');
            wanted += bytes;
            const nlohmann::json data{{"data", {{"input", {{"stdin", base64Encode(bytes)}}}}}};
            m_peer->upload(stream, envelope(0, data.dump()) + envelope(0, R"({"keepalive":{}})"), i == 299);
        }
        QVERIFY(m_peer->waitClosed(stream));
        QCOMPARE(m_peer->stream(stream).body, envelope(0, "{}") + envelope(2, "{}"));
        QCOMPARE(rpc("CloseStdin", selector(pid)).status, 200);
        QVERIFY(m_peer->waitClosed(id));
        QVERIFY(events(id).out == wanted);
    }

    void brokenStreams_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *title, const std::string &body, const char *code) {
            QTest::newRow(title) << QByteArray::fromStdString(body) << QString(code);
        };
        row("no start", envelope(0, R"({"data":{"input":{"stdin":"eA=="}}})"), "invalid_argument");
        row("unknown process", envelope(0, R"({"start":{"process":{"pid":1}}})"), "not_found");
        row("no selector", envelope(0, R"({"start":{}})"), "invalid_argument");
        row("truncated JSON", envelope(0, "{\"start\":"), "invalid_argument");
        row("half a message", envelope(0, "{}").substr(0, 6), "invalid_argument");
        row("half a head", std::string(3, '\0'), "invalid_argument");
        row("compressed", envelope(1, "{}"), "unimplemented");
        row("huge", std::string("\0\x7F\xFF\xFF\xFF", 5), "resource_exhausted");
    }
    void brokenStreams()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, code);
        const auto answer = m_peer->exchange("POST", "/process.Process/StreamInput", body.toStdString());
        QCOMPARE(answer.status, 200);
        QCOMPARE(QString::fromStdString(readEvents(answer.body).last["error"].value("code", "")), code);
    }

    void aSlowProcessHoldsBackItsStreamOnly()
    {
        const std::int32_t id = begin("sleep 300", false);
        const std::int64_t pid = events(id).pid;
        const std::int32_t stream =
            m_peer->send("POST", "/process.Process/StreamInput",
                         envelope(0, nlohmann::json{{"start", selector(pid)}}.dump()), {}, true, false);
        const nlohmann::json data{{"data", {{"input", {{"stdin", base64Encode(std::string(50000, 'x'))}}}}}};
        for (int i = 0; i < 100; ++i)
            m_peer->upload(stream, envelope(0, data.dump()), false);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
        QVERIFY(m_peer->stream(stream).uploaded < 1000000); // of 6.7 million: the window is shut
        QVERIFY(!m_peer->stream(stream).closed);
        nlohmann::json message = selector(pid);
        message["signal"] = "SIGNAL_SIGKILL";
        QCOMPARE(rpc("SendSignal", message).status, 200);
        m_peer->upload(stream, {}, true);
        QVERIFY(m_peer->waitClosed(stream));
        QCOMPARE(readEvents(m_peer->stream(stream).body).last["error"].value("code", ""), "internal"s);
    }

    void aReaderThatStopsIsDropped()
    {
        const std::int32_t id = begin("sleep 1; head -c 20000000 /dev/zero", false);
        const std::int32_t slow = m_peer->send("POST", "/process.Process/Connect",
                                               envelope(0, selector(events(id).pid).dump()), {}, false);
        QVERIFY(m_peer->waitFor([&]() { return !m_peer->stream(slow).body.empty(); }));
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(events(id).out.size(), 20000000U);
        QCOMPARE(events(id).end.value("exitCode", -7), 0);
    }
};

QTEST_GUILESS_MAIN(TestGuestTerminal)
#include "tst_guest_terminal.moc"
