// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/gateway/e2b/gatewaybox.h"

#include "backend/gateway/e2b/live/websocket.h"

#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <QWebSocket>

using namespace sandglass;
using namespace sandglass::gateway;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

RequestHead upgrade()
{
    return {.method = "GET",
            .target = "/live",
            .fields = {{"host", "localhost"},
                       {"connection", "keep-alive, Upgrade"},
                       {"upgrade", "websocket"},
                       {"sec-websocket-version", "13"},
                       {"sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="}}};
}

QByteArray clientFrame(quint8 first, const QByteArray &payload, bool masked = true)
{
    QByteArray bytes(1, static_cast<char>(first));
    const quint8 mask = masked ? 0x80 : 0;
    if (payload.size() < 126) {
        bytes.append(static_cast<char>(mask | payload.size()));
    } else {
        bytes.append(static_cast<char>(mask | 126));
        bytes.append(static_cast<char>(payload.size() >> 8)).append(static_cast<char>(payload.size()));
    }
    const QByteArray key = masked ? QByteArray("\x01\x02\x03\x04", 4) : QByteArray();
    bytes += key;
    for (qsizetype i = 0; i < payload.size(); ++i)
        bytes.append(static_cast<char>(masked ? payload[i] ^ key[i % 4] : payload[i]));
    return bytes;
}

Event happening(quint64 cursor)
{
    Event event;
    event.cursor = cursor;
    event.sandbox = {ContextId(QStringLiteral("test")), SandboxId(QStringLiteral("a"))};
    event.text = QString::number(cursor);
    return event;
}

} // namespace

// Live events for programs: the WebSocket's codec, and the feed through the whole gateway with a client of
// Qt's.
class E2bLive : public GatewayBox
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }
    void acceptsUpgradesOfItsKind_data();
    void acceptsUpgradesOfItsKind();
    void framesLengths_data();
    void framesLengths();
    void readsClients_data();
    void readsClients();
    void refusesListeners_data();
    void refusesListeners();
    void tellsWhatHappens();
    void replaysFromACursor_data();
    void replaysFromACursor();
    void beatsInSilence();
    void letsGoOfWhoDoesNotRead();
    void forgetsListenersThatLeft();

private:
    void listenWith(QWebSocket &socket, const QByteArray &query = {});
    void happen(quint64 cursor)
    {
        m_fleet->feed().events.append(happening(cursor));
        emit m_fleet->feed().eventsArrived({happening(cursor)});
    }

    QList<Json> m_heard;
};

void E2bLive::listenWith(QWebSocket &socket, const QByteArray &query)
{
    m_heard.clear();
    connect(&socket, &QWebSocket::textMessageReceived, this,
            [this](const QString &text) { m_heard.append(Json::parse(text.toStdString(), nullptr, false)); });
    QNetworkRequest request(
        QUrl(QStringLiteral("ws://127.0.0.1:%1/live%2").arg(m_port).arg(QString::fromLatin1(query))));
    request.setRawHeader("X-API-KEY", m_key);
    socket.open(request);
    QTRY_VERIFY_WITH_TIMEOUT(!m_heard.isEmpty(), 30'000);
    QCOMPARE(m_heard.first().value("type", ""), std::string("hello"));
}

void E2bLive::acceptsUpgradesOfItsKind_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("as it should be") << QByteArray("x") << QByteArray("y") << true;
    QTest::newRow("no upgrade") << QByteArray("upgrade") << QByteArray() << false;
    QTest::newRow("another protocol") << QByteArray("upgrade") << QByteArray("h2c") << false;
    QTest::newRow("not of the connection") << QByteArray("connection") << QByteArray("keep-alive") << false;
    QTest::newRow("an old version") << QByteArray("sec-websocket-version") << QByteArray("8") << false;
    QTest::newRow("no key") << QByteArray("sec-websocket-key") << QByteArray() << false;
    QTest::newRow("a short key") << QByteArray("sec-websocket-key") << QByteArray("YWJj") << false;
    QTest::newRow("a key of no base64")
        << QByteArray("sec-websocket-key") << QByteArray("************************") << false;
}

void E2bLive::acceptsUpgradesOfItsKind()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    QFETCH(bool, accepted);
    RequestHead head = upgrade();
    for (HttpField &one : head.fields) {
        if (one.name == field)
            one.value = value;
    }
    const auto answer = webSocketAccept(head);
    QCOMPARE(answer.has_value(), accepted);
    if (accepted) // the example of RFC 6455
        QCOMPARE(fieldOf(*answer, "sec-websocket-accept"), QByteArray("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    head.method = "POST";
    QVERIFY(!webSocketAccept(head));
}

void E2bLive::framesLengths_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QByteArray>("head");
    QTest::newRow("0") << 0 << QByteArray("\x81\x00", 2);
    QTest::newRow("125") << 125 << QByteArray("\x81\x7d", 2);
    QTest::newRow("126") << 126 << QByteArray("\x81\x7e\x00\x7e", 4);
    QTest::newRow("65535") << 65535 << QByteArray("\x81\x7e\xff\xff", 4);
    QTest::newRow("65536") << 65536 << QByteArray("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10);
}

void E2bLive::framesLengths()
{
    QFETCH(int, size);
    QFETCH(QByteArray, head);
    const QByteArray text(size, 'x');
    QCOMPARE(textFrame(text), head + text);
}

void E2bLive::readsClients_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("over");
    const QByteArray protocolError = closeFrame(WebSocketCode::Protocol);
    QTest::newRow("text") << clientFrame(0x81, "hello") << QByteArray() << false;
    QTest::newRow("in parts") << clientFrame(0x01, "he") + clientFrame(0x00, "l") + clientFrame(0x80, "lo")
                              << QByteArray() << false;
    QTest::newRow("a ping between parts")
        << clientFrame(0x02, QByteArray(300, 'x')) + clientFrame(0x89, "now?") + clientFrame(0x80, "")
        << pongFrame("now?") << false;
    QTest::newRow("pong") << clientFrame(0x8A, "") << QByteArray() << false;
    QTest::newRow("close") << clientFrame(0x88, QByteArray("\x03\xe8", 2))
                           << closeFrame(WebSocketCode::Normal) << true;
    QTest::newRow("unmasked") << clientFrame(0x81, "hello", false) << protocolError << true;
    QTest::newRow("reserved bit") << clientFrame(0xC1, "hello") << protocolError << true;
    QTest::newRow("unknown opcode") << clientFrame(0x83, "") << protocolError << true;
    QTest::newRow("unknown control") << clientFrame(0x8B, "") << protocolError << true;
    QTest::newRow("ping in parts") << clientFrame(0x09, "a") << protocolError << true;
    QTest::newRow("long ping") << clientFrame(0x89, QByteArray(126, 'p')) << protocolError << true;
    QTest::newRow("continuation of nothing") << clientFrame(0x80, "a") << protocolError << true;
    QTest::newRow("text within text")
        << clientFrame(0x01, "a") + clientFrame(0x81, "b") << protocolError << true;
    QTest::newRow("huge") << QByteArray("\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10)
                          << closeFrame(WebSocketCode::TooBig) << true;
}

void E2bLive::readsClients()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, answer);
    QFETCH(bool, over);
    WebSocketReader whole;
    QCOMPARE(whole.feed(bytes), answer);
    QCOMPARE(whole.isOver(), over);
    WebSocketReader inBytes;
    QByteArray all;
    for (qsizetype i = 0; i < bytes.size(); ++i)
        all += inBytes.feed(bytes.mid(i, 1));
    QCOMPARE(all, answer);
    QCOMPARE(inBytes.isOver(), over);
    QCOMPARE(inBytes.feed(clientFrame(0x89, "x")).isEmpty(), over); // deaf after the end
}

void E2bLive::refusesListeners_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<int>("status");
    const QByteArray good("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    QTest::newRow("wrong key") << QByteArray("/live")
                               << good + "X-API-KEY: e2b_0000000000000000000000000000000000000000\r\n"
                               << 401;
    QTest::newRow("empty key") << QByteArray("/live") << good + "X-API-KEY: \r\n" << 401;
    QTest::newRow("no upgrade") << QByteArray("/live") << QByteArray() << 426;
    QTest::newRow("cursor of letters") << QByteArray("/live?cursor=abc") << good << 400;
    QTest::newRow("cursor below nothing") << QByteArray("/live?cursor=-1") << good << 400;
}

void E2bLive::refusesListeners()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, more);
    QFETCH(int, status);
    QCOMPARE(ask("GET", path, {}, more).status, status);
}

void E2bLive::tellsWhatHappens()
{
    QWebSocket socket;
    listenWith(socket);
    QVERIFY(m_heard.first().value("complete", false));
    happen(1);
    happen(2);
    QTRY_COMPARE_WITH_TIMEOUT(m_heard.size(), 3, 30'000);
    QCOMPARE(m_heard[1].value("cursor", 0), 1);
    QCOMPARE(m_heard[2].value("type", ""), std::string("status"));
    QCOMPARE(m_heard[2].value("text", ""), std::string("2"));
    QSignalSpy pong(&socket, &QWebSocket::pong);
    socket.ping("there?");
    QTRY_COMPARE_WITH_TIMEOUT(pong.count(), 1, 30'000);
    socket.close();
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, 30'000);
    QCOMPARE(socket.closeCode(), QWebSocketProtocol::CloseCodeNormal);
}

void E2bLive::replaysFromACursor_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QList<int>>("cursors");
    QTest::addColumn<bool>("complete");
    QTest::newRow("none asked for") << QByteArray() << QList<int>{} << true;
    QTest::newRow("some") << QByteArray("?cursor=11") << QList<int>{12, 13} << true;
    QTest::newRow("all that are kept") << QByteArray("?cursor=9") << QList<int>{10, 11, 12, 13} << true;
    QTest::newRow("more than are kept") << QByteArray("?cursor=3") << QList<int>{10, 11, 12, 13} << false;
    QTest::newRow("up to date") << QByteArray("?cursor=13") << QList<int>{} << true;
    QTest::newRow("of the future") << QByteArray("?cursor=99") << QList<int>{} << true;
}

void E2bLive::replaysFromACursor()
{
    QFETCH(QByteArray, query);
    QFETCH(QList<int>, cursors);
    QFETCH(bool, complete);
    for (const quint64 cursor : {10u, 11u, 12u, 13u})
        m_fleet->feed().events.append(happening(cursor));
    QWebSocket socket;
    listenWith(socket, query);
    happen(14);
    cursors.append(14);
    QTRY_COMPARE_WITH_TIMEOUT(m_heard.size(), cursors.size() + 1, 30'000);
    QCOMPARE(m_heard.first().value("complete", !complete), complete);
    QCOMPARE(m_heard.first().value("cursor", 0), 13);
    for (qsizetype i = 0; i < cursors.size(); ++i)
        QCOMPARE(m_heard[i + 1].value("cursor", 0), cursors[i]);
}

void E2bLive::beatsInSilence()
{
    m_heartbeat = 50ms;
    open();
    happen(7);
    QWebSocket socket;
    listenWith(socket);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard.size() >= 4, 30'000);
    QCOMPARE(m_heard.last().value("type", ""), std::string("heartbeat"));
    QCOMPARE(m_heard.last().value("cursor", 0), 7);
    QVERIFY(m_heard.last().value("at_ms", qint64(0)) > 0);
    m_heartbeat = 15s;
}

void E2bLive::letsGoOfWhoDoesNotRead()
{
    RawClient client(m_port);
    client.socket().setReadBufferSize(1024);
    client.say("GET /live HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + m_key +
               "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    QTRY_COMPARE(m_gateway->connectionCount(), 1);
    Event large = happening(1);
    large.text = QString(100'000, u'x');
    // The kernel takes some megabytes before anything waits here.
    for (int i = 0; i < 400 && m_gateway->connectionCount() == 1; ++i) {
        emit m_fleet->feed().eventsArrived({large});
        QTest::qWait(5);
    }
    client.socket().setReadBufferSize(0);
    QByteArray tail;
    QTRY_VERIFY_WITH_TIMEOUT((tail = (tail + client.takeBytes()).right(4), !client.isOpen()), 60'000);
    QCOMPARE(tail, closeFrame(WebSocketCode::TryLater));
    QTRY_COMPARE(m_gateway->connectionCount(), 0);
}

void E2bLive::forgetsListenersThatLeft()
{
    {
        QWebSocket socket;
        listenWith(socket);
        QCOMPARE(m_gateway->listenerCount(), 1);
        socket.abort();
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->listenerCount(), 0, 30'000);
    happen(1);
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->connectionCount(), 0, 30'000);
}

QTEST_GUILESS_MAIN(E2bLive)
#include "tst_e2b_live.moc"
