// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/wire/codec.h"
#include "backend/gateway/local/localapi.h"
#include "tests/support/hostfleet.h"
#include "tests/support/rpcpeer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using test::Peer;
using wire::Json;

class TestLocalPrograms : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void badCallsAreRefused_data();
    void badCallsAreRefused();
    void programsRun();
    void programsOfALostPeerAreKilled();
    void slowReadersHoldPrograms();
    void theNumberOfProgramsIsLimited();

private:
    void serve(const gateway::LocalApiLimits &limits = {});
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("api.sock")); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::HostFleet> m_fleet;
    std::unique_ptr<gateway::LocalApi> m_api;
};

void TestLocalPrograms::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_fleet = std::make_unique<test::HostFleet>();
}

void TestLocalPrograms::cleanup()
{
    m_api.reset();
    m_fleet.reset();
}

void TestLocalPrograms::serve(const gateway::LocalApiLimits &limits)
{
    m_api = std::make_unique<gateway::LocalApi>(*m_fleet, QStringLiteral("test"), limits);
    QVERIFY(m_api->listen(path()));
}

void TestLocalPrograms::badCallsAreRefused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<ErrorCode>("code");
    const auto row = [](const char *method, const char *params, ErrorCode code) {
        QTest::addRow("%s %s", method, params) << QByteArray(method) << QByteArray(params) << code;
    };
    row("exec_stdin", R"({"program":9,"data":""})", ErrorCode::NotFound);
    row("exec_kill", R"({"program":9})", ErrorCode::NotFound);
    row("exec_kill", R"({})", ErrorCode::InvalidArgument);
    row("exec_hold", R"({"program":1,"held":"yes"})", ErrorCode::InvalidArgument);
    row("exec_stdin", R"({"program":1,"data":"%%%"})", ErrorCode::InvalidArgument);
    row("exec_start", R"({"program":1,"id":"sb-1","request":{"argv":["true"]}})", ErrorCode::AlreadyExists);
}

void TestLocalPrograms::badCallsAreRefused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(ErrorCode, code);
    serve();
    Peer peer(path());
    peer.greet();
    peer.ask(2, "exec_start", {{"program", 1}, {"id", "sb-1"}, {"request", {{"argv", {"sleep", "1000"}}}}});
    peer.ask(3, method.constData(), wire::parseJson(params).value());
    QTRY_VERIFY(peer.answerTo(3));
    QCOMPARE(peer.answerTo(3)->error().code(), code);
}

void TestLocalPrograms::programsRun()
{
    serve();
    Peer peer(path());
    peer.greet();
    peer.ask(2, "exec_start",
             {{"program", 1},
              {"id", "sb-1"},
              {"request",
               {{"argv", {"sh", "-c", "echo $GREETING; cat; echo oops >&2; exit 7"}},
                {"env", {{"GREETING", "hello"}}},
                {"stdin", true}}}});
    QTRY_VERIFY(peer.told("exec_started"));
    peer.ask(3, "exec_stdin", {{"program", 1}, {"data", QByteArray("line\n").toBase64().toStdString()}});
    peer.ask(4, "exec_close_stdin", {{"program", 1}});
    QTRY_VERIFY(peer.told("exec_finished"));
    QCOMPARE(peer.output(1), QByteArray("hello\nline\n"));
    QVERIFY(peer.told("exec_stderr"));
    QVERIFY(*peer.told("exec_finished") == Json({{"program", 1}, {"exit", {{"code", 7}, {"signal", ""}}}}));
    QVERIFY(*peer.answerTo(3));
    peer.ask(5, "exec_kill", {{"program", 1}});
    QTRY_VERIFY(peer.answerTo(5));
    QCOMPARE(peer.answerTo(5)->error().code(), ErrorCode::NotFound);
    QTRY_COMPARE(m_fleet->liveSessions, 0);
}

void TestLocalPrograms::programsOfALostPeerAreKilled()
{
    serve();
    {
        Peer peer(path());
        peer.greet();
        peer.ask(2, "exec_start",
                 {{"program", 1}, {"id", "sb-1"}, {"request", {{"argv", {"sleep", "1000"}}}}});
        QTRY_VERIFY(peer.told("exec_started"));
        QCOMPARE(m_fleet->liveSessions, 1);
    }
    QTRY_COMPARE(m_fleet->liveSessions, 0);
}

void TestLocalPrograms::slowReadersHoldPrograms()
{
    serve();
    Peer peer(path());
    peer.greet();
    peer.ask(
        2, "exec_start",
        {{"program", 1}, {"id", "sb-1"}, {"request", {{"argv", {"head", "-c", "8000000", "/dev/zero"}}}}});
    QTRY_VERIFY(peer.told("exec_started"));
    peer.socket.setReadBufferSize(4096);
    QTest::qWait(300);
    QVERIFY(!peer.isGone()); // not given up: the program waits
    peer.socket.setReadBufferSize(0);
    QTRY_VERIFY_WITH_TIMEOUT(peer.told("exec_finished"), 20000);
    QCOMPARE(peer.output(1).size(), 8000000);
}

void TestLocalPrograms::theNumberOfProgramsIsLimited()
{
    gateway::LocalApiLimits limits;
    limits.programs = 2;
    serve(limits);
    Peer peer(path());
    peer.greet();
    for (int number = 1; number <= 3; ++number)
        peer.ask(number + 1, "exec_start",
                 {{"program", number}, {"id", "sb-1"}, {"request", {{"argv", {"sleep", "1000"}}}}});
    QTRY_VERIFY(peer.answerTo(4));
    QVERIFY(*peer.answerTo(3));
    QCOMPARE(peer.answerTo(4)->error().code(), ErrorCode::LimitReached);
}

QTEST_GUILESS_MAIN(TestLocalPrograms)
#include "tst_localprograms.moc"
