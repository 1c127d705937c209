// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <atomic>
#include <deque>
#include <optional>
#include <signal.h>
#include <thread>

#include "backend/guest/agent/connect.h"
#include "tests/backend/guest/agentpeer.h"
#include "tests/backend/guest/processevents.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

const std::string startPath = "/process.Process/Start";

} // namespace

// The service over a real session with real processes of this machine.
class TestGuestProcess : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;
    std::unique_ptr<RunningAgent> m_agent;
    std::unique_ptr<Http2Peer> m_peer;

    Events run(const std::string &body, const std::vector<std::pair<std::string, std::string>> &headers = {})
    {
        return readEvents(m_peer->exchange("POST", startPath, body, headers).body);
    }
    // A stream that stays open, once its start event is there.
    std::int32_t begin(const std::string &body, Events &events,
                       const std::vector<std::pair<std::string, std::string>> &headers = {})
    {
        const std::int32_t id = m_peer->send("POST", startPath, body, headers);
        m_peer->waitFor([&]() {
            events = readEvents(m_peer->stream(id).body);
            return events.pid > 0;
        });
        return id;
    }
    Http2Peer::Stream unary(const char *method, const nlohmann::json &message)
    {
        return m_peer->exchange("POST", "/process.Process/"s + method, message.dump());
    }
    static nlohmann::json selector(std::int64_t pid) { return {{"process", {{"pid", pid}}}}; }

private slots:
    void init()
    {
        m_agent = std::make_unique<RunningAgent>(m_state.path().toStdString());
        m_peer = std::make_unique<Http2Peer>(m_agent->connect());
    }
    void cleanup()
    {
        m_peer.reset();
        m_agent.reset();
    }

    void refusesToStart_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *title, const std::string &body, const char *code) {
            QTest::newRow(title) << QByteArray::fromStdString(body) << QString(code);
        };
        row("no body", "", "invalid_argument");
        row("no message head", "{}", "invalid_argument");
        row("broken JSON", envelope(0, "{"), "invalid_argument");
        row("no process", envelope(0, "{}"), "invalid_argument");
        row("compressed", envelope(1, "{}"), "unimplemented");
        row("no such program", envelope(0, R"({"process":{"cmd":"/no/such"}})"), "not_found");
        row("no such name", envelope(0, R"({"process":{"cmd":"no-such-command"}})"), "not_found");
        row("not executable", envelope(0, R"({"process":{"cmd":"/etc/passwd"}})"), "permission_denied");
        row("a folder", envelope(0, R"({"process":{"cmd":"/etc"}})"), "permission_denied");
        row("no such cwd", shell("true", false, {{"cwd", "/no/such"}}), "invalid_argument");
        row("cwd is a file", shell("true", false, {{"cwd", "/etc/passwd"}}), "invalid_argument");
    }
    void refusesToStart()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, code);
        const auto answer = m_peer->exchange("POST", startPath, body.toStdString());
        QCOMPARE(answer.status, 200);
        const Events events = readEvents(answer.body);
        QCOMPARE(events.pid, -1);
        QCOMPARE(QString::fromStdString(events.last["error"].value("code", "")), code);
        QCOMPARE(unary("List", nlohmann::json::object()).body, R"({"processes":[]})"s);
    }

    void unknownUser()
    {
        const Events events = run(shell("true"), {{"authorization", "Basic bm8tc3VjaC11c2VyOg=="}});
        QCOMPARE(events.last["error"].value("code", ""), "unauthenticated"s);
    }

    void missingDirectoryIsNamed()
    {
        const Events events = run(shell("true", false, {{"cwd", "/no/such"}}));
        QCOMPARE(events.last["error"].value("message", ""), "cwd '/no/such' does not exist"s);
    }

    void ends_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("end");
        QTest::newRow("zero") << "exit 0"
                              << R"({"exitCode":0,"exited":true,"status":"exit status 0"})";
        QTest::newRow("three")
            << "exit 3"
            << R"({"error":"exit status 3","exitCode":3,"exited":true,"status":"exit status 3"})";
        QTest::newRow("killed")
            << "kill -9 $$"
            << R"({"error":"signal: killed","exitCode":-1,"exited":false,"status":"signal: killed"})";
    }
    void ends()
    {
        QFETCH(QString, script);
        QFETCH(QString, end);
        const Events events = run(shell("echo out; echo err >&2; " + script.toStdString()));
        QVERIFY(events.startFirst);
        QVERIFY(events.nothingAfterEnd);
        QCOMPARE(events.out, "out\n"s);
        QCOMPARE(events.err, "err\n"s);
        QCOMPARE(QString::fromStdString(events.end.dump()), end);
        QCOMPARE(events.last.dump(), "{}"s);
    }

    void muchOutputArrivesWhole()
    {
        const Events events = run(shell("head -c 6000000 /dev/zero; echo end"));
        QCOMPARE(events.out.size(), 6000004U);
        QVERIFY(events.out.ends_with("end\n"));
    }

    void environmentAndPlace()
    {
        const Events events = run(shell("pwd; echo $A $HOME $USER; env | wc -l; ulimit -n > /dev/null; cat; "
                                        "cat /proc/self/oom_score_adj; ls /proc/self/fd | wc -l",
                                        false, {{"cwd", "/usr"}, {"envs", {{"A", "b c"}, {"HOME", "/x"}}}}));
        const QStringList lines = QString::fromStdString(events.out).split('\n');
        QCOMPARE(lines.value(0), QString("/usr"));
        QVERIFY(lines.value(1).startsWith("b c /x "));
        QVERIFY(lines.value(2).toInt() <=
                7); // PATH HOME USER LOGNAME A, and the shell's PWD and _: nothing of ours
        QCOMPARE(lines.value(3), QString("100"));
        QCOMPARE(lines.value(4), QString("4")); // 0, 1, 2 and the listing's own
    }

    void inputReachesTheProcess()
    {
        Events events;
        const std::int32_t id = begin(shell("cat; sleep 1; echo done", true), events);
        QCOMPARE(unary("SendInput", {{"process", {{"tag", "t"}}}, {"input", {{"stdin", "aGk="}}}}).status,
                 200);
        QCOMPARE(unary("SendInput", {{"process", {{"pid", events.pid}}}, {"input", {{"stdin", ""}}}}).status,
                 200);
        QCOMPARE(unary("CloseStdin", selector(events.pid)).body, "{}"s);
        QCOMPARE(unary("CloseStdin", selector(events.pid)).status, 200);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(readEvents(m_peer->stream(id).body).out, "hidone\n"s);
    }

    void inputWithoutAReader()
    {
        Events events;
        begin(shell("sleep 60"), events);
        const auto answer =
            unary("SendInput", {{"process", {{"pid", events.pid}}}, {"input", {{"stdin", "aGk="}}}});
        QCOMPARE(answer.status, 500);
        QVERIFY(answer.body.find("internal") != std::string::npos);
        QCOMPARE(unary("SendInput", {{"process", {{"pid", 1}}}, {"input", {{"stdin", ""}}}}).status, 404);
        QCOMPARE(
            unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}}).status,
            200);
    }

    void unreadInputIsBounded()
    {
        Events events;
        begin(shell("sleep 60", true), events);
        const std::string block = base64Encode(std::string(5 << 19, 'x')); // 2.5 MiB
        const std::string input = "{\"process\":{\"tag\":\"t\"},\"input\":{\"stdin\":\"" + block + "\"}}";
        const auto first = m_peer->send("POST", "/process.Process/SendInput", input);
        const auto second = m_peer->send("POST", "/process.Process/SendInput", input);
        QVERIFY(m_peer->waitClosed(second));
        QCOMPARE(m_peer->stream(second).status, 429);
        QVERIFY(!m_peer->stream(first).closed); // waits for its reader
        unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}});
        QVERIFY(m_peer->waitClosed(first));
        QCOMPARE(m_peer->stream(first).status, 500);
    }

    void signalEndsTheStreamAlthoughAChildHoldsThePipes()
    {
        Events events;
        const std::int32_t id = begin(shell("sleep 300 & echo here; wait"), events);
        QVERIFY(m_peer->waitFor([&]() { return readEvents(m_peer->stream(id).body).out == "here\n"; }));
        QCOMPARE(
            unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}}).status,
            200);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(readEvents(m_peer->stream(id).body).end.value("error", ""), "signal: killed"s);
        QCOMPARE(unary("List", nlohmann::json::object()).body, R"({"processes":[]})"s);
        QCOMPARE(
            unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}}).status,
            404);
    }

    void withoutASignalTheChildHoldsTheStream()
    {
        const Events events = run(shell("(sleep 0.5; echo late) & echo early"));
        QCOMPARE(events.out, "early\nlate\n"s);
        QVERIFY(events.nothingAfterEnd);
    }

    void deadlineKills()
    {
        const Events events = run(shell("echo a; sleep 300 & sleep 300"), {{"connect-timeout-ms", "300"}});
        QCOMPARE(events.out, "a\n"s);
        QCOMPARE(events.last["error"].value("code", ""), "deadline_exceeded"s);
        QVERIFY(::kill(static_cast<pid_t>(events.pid), 0) != 0);
    }

    void deadlineOfAReaderKillsNothing()
    {
        Events events;
        const std::int32_t id = begin(shell("sleep 1; echo alive"), events);
        const Events other = readEvents(m_peer
                                            ->exchange("POST", "/process.Process/Connect",
                                                       envelope(0, selector(events.pid).dump()),
                                                       {{"connect-timeout-ms", "100"}})
                                            .body);
        QCOMPARE(other.last["error"].value("code", ""), "deadline_exceeded"s);
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(readEvents(m_peer->stream(id).body).out, "alive\n"s);
    }

    void everyReaderGetsEverything()
    {
        Events events;
        const std::int32_t id = begin(shell("cat", true), events);
        const std::int32_t other =
            m_peer->send("POST", "/process.Process/Connect", envelope(0, selector(events.pid).dump()));
        QVERIFY(m_peer->waitFor([&]() { return readEvents(m_peer->stream(other).body).pid == events.pid; }));
        unary("SendInput", {{"process", {{"pid", events.pid}}}, {"input", {{"stdin", "aGk="}}}});
        unary("CloseStdin", selector(events.pid));
        QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(id).closed && m_peer->stream(other).closed; }));
        QCOMPARE(readEvents(m_peer->stream(id).body).out, "hi"s);
        QCOMPARE(readEvents(m_peer->stream(other).body).out, "hi"s);
        const Events late = readEvents(
            m_peer->exchange("POST", "/process.Process/Connect", envelope(0, selector(events.pid).dump()))
                .body);
        QCOMPARE(late.pid, events.pid);
        QCOMPARE(late.end.value("exitCode", -7), 0);
        QVERIFY(!unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGTERM"}})
                     .body.empty());
    }

    void processesOutliveTheSession()
    {
        Events events;
        begin(shell("sleep 1; exit 5"), events);
        m_peer->hangUp();
        m_peer = std::make_unique<Http2Peer>(m_agent->connect());
        const auto list = nlohmann::json::parse(unary("List", nlohmann::json::object()).body, nullptr, false);
        QCOMPARE(list["processes"].size(), 1U);
        QCOMPARE(list["processes"][0]["pid"].get<std::int64_t>(), events.pid);
        QCOMPARE(list["processes"][0]["tag"].get<std::string>(), "t"s);
        const Events rest = readEvents(
            m_peer->exchange("POST", "/process.Process/Connect", envelope(0, selector(events.pid).dump()))
                .body);
        QCOMPARE(rest.end.value("exitCode", -7), 5);
        QTRY_COMPARE(m_agent->sessionsEnded(), 1);
    }

    void aReaderThatIsGoneHoldsUpNothing()
    {
        Events events;
        const std::int32_t id = begin(shell("sleep 0.3; head -c 10000000 /dev/zero; exit 4"), events);
        m_peer->cancel(id);
        const Events rest = readEvents(
            m_peer->exchange("POST", "/process.Process/Connect", envelope(0, selector(events.pid).dump()))
                .body);
        QCOMPARE(rest.end.value("exitCode", -7), 4);
    }

    void aSlowReaderStallsNobodyElse()
    {
        const std::int32_t slow =
            m_peer->send("POST", startPath, shell("head -c 100000000 /dev/zero"), {}, false);
        QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(slow).body.size() >= 65535; }));
        for (int i = 0; i < 5; ++i)
            QCOMPARE(run(shell("head -c 300000 /dev/zero")).out.size(), 300000U);
        const std::size_t received = m_peer->stream(slow).body.size();
        QVERIFY2(received < 100000, "a stream without window got data");
        const Events events = readEvents(m_peer->stream(slow).body);
        QCOMPARE(
            unary("SendSignal", {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}}).status,
            200);
    }

    void keepalives()
    {
        const Events events = run(shell("sleep 1.5"), {{"keepalive-ping-interval", "1"}});
        QCOMPARE(events.keepalives, 1);
        QCOMPARE(run(shell("true"), {{"keepalive-ping-interval", "0"}}).last.dump(), "{}"s);
    }

    void unaryErrors_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::newRow("no such method") << "Fly" << QByteArray("{}") << 501;
        QTest::newRow("broken JSON") << "List" << QByteArray("{") << 400;
        QTest::newRow("no selector") << "CloseStdin" << QByteArray("{}") << 400;
        QTest::newRow("unknown pid") << "CloseStdin" << QByteArray(R"({"process":{"pid":1}})") << 404;
        QTest::newRow("unknown tag") << "SendSignal" << QByteArray(R"({"process":{"tag":"no"}})") << 404;
        QTest::newRow("huge body") << "List" << QByteArray(5 << 20, ' ') << 413;
    }
    void unaryErrors()
    {
        QFETCH(QString, method);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        const auto answer =
            m_peer->exchange("POST", "/process.Process/" + method.toStdString(), body.toStdString());
        QCOMPARE(answer.status, status);
    }

    // More than may run at once and more than are kept when ended, with the processors taken by others: each
    // must tell its end. Some say nothing, some leave a child behind, some are killed as they start.
    void hundredsOfShortOnesUnderLoad()
    {
        std::atomic<bool> over = false;
        std::vector<std::thread> load;
        for (unsigned i = 0; i < std::thread::hardware_concurrency() + 1; ++i)
            load.emplace_back([&over]() {
                for (volatile unsigned turn = 0; !over; turn = turn + 1) {
                }
            });
        const std::array<const char *, 4> scripts{"echo out", "exit 0", "echo out & exit 3",
                                                  "kill -9 $$; echo out"};
        const int all = qEnvironmentVariableIntValue("SANDGLASS_SHORT_COMMANDS");
        const int wanted = all > 0 ? all : 700;
        std::deque<std::pair<std::int32_t, std::size_t>> open;
        int ended = 0;
        for (int begun = 0; ended < wanted; ++ended) {
            while (begun < wanted && open.size() < 24) {
                const std::size_t kind = static_cast<std::size_t>(begun++) % scripts.size();
                open.emplace_back(m_peer->send("POST", startPath, shell(scripts[kind])), kind);
            }
            const auto [id, kind] = open.front();
            open.pop_front();
            if (!m_peer->waitClosed(id))
                break;
            const Events events = readEvents(m_peer->stream(id).body);
            if (events.last.dump() != "{}" || events.end.is_null())
                break;
            const bool killed = kind == 3;
            if (events.end.value("exitCode", 0) != (killed ? -1 : kind == 2 ? 3 : 0))
                break;
        }
        over = true;
        for (std::thread &thread : load)
            thread.join();
        QCOMPARE(ended, wanted);
        QCOMPARE(unary("List", nlohmann::json::object()).body, R"({"processes":[]})"s);
    }

    void manyAtOnce()
    {
        std::vector<std::int32_t> ids;
        for (int i = 0; i < 60; ++i)
            ids.push_back(m_peer->send("POST", startPath, shell("echo " + std::to_string(i) + "; exit 7")));
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QVERIFY(m_peer->waitClosed(ids[i]));
            const Events events = readEvents(m_peer->stream(ids[i]).body);
            QCOMPARE(events.out, std::to_string(i) + "\n");
            QCOMPARE(events.end.value("exitCode", -7), 7);
        }
    }
};

QTEST_GUILESS_MAIN(TestGuestProcess)
#include "tst_guest_process.moc"
