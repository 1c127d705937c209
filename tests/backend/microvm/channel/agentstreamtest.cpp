// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of the agent's channel: credit, and who waits for whom.
#include "tests/backend/microvm/channel/clientcalls.h"

#include <QElapsedTimer>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

class AgentStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void givesCreditOnlyForWhatIsRead();
    void anUnreadStreamStallsItselfAlone();
    void holdsBackAWriterThatIsNotRead();
    void streamsMuchBothWays();
    void resetsADeletedStream();
};

void AgentStreamTest::givesCreditOnlyForWhatIsRead()
{
    TestAgent agent;
    AgentClient client;
    makeReady(client, agent);
    const auto stream = client.openStream(get("/much"), false);
    QTRY_VERIFY(agent.find("/much") != 0);
    const qint32 id = agent.find("/much");
    agent.respond(id, 200);
    agent.send(id, QByteArray(3 * Http2Session::StreamWindow, 'x'), true);
    QTRY_COMPARE(stream->bytesAvailable(), qsizetype(Http2Session::StreamWindow));
    QTest::qWait(50);
    QCOMPARE(stream->bytesAvailable(), qsizetype(Http2Session::StreamWindow));
    QSignalSpy finished(stream.get(), &AgentStream::finished);
    qsizetype total = 0;
    while (finished.isEmpty() || stream->bytesAvailable() > 0) {
        total += stream->read(1'000'000).size();
        QTest::qWait(1);
    }
    QCOMPARE(total, qsizetype(3 * Http2Session::StreamWindow));
}

void AgentStreamTest::anUnreadStreamStallsItselfAlone()
{
    TestAgent agent;
    AgentClient client;
    makeReady(client, agent);
    std::vector<std::unique_ptr<AgentStream>> unread;
    for (int i = 0; i < 6; ++i) { // more than the connection's window altogether
        const QByteArray path = "/unread" + QByteArray::number(i);
        unread.push_back(client.openStream(get(path), false));
        QTRY_VERIFY(agent.find(path) != 0);
        agent.respond(agent.find(path), 200);
        agent.send(agent.find(path), QByteArray(2 * Http2Session::StreamWindow, 'x'));
        QTRY_COMPARE(unread.back()->bytesAvailable(), qsizetype(Http2Session::StreamWindow));
    }
    Kept answer;
    client.request(get("/other"), {}, 10s, this, answer.reply());
    QTRY_VERIFY(agent.find("/other") != 0);
    agent.answer(agent.find("/other"), 200, QByteArray(100'000, 'y'));
    QTRY_COMPARE(answer.times, 1);
    QCOMPARE(answer.value->body.size(), qsizetype(100'000));
}

void AgentStreamTest::holdsBackAWriterThatIsNotRead()
{
    TestAgent agent;
    agent.greedy = false;
    AgentClient client;
    makeReady(client, agent);
    const auto stream = client.openStream({.method = "POST", .path = "/sink", .headers = {}}, true);
    QSignalSpy writable(stream.get(), &AgentStream::writable);
    const QByteArray piece(256 * 1024, 'x');
    qsizetype written = 0;
    for (int i = 0; i < 100; ++i) {
        written += stream->write(piece);
        QTest::qWait(1);
    }
    // The window of the peer (64 KiB) and what may wait here; no more.
    QVERIFY(written <= Http2Session::MaxUnsent + 65535);
    QCOMPARE(writable.count(), 0);
    const qint32 id = agent.find("/sink");
    while (writable.isEmpty()) {
        agent.consume(id, 65535);
        QTest::qWait(1);
    }
    QVERIFY(stream->write(piece) > 0);
}

void AgentStreamTest::streamsMuchBothWays()
{
    TestAgent agent;
    AgentClient client;
    makeReady(client, agent);
    const auto stream = client.openStream({.method = "POST", .path = "/both", .headers = {}}, true);
    QTRY_VERIFY(agent.find("/both") != 0);
    const qint32 id = agent.find("/both");
    constexpr qsizetype Much = 16 * 1024 * 1024;
    agent.respond(id, 200);
    QElapsedTimer timer;
    timer.start();
    agent.send(id, QByteArray(Much, 'd'), true);
    qsizetype read = 0;
    connect(stream.get(), &AgentStream::readyRead, this, [&] { read += stream->readAll().size(); });
    qsizetype left = Much;
    const QByteArray piece(256 * 1024, 'u');
    const auto feed = [&] {
        while (left > 0) {
            const qsizetype taken = stream->write(QByteArrayView(piece).first(std::min(left, piece.size())));
            left -= taken;
            if (taken == 0)
                return;
        }
        stream->finishWriting();
    };
    connect(stream.get(), &AgentStream::writable, this, feed);
    QSignalSpy finished(stream.get(), &AgentStream::finished);
    feed();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
    qInfo("http2_loopback_both_ways_mib_s %lld",
          static_cast<long long>(2 * (Much >> 20) * 1000 / std::max<qint64>(1, timer.elapsed())));
    QVERIFY(finished[0][0].value<Result<Done>>());
    QCOMPARE(read, Much);
    QCOMPARE(agent.at(id).body.size(), Much);
}

void AgentStreamTest::resetsADeletedStream()
{
    TestAgent agent;
    AgentClient client;
    makeReady(client, agent);
    auto stream = client.openStream(get("/x"), false);
    QTRY_VERIFY(agent.find("/x") != 0);
    agent.respond(agent.find("/x"), 200);
    agent.send(agent.find("/x"), "unread");
    QTRY_COMPARE(stream->bytesAvailable(), qsizetype(6));
    stream.reset();
    QTRY_VERIFY(agent.at(agent.find("/x")).closed);
    QVERIFY(client.isReady());
    // One that was never sent.
    AgentClient idle;
    idle.open(QStringLiteral("/nonexistent"), 50ms);
    idle.openStream(get("/y"), false).reset();
    QSignalSpy closed(&idle, &AgentClient::closed);
    QTRY_COMPARE(closed.count(), 1);
}

QTEST_GUILESS_MAIN(AgentStreamTest)
#include "agentstreamtest.moc"
