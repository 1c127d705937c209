// SPDX-License-Identifier: GPL-3.0-or-later
// What a guest that stands still needs of its channel: nothing new in its memory.
#include "backend/microvm/channel/agentclient.h"
#include "backend/microvm/uniquefd.h"
#include "tests/backend/microvm/channel/testagent.h"

#include <QSignalSpy>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

class AgentHoldTest : public QObject
{
    Q_OBJECT

private slots:
    void whatNobodyReadIsNotTaken();
    void nothingIsSentWhileItIsHeld();
    void theFirstTryComesAfterAWhile();
};

void AgentHoldTest::whatNobodyReadIsNotTaken()
{
    QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("agent")));
    const UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()) + 1);
    QCOMPARE(::bind(listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    QCOMPARE(::listen(listener.get(), 1), 0);

    AgentClient client;
    QVERIFY(client.isTaken()); // nothing was sent
    client.open(QFile::decodeName(path), 10s);
    QTRY_VERIFY(!client.isTaken()); // its greeting waits in the socket
    const UniqueFd peer(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    QVERIFY(peer.isValid());
    QVERIFY(!client.isTaken());
    QByteArray greeting(4096, '\0');
    QVERIFY(::read(peer.get(), greeting.data(), 4096) > 0);
    QTRY_VERIFY(client.isTaken());
}

void AgentHoldTest::nothingIsSentWhileItIsHeld()
{
    TestAgent agent;
    AgentClient client;
    QSignalSpy ready(&client, &AgentClient::ready);
    client.open(agent.path(), 10s);
    QTRY_COMPARE(ready.count(), 1);
    client.hold(true);
    QTRY_VERIFY(client.isTaken());
    std::optional<Result<HttpAnswer>> answer;
    client.request({.method = "GET", .path = "/later", .headers = {}}, {}, 10s, this,
                   [&](const Result<HttpAnswer> &result) { answer = result; });
    QTest::qWait(50);
    QCOMPARE(agent.find("/later"), 0);
    QVERIFY(client.isTaken());
    client.hold(false);
    QTRY_VERIFY(agent.find("/later") != 0);
    agent.answer(agent.find("/later"), 200, "now");
    QTRY_VERIFY(answer);
    QVERIFY(*answer);
    QCOMPARE((*answer)->body, QByteArray("now"));
}

void AgentHoldTest::theFirstTryComesAfterAWhile()
{
    TestAgent agent;
    AgentClient client;
    QSignalSpy ready(&client, &AgentClient::ready);
    client.open(agent.path(), 10s, AgentClient::Guest::IsAwake, 150ms);
    // What is asked before is the first that it hears.
    client.request({.method = "GET", .path = "/first", .headers = {}}, {}, 10s, this,
                   [](const Result<HttpAnswer> &) {});
    QTest::qWait(40);
    QCOMPARE(agent.connections(), 0);
    QTRY_COMPARE(ready.count(), 1);
    QTRY_VERIFY(agent.find("/first") != 0);
    QCOMPARE(agent.connections(), 1);
}

QTEST_GUILESS_MAIN(AgentHoldTest)
#include "agentholdtest.moc"
