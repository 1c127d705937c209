// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/vnc/vncclient.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::test;

Q_DECLARE_METATYPE(RfbPeer::Script)

class TestVncBrokenPeers : public QObject
{
    Q_OBJECT

private slots:
    void nobodyListens();
    void pathTooLong();
    void unknownHost();
    void badServers_data();
    void badServers();
    void cutOff_data();
    void cutOff();
    void silentServer();
    void halfARectangle();
    void aServerThatDripsIsEnded();
    void rectangleOutsideTheScreen();
    void garbageLater();
    void serverThatDoesNotRead();
    void oversizedResize();
    void closeIsPrompt_data();
    void closeIsPrompt();
    void noticesAreBounded();
    void cutTextLimits();
    void hostileNameIsCleaned();
};

void TestVncBrokenPeers::nobodyListens()
{
    VncOptions options = hasty();
    options.mostTries = 3;
    const RfbPeer peer;
    Client client(options);
    client.open(peer);
    QVERIFY(client.is(VncState::Connecting));
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::GuestUnreachable);
    QCOMPARE(client.states, (std::vector{VncState::Connecting, VncState::Failed}));
}

void TestVncBrokenPeers::pathTooLong()
{
    Client client(patient());
    client.connection.open({QString(200, 'x'), {}, 0, {}});
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::InvalidArgument);
}

void TestVncBrokenPeers::unknownHost()
{
    Client client(hasty());
    client.connection.open({{}, QStringLiteral("no-such-host.invalid"), 5900, {}});
    QTRY_VERIFY_WITH_TIMEOUT(client.is(VncState::Failed), 20000);
    QCOMPARE(client.code(), ErrorCode::GuestUnreachable);
}

void TestVncBrokenPeers::badServers_data()
{
    QTest::addColumn<RfbPeer::Script>("script");
    QTest::addColumn<ErrorCode>("code");
    const auto row = [](const char *name, ErrorCode code, auto change) {
        RfbPeer::Script script;
        change(script);
        QTest::newRow(name) << script << code;
    };
    row("not RFB", ErrorCode::ProtocolViolation,
        [](auto &s) { s.greeting = "HTTP/1.1 400 Bad Request\r\n\r\n"; });
    row("65535x65535", ErrorCode::ProtocolViolation, [](auto &s) { s.size = QSize(65535, 65535); });
    row("too many pixels", ErrorCode::ProtocolViolation, [](auto &s) { s.size = QSize(8000, 8000); });
    row("too wide", ErrorCode::ProtocolViolation, [](auto &s) { s.size = QSize(8193, 1); });
    row("no pixels", ErrorCode::ProtocolViolation, [](auto &s) { s.size = QSize(0, 0); });
    row("name of 4 GB", ErrorCode::ProtocolViolation, [](auto &s) { s.nameLength = 0xffffffff; });
    row("security nobody has", ErrorCode::Unsupported, [](auto &s) { s.security = QByteArray(1, char(19)); });
    row("password wanted", ErrorCode::PermissionDenied, [](auto &s) { s.security = QByteArray(1, '\2'); });
}

void TestVncBrokenPeers::badServers()
{
    QFETCH(RfbPeer::Script, script);
    QFETCH(ErrorCode, code);
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(patient()); // none of these is worth a second try
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), code);
    QCOMPARE(peer.connections, 1);
}

void TestVncBrokenPeers::cutOff_data()
{
    QTest::addColumn<int>("bytes");
    // Greeting 12, security 2, result 4, ServerInit 24, name 8, update head 16, pixels.
    for (const int bytes : {0, 1, 11, 12, 13, 14, 16, 18, 19, 41, 42, 45})
        QTest::addRow("after %d", bytes) << bytes;
}

void TestVncBrokenPeers::cutOff()
{
    QFETCH(int, bytes);
    RfbPeer::Script script;
    script.cutAfter = bytes;
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(hasty());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::GuestUnreachable);
    QVERIFY(client.frames.empty());
}

void TestVncBrokenPeers::silentServer()
{
    RfbPeer::Script script;
    script.greeting.clear();
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    VncOptions options = hasty();
    options.connectDeadline = 300ms;
    Client client(options);
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::TimedOut);
}

void TestVncBrokenPeers::halfARectangle()
{
    RfbPeer::Script script;
    script.autoUpdate = false;
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    VncOptions options = hasty();
    options.mostTries = 2;
    Client client(options);
    client.open(peer);
    QTRY_VERIFY(peer.isShaken());
    peer.sendHalfRect({0, 0, 64, 48}, Qt::red);
    ErrorCode code = ErrorCode::Internal;
    connect(&client.connection, &VncConnection::stateChanged, &peer, [&](VncState state) {
        if (state == VncState::Reconnecting)
            code = client.code();
    });
    QTRY_COMPARE(code, ErrorCode::TimedOut);
    QTRY_VERIFY(client.is(VncState::Connected));
    QCOMPARE(peer.connections, 2);
    QVERIFY(client.frames.empty());
}

void TestVncBrokenPeers::aServerThatDripsIsEnded()
{
    RfbPeer::Script script;
    script.greeting = "RFB";
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    VncOptions options = hasty();
    options.connectDeadline = 300ms;
    Client client(options);
    client.open(peer);
    QTimer drip;
    connect(&drip, &QTimer::timeout, &peer, [&peer] { peer.send(QByteArray(1, '\0')); });
    QTRY_COMPARE(peer.connections, 1);
    peer.send(" 003.008\n" + QByteArray(1, '\xff')); // 255 security types, one at a time
    drip.start(30);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::TimedOut);
}

void TestVncBrokenPeers::rectangleOutsideTheScreen()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(peer.isShaken());
    peer.sendRect({60, 40, 10, 10}, Qt::red);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::ProtocolViolation);
}

void TestVncBrokenPeers::garbageLater()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(peer.isShaken());
    peer.send(QByteArray(4096, '\xee'));
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::ProtocolViolation);
}

void TestVncBrokenPeers::serverThatDoesNotRead()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(hasty());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    peer.stopReading();
    QElapsedTimer longest;
    qint64 worst = 0;
    const std::vector<KeyStroke> many(4000, KeyStroke{'a', true});
    QElapsedTimer all;
    all.start();
    while (client.is(VncState::Connected) && all.elapsed() < 10000) {
        longest.start();
        client.connection.sendKeys(many);
        worst = std::max(worst, longest.elapsed());
        QTest::qWait(1);
    }
    QCOMPARE(client.code(), ErrorCode::TimedOut);
    QVERIFY2(worst < 1000, qPrintable(QString::number(worst)));
}

void TestVncBrokenPeers::oversizedResize()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.connection.giveCredit();
    client.open(peer);
    QTRY_COMPARE(client.frames.size(), size_t(1));
    peer.sendResize({65535, 65535});
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::ProtocolViolation);
    QVERIFY(client.connection.error()->detail().contains(QStringLiteral("65535x65535")));
}

void TestVncBrokenPeers::closeIsPrompt_data()
{
    QTest::addColumn<RfbPeer::Script>("script");
    QTest::addColumn<bool>("halfRect");
    RfbPeer::Script script;
    QTest::newRow("idle") << script << false;
    QTest::newRow("inside a rectangle") << script << true;
    script.greeting.clear();
    QTest::newRow("before the greeting") << script << false;
}

void TestVncBrokenPeers::closeIsPrompt()
{
    QFETCH(RfbPeer::Script, script);
    QFETCH(bool, halfRect);
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    auto client = std::make_unique<Client>(patient());
    client->open(peer);
    QTRY_COMPARE(peer.connections, 1);
    if (halfRect) {
        QTRY_VERIFY(peer.isShaken());
        peer.sendHalfRect({0, 0, 64, 48}, Qt::red);
    }
    QTest::qWait(50);
    QElapsedTimer timer;
    timer.start();
    client.reset();
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
}

void TestVncBrokenPeers::noticesAreBounded()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    QSignalSpy bells(&client.connection, &VncConnection::bellRang);
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    peer.send(QByteArray(100000, '\2'));
    QTRY_VERIFY(!bells.isEmpty());
    QTest::qWait(300);
    QVERIFY2(bells.size() <= 20, qPrintable(QString::number(bells.size())));
    QVERIFY(client.is(VncState::Connected));
}

void TestVncBrokenPeers::cutTextLimits()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    VncOptions options = patient();
    options.mostCutText = 10;
    Client client(options);
    QSignalSpy texts(&client.connection, &VncConnection::clipboardOffered);
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    peer.sendCutText(QByteArray(11, 'x')); // too long: not offered
    peer.sendCutText("");
    peer.sendCutText("caf\xe9");
    QTRY_COMPARE(texts.size(), 1);
    QCOMPARE(texts.front().front().toString(), QString::fromUtf8("café"));
    peer.send(QByteArray::fromHex("03000000") + RfbPeer::u32(0x7fffffff));
    QTRY_VERIFY(client.is(VncState::Failed));
}

void TestVncBrokenPeers::hostileNameIsCleaned()
{
    RfbPeer::Script script;
    script.name = "  a\x1b[31m\n" + QString(QChar(0x202e)).toUtf8() + QByteArray(1000, 'n');
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    const QString name = client.connection.desktopName();
    QVERIFY(name.startsWith(QStringLiteral("a[31mn")));
    QVERIFY(name.size() <= 128);
}

QTEST_GUILESS_MAIN(TestVncBrokenPeers)
#include "tst_vncbrokenpeers.moc"
