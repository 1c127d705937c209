// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <csignal>

#include "backend/guest/agent/processrequest.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

const User someone{"user", 1000, 1000, "/home/user", {1000}};

nlohmann::json parse(const QByteArray &text)
{
    return nlohmann::json::parse(text.toStdString(), nullptr, false);
}

Request requestWith(const char *name, const char *value)
{
    Request request;
    request.headers.emplace(name, value);
    return request;
}

} // namespace

class TestGuestProcessRequest : public QObject
{
    Q_OBJECT
private slots:
    void refusesStart_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        const QString invalid = "invalid_argument";
        QTest::newRow("empty") << QByteArray("{}") << invalid;
        QTest::newRow("process is a list") << QByteArray(R"({"process":[]})") << invalid;
        QTest::newRow("no command") << QByteArray(R"({"process":{"args":[]}})") << invalid;
        QTest::newRow("empty command") << QByteArray(R"({"process":{"cmd":""}})") << invalid;
        QTest::newRow("number command") << QByteArray(R"({"process":{"cmd":7}})") << invalid;
        QTest::newRow("NUL in command") << QByteArray(R"({"process":{"cmd":"a\u0000b"}})") << invalid;
        QTest::newRow("args no list") << QByteArray(R"({"process":{"cmd":"a","args":"b"}})") << invalid;
        QTest::newRow("args of numbers") << QByteArray(R"({"process":{"cmd":"a","args":[1]}})") << invalid;
        QTest::newRow("envs no map") << QByteArray(R"({"process":{"cmd":"a","envs":[]}})") << invalid;
        QTest::newRow("name with =") << QByteArray(R"({"process":{"cmd":"a","envs":{"A=B":"c"}}})")
                                     << invalid;
        QTest::newRow("no name") << QByteArray(R"({"process":{"cmd":"a","envs":{"":"c"}}})") << invalid;
        QTest::newRow("cwd number") << QByteArray(R"({"process":{"cmd":"a","cwd":1}})") << invalid;
        QTest::newRow("stdin text") << QByteArray(R"({"process":{"cmd":"a"},"stdin":"no"})") << invalid;
        QTest::newRow("tag number") << QByteArray(R"({"process":{"cmd":"a"},"tag":1})") << invalid;
        QTest::newRow("pty no object") << QByteArray(R"({"process":{"cmd":"a"},"pty":7})") << invalid;
        QTest::newRow("size no object")
            << QByteArray(R"({"process":{"cmd":"a"},"pty":{"size":7}})") << invalid;
        QTest::newRow("too wide") << QByteArray(R"({"process":{"cmd":"a"},"pty":{"size":{"cols":65536}}})")
                                  << invalid;
        QTest::newRow("rows text") << QByteArray(R"({"process":{"cmd":"a"},"pty":{"size":{"rows":"x"}}})")
                                   << invalid;
    }
    void refusesStart()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        const auto parsed = parseStart(parse(text));
        const auto *error = std::get_if<ConnectError>(&parsed);
        QVERIFY(error != nullptr);
        QCOMPARE(QString::fromStdString(error->code), code);
    }

    void readsStart()
    {
        const auto parsed = parseStart(parse(
            R"({"process":{"cmd":"/bin/sh","args":["-c","x"],"envs":{"A":"b"},"cwd":"~/p"},"tag":"t","stdin":false,"new":1})"));
        const auto *request = std::get_if<StartRequest>(&parsed);
        QVERIFY(request != nullptr);
        QCOMPARE(request->process.command, "/bin/sh"s);
        QCOMPARE(request->process.arguments.size(), 2U);
        QCOMPARE(request->process.environment.at("A"), "b"s);
        QCOMPARE(request->process.workingDirectory, "~/p"s);
        QCOMPARE(request->tag, "t"s);
        QVERIFY(!request->stdinOpen);
        const auto old = parseStart(parse(R"({"process":{"cmd":"a"}})"));
        QVERIFY(std::get<StartRequest>(old).stdinOpen);
    }

    void selectors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        QTest::newRow("nothing") << QByteArray("{}") << false;
        QTest::newRow("empty") << QByteArray(R"({"process":{}})") << false;
        QTest::newRow("empty tag") << QByteArray(R"({"process":{"tag":""}})") << false;
        QTest::newRow("word pid") << QByteArray(R"({"process":{"pid":"x"}})") << false;
        QTest::newRow("pid") << QByteArray(R"({"process":{"pid":7}})") << true;
        QTest::newRow("text pid") << QByteArray(R"({"process":{"pid":"7"}})") << true;
        QTest::newRow("tag") << QByteArray(R"({"process":{"tag":"a"}})") << true;
    }
    void selectors()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, valid);
        QCOMPARE(std::holds_alternative<Selector>(parseSelector(parse(text))), valid);
    }

    void inputs()
    {
        const auto toInput = std::get<ProcessInput>(parseInput(parse(R"({"input":{"stdin":"aGk"}})")));
        QCOMPARE(toInput.bytes, "hi"s);
        QVERIFY(!toInput.toTerminal);
        const auto toTerminal = std::get<ProcessInput>(parseInput(parse(R"({"input":{"pty":"aGk="}})")));
        QCOMPARE(toTerminal.bytes, "hi"s);
        QVERIFY(toTerminal.toTerminal);
        QVERIFY(std::get<ProcessInput>(parseInput(parse(R"({"input":{}})"))).bytes.empty());
        for (const char *text : {R"({"input":{"stdin":"?"}})", R"({"input":{"pty":1}})", R"({"input":7})"})
            QCOMPARE(std::get<ConnectError>(parseInput(parse(text))).code, "invalid_argument"s);
        QCOMPARE(std::get<ConnectError>(parseInput(parse("{}"))).code, "invalid_argument"s);
    }

    void signalNames()
    {
        QCOMPARE(std::get<int>(parseSignal(parse(R"({"signal":"SIGNAL_SIGKILL"})"))), SIGKILL);
        QCOMPARE(std::get<int>(parseSignal(parse(R"({"signal":"SIGNAL_SIGTERM"})"))), SIGTERM);
        for (const char *text : {R"({"signal":"SIGNAL_SIGSTOP"})", R"({"signal":1})", "{}"})
            QCOMPARE(std::get<ConnectError>(parseSignal(parse(text))).code, "unimplemented"s);
    }

    void options_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("timeout");
        QTest::addColumn<int>("keepalive");
        QTest::addColumn<QString>("user");
        const auto row = [](const char *title, const char *name, const char *value, int timeout,
                            int keepalive, const char *user) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(value) << timeout << keepalive
                                 << QString(user);
        };
        row("none", "x", "y", 0, 90, "def");
        row("timeout", "connect-timeout-ms", "1500", 1500, 90, "def");
        row("zero timeout", "connect-timeout-ms", "0", 0, 90, "def");
        row("negative timeout", "connect-timeout-ms", "-5", 0, 90, "def");
        row("huge timeout", "connect-timeout-ms", "99999999999999999999", 0, 90, "def");
        row("keepalive", "keepalive-ping-interval", "50", 0, 50, "def");
        row("keepalive zero", "keepalive-ping-interval", "0", 0, 90, "def");
        row("keepalive word", "keepalive-ping-interval", "ten", 0, 90, "def");
        row("user", "authorization", "Basic cm9vdDo=", 0, 90, "root");
        row("user without colon", "authorization", "Basic cm9vdA", 0, 90, "root");
        row("no user", "authorization", "Basic Og==", 0, 90, "def");
        row("other scheme", "authorization", "Bearer abc", 0, 90, "def");
    }
    void options()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(int, timeout);
        QFETCH(int, keepalive);
        QFETCH(QString, user);
        const auto parsed = parseOptions(requestWith(name.constData(), value.constData()), "def");
        const auto &read = std::get<StreamOptions>(parsed);
        QCOMPARE(static_cast<int>(read.timeout.value_or(std::chrono::milliseconds(0)).count()), timeout);
        QCOMPARE(static_cast<int>(read.keepalive.count()), keepalive);
        QCOMPARE(QString::fromStdString(read.user), user);
    }

    void brokenAuthorization()
    {
        const auto parsed = parseOptions(requestWith("authorization", "Basic !!!"), "def");
        QCOMPARE(std::get<ConnectError>(parsed).code, "unauthenticated"s);
    }

    void laterVariablesWin()
    {
        const auto block = environmentBlock(someone, {{"A", "sandbox"}, {"B", "sandbox"}, {"HOME", "/h"}},
                                            {{"B", "request"}, {"PATH", "/p"}});
        const std::vector<std::string> wanted{"A=sandbox",    "B=request", "HOME=/h",
                                              "LOGNAME=user", "PATH=/p",   "USER=user"};
        QCOMPARE(block, wanted);
    }

    void candidates()
    {
        QCOMPARE(commandCandidates("a/b", {"PATH=/x"}), std::vector<std::string>{"a/b"});
        const std::vector<std::string> wanted{"/x/ls", "./ls", "/y/ls"};
        QCOMPARE(commandCandidates("ls", {"A=1", "PATH=/x::/y"}), wanted);
        QVERIFY(commandCandidates("ls", {}).size() > 3);
    }

    void exitWords()
    {
        QCOMPARE((ExitStatus{0, 0}.toJson().dump()),
                 R"({"exitCode":0,"exited":true,"status":"exit status 0"})"s);
        QCOMPARE((ExitStatus{3, 0}.toJson()["error"].get<std::string>()), "exit status 3"s);
        const auto killed = ExitStatus{0, SIGKILL}.toJson();
        QCOMPARE(killed["exitCode"].get<int>(), -1);
        QVERIFY(!killed["exited"].get<bool>());
        QCOMPARE(killed["error"].get<std::string>(), "signal: killed"s);
        QCOMPARE((ExitStatus{0, 63}.text()), "signal: signal 63"s);
    }

    void users()
    {
        const std::string passwd = "root:x:0:0:root:/root:/bin/bash\nbroken:x:y\n:x:5:5::/:/bin/sh\n"
                                   "bad:x:one:5::/:/bin/sh\nuser:x:1000:1001:,,,:/home/user:/bin/bash";
        const std::string group =
            "sudo:x:27:other,user\nuser:x:1001:\naudio:x:29:users\nagain:x:27:user\nshort:x";
        const auto user = findUser(passwd, group, "user");
        QVERIFY(user.has_value());
        QCOMPARE(user->uid, 1000U);
        QCOMPARE(user->gid, 1001U);
        QCOMPARE(user->home, "/home/user"s);
        const std::vector<gid_t> groups{1001, 27};
        QCOMPARE(user->groups, groups);
        for (const char *name : {"", "nobody", "broken", "bad", "1000", "user:x"})
            QVERIFY2(!findUser(passwd, group, name).has_value(), name);
    }
};

QTEST_GUILESS_MAIN(TestGuestProcessRequest)
#include "tst_guest_processrequest.moc"
