// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rfbpeer.h"
#include "viewers/vnc/vncconnection.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::viewers;
using sandglass::test::RfbPeer;
using namespace std::chrono_literals;

namespace {

VncOptions hasty()
{
    VncOptions options;
    options.connectDeadline = 300ms;
    options.messageDeadline = 300ms;
    options.backoff = Backoff(10ms, 40ms);
    options.mostTries = 1;
    return options;
}

VncOptions patient()
{
    VncOptions options = hasty();
    options.connectDeadline = 5000ms;
    options.messageDeadline = 5000ms;
    options.mostTries = 5;
    return options;
}

// A connection with what it said.
struct Client
{
    explicit Client(const VncOptions &options) : connection(options)
    {
        QObject::connect(&connection, &VncConnection::frameArrived, &connection,
                         [this](const VncFrame &frame) {
                             frames.push_back(frame);
                             if (keepsAsking)
                                 connection.giveCredit();
                         });
        QObject::connect(&connection, &VncConnection::stateChanged, &connection,
                         [this](VncState state) { states.push_back(state); });
    }
    void open(const RfbPeer &peer, const QString &password = {})
    {
        connection.open({peer.path(), {}, 0, password});
    }
    [[nodiscard]] bool is(VncState state) const { return connection.state() == state; }
    [[nodiscard]] ErrorCode code() const
    {
        return connection.error() ? connection.error()->code() : ErrorCode::Internal;
    }
    [[nodiscard]] QColor pixel(QPoint at) const
    {
        const VncFrame &frame = frames.back();
        return frame.isWhole() ? frame.patches.front().pixels.pixelColor(at) : QColor();
    }

    std::vector<VncFrame> frames;
    std::vector<VncState> states;
    bool keepsAsking = false;
    VncConnection connection; // last: gone first
};

} // namespace

Q_DECLARE_METATYPE(RfbPeer::Script)

class TestVncConnection : public QObject
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
    void passwordAccepted();
    void asksOnlyWithCredit();
    void frameRateIsBounded();
    void changedPartsOnly();
    void resize_data();
    void resize();
    void oversizedResize();
    void reconnects();
    void retryAfterFailure();
    void closeIsPrompt_data();
    void closeIsPrompt();
    void noticesAreBounded();
    void cutTextLimits();
    void cursor();
    void inputArrivesInOrder();
    void motionsAreGathered();
    void offersWhatWeCanTake();
    void hostileNameIsCleaned();
};

void TestVncConnection::nobodyListens()
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

void TestVncConnection::pathTooLong()
{
    Client client(patient());
    client.connection.open({QString(200, 'x'), {}, 0, {}});
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::InvalidArgument);
}

void TestVncConnection::unknownHost()
{
    Client client(hasty());
    client.connection.open({{}, QStringLiteral("no-such-host.invalid"), 5900, {}});
    QTRY_VERIFY_WITH_TIMEOUT(client.is(VncState::Failed), 20000);
    QCOMPARE(client.code(), ErrorCode::GuestUnreachable);
}

void TestVncConnection::badServers_data()
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

void TestVncConnection::badServers()
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

void TestVncConnection::cutOff_data()
{
    QTest::addColumn<int>("bytes");
    // Greeting 12, security 2, result 4, ServerInit 24, name 8, update head 16, pixels.
    for (const int bytes : {0, 1, 11, 12, 13, 14, 16, 18, 19, 41, 42, 45})
        QTest::addRow("after %d", bytes) << bytes;
}

void TestVncConnection::cutOff()
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

void TestVncConnection::silentServer()
{
    RfbPeer::Script script;
    script.greeting.clear();
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(hasty());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::TimedOut);
}

void TestVncConnection::halfARectangle()
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
    QTRY_VERIFY(client.is(VncState::Reconnecting));
    QCOMPARE(client.code(), ErrorCode::TimedOut);
    QTRY_VERIFY(client.is(VncState::Connected));
    QCOMPARE(peer.connections, 2);
    QVERIFY(client.frames.empty());
}

void TestVncConnection::aServerThatDripsIsEnded()
{
    RfbPeer::Script script;
    script.greeting = "RFB";
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(hasty());
    client.open(peer);
    QTimer drip;
    connect(&drip, &QTimer::timeout, &peer, [&peer] { peer.send(QByteArray(1, '\0')); });
    QTRY_COMPARE(peer.connections, 1);
    peer.send(" 003.008\n" + QByteArray(1, '\xff')); // 255 security types, one at a time
    drip.start(30);
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::TimedOut);
}

void TestVncConnection::rectangleOutsideTheScreen()
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

void TestVncConnection::garbageLater()
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

void TestVncConnection::serverThatDoesNotRead()
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
    QVERIFY2(worst < 100, qPrintable(QString::number(worst)));
}

void TestVncConnection::passwordAccepted()
{
    RfbPeer::Script script;
    script.security = QByteArray(1, '\2');
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer, QStringLiteral("secret"));
    QTRY_VERIFY(client.is(VncState::Connected));

    peer.script.acceptsPassword = false;
    client.open(peer, QStringLiteral("wrong"));
    QTRY_VERIFY(client.is(VncState::Failed));
    QCOMPARE(client.code(), ErrorCode::PermissionDenied);
}

void TestVncConnection::asksOnlyWithCredit()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    QTest::qWait(80);
    QVERIFY(peer.requests.empty());

    client.connection.giveCredit();
    QTRY_COMPARE(client.frames.size(), size_t(1));
    QCOMPARE(client.pixel({0, 0}), QColor(Qt::blue));
    QCOMPARE(peer.requests, std::vector<bool>{false});

    peer.sendRect({0, 0, 1, 1}, Qt::red); // nobody asked for it, and there is no credit
    QTest::qWait(80);
    QCOMPARE(client.frames.size(), size_t(1));
    client.connection.giveCredit();
    QTRY_COMPARE(client.frames.size(), size_t(2));
    QCOMPARE(peer.requests.size(), size_t(1)); // the change was here already
}

void TestVncConnection::frameRateIsBounded()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.keepsAsking = true;
    client.connection.giveCredit();
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    QTimer paint;
    connect(&paint, &QTimer::timeout, &peer, [&peer] { peer.sendRect({0, 0, 2, 2}, Qt::green); });
    paint.start(2);
    QTRY_VERIFY(client.frames.size() > 3);
    const size_t before = client.frames.size();
    QTest::qWait(500);
    const size_t got = client.frames.size() - before;
    QVERIFY2(got <= 16 && got >= 4, qPrintable(QString::number(got)));
}

void TestVncConnection::changedPartsOnly()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.connection.giveCredit();
    client.open(peer);
    QTRY_COMPARE(client.frames.size(), size_t(1));
    client.connection.giveCredit();
    QTRY_COMPARE(peer.requests.size(), size_t(2));
    QVERIFY(peer.requests.back());
    peer.sendRect({10, 20, 3, 4}, Qt::red);
    QTRY_COMPARE(client.frames.size(), size_t(2));
    const VncFrame &frame = client.frames.back();
    QCOMPARE(frame.size, QSize(64, 48));
    QCOMPARE(frame.patches.size(), size_t(1));
    QCOMPARE(frame.patches.front().at, QPoint(10, 20));
    QCOMPARE(frame.patches.front().pixels.size(), QSize(3, 4));
    QCOMPARE(frame.patches.front().pixels.pixel(2, 3),
             qRgba(255, 0, 0, 255)); // opaque, whatever the server sent
}

void TestVncConnection::resize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("larger") << QSize(200, 100);
    QTest::newRow("smaller") << QSize(8, 6);
    QTest::newRow("one pixel") << QSize(1, 1);
    QTest::newRow("the same") << QSize(64, 48);
}

void TestVncConnection::resize()
{
    QFETCH(QSize, size);
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.keepsAsking = true;
    client.connection.giveCredit();
    client.open(peer);
    QTRY_COMPARE(client.frames.size(), size_t(1));
    QTRY_COMPARE(peer.requests.size(), size_t(2));
    peer.sendResize(size);
    QTRY_COMPARE(client.frames.size(), size_t(2));
    QCOMPARE(client.frames.back().size, size);
    QVERIFY(client.frames.back().isWhole());
    QCOMPARE(client.pixel({0, 0}), QColor(Qt::blue));
    QCOMPARE(peer.requestedSize, size);
    QVERIFY(client.is(VncState::Connected));
    QCOMPARE(peer.connections, 1);
}

void TestVncConnection::oversizedResize()
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

void TestVncConnection::reconnects()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.keepsAsking = true;
    client.connection.giveCredit();
    client.open(peer);
    QTRY_COMPARE(client.frames.size(), size_t(1));
    peer.hangUp();
    QTRY_COMPARE(client.frames.size(), size_t(2)); // the credit outlives the connection
    QCOMPARE(peer.connections, 2);
    QCOMPARE(client.states, (std::vector{VncState::Connecting, VncState::Connected, VncState::Reconnecting,
                                         VncState::Connected}));
}

void TestVncConnection::retryAfterFailure()
{
    RfbPeer peer;
    Client client(hasty());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Failed));
    QVERIFY(peer.listen());
    client.connection.retry();
    QVERIFY(!client.connection.error());
    QTRY_VERIFY(client.is(VncState::Connected));
    client.connection.retry(); // only from Failed
    QVERIFY(client.is(VncState::Connected));
    client.connection.close();
    QVERIFY(client.is(VncState::Closed));
}

void TestVncConnection::closeIsPrompt_data()
{
    QTest::addColumn<RfbPeer::Script>("script");
    QTest::addColumn<bool>("halfRect");
    RfbPeer::Script script;
    QTest::newRow("idle") << script << false;
    QTest::newRow("inside a rectangle") << script << true;
    script.greeting.clear();
    QTest::newRow("before the greeting") << script << false;
}

void TestVncConnection::closeIsPrompt()
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
    QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
}

void TestVncConnection::noticesAreBounded()
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

void TestVncConnection::cutTextLimits()
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

void TestVncConnection::cursor()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    GuestCursor got;
    connect(&client.connection, &VncConnection::cursorChanged, &client.connection,
            [&got](const GuestCursor &cursor) { got = cursor; });
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    peer.sendCursor({11, 9}, {500, 3}, Qt::red); // a hot spot outside is moved inside
    QTRY_COMPARE(got.shape.size(), QSize(11, 9));
    QCOMPARE(got.hotspot, QPoint(10, 3));
    QCOMPARE(got.shape.pixel(5, 5), qRgba(255, 0, 0, 255));
    peer.sendCursor({2000, 2}, {0, 0}, Qt::red);
    QTRY_VERIFY(client.is(VncState::Failed));
}

void TestVncConnection::inputArrivesInOrder()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.connection.sendKeys({{'z', true}}); // not connected: dropped
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    client.connection.sendKeys({{0xffe1, true}, {'A', true}, {'A', false}, {0xffe1, false}});
    client.connection.sendPointer({{{5, 6}, 1}, {{5, 6}, 0}});
    client.connection.sendPointer({{{5000, -6}, 0}});
    QTRY_COMPARE(peer.pointers.size(), size_t(3));
    QCOMPARE(peer.keys,
             (std::vector<RfbPeer::Key>{{0xffe1, true}, {'A', true}, {'A', false}, {0xffe1, false}}));
    QCOMPARE(peer.pointers, (std::vector<RfbPeer::PointerAt>{{{5, 6}, 1}, {{5, 6}, 0}, {{63, 0}, 0}}));
}

void TestVncConnection::motionsAreGathered()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(client.is(VncState::Connected));
    std::vector<PointerStroke> way;
    for (int i = 0; i < 5000; ++i)
        way.push_back({{i % 60, i % 40}, 0});
    way.push_back({{7, 7}, 0});
    client.connection.sendPointer(way);
    client.connection.sendKeys({{'k', true}});
    QTRY_COMPARE(peer.keys.size(), size_t(1));
    QVERIFY2(peer.pointers.size() < 4000, qPrintable(QString::number(peer.pointers.size())));
    QCOMPARE(peer.pointers.back(), (RfbPeer::PointerAt{{7, 7}, 0}));
}

void TestVncConnection::offersWhatWeCanTake()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Client client(patient());
    client.open(peer);
    QTRY_VERIFY(!peer.encodings.empty());
    const auto has = [&peer](qint32 encoding) {
        return std::find(peer.encodings.begin(), peer.encodings.end(), encoding) != peer.encodings.end();
    };
    QVERIFY(has(0));
    QVERIFY(has(-223));
    QVERIFY(!has(-308)); // ExtendedDesktopSize
    QVERIFY(!has(7));    // Tight, with its JPEG
}

void TestVncConnection::hostileNameIsCleaned()
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

QTEST_GUILESS_MAIN(TestVncConnection)
#include "tst_vncconnection.moc"
