// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/vnc/vncclient.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::test;

class TestVncConnection : public QObject
{
    Q_OBJECT

private slots:
    void passwordAccepted();
    void asksOnlyWithCredit();
    void frameRateIsBounded();
    void changedPartsOnly();
    void resize_data();
    void resize();
    void reconnects();
    void retryAfterFailure();
    void cursor();
    void inputArrivesInOrder();
    void motionsAreGathered();
    void offersWhatWeCanTake();
};

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
    QVERIFY2(got <= 16 && got >= 1, qPrintable(QString::number(got)));
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

QTEST_GUILESS_MAIN(TestVncConnection)
#include "tst_vncconnection.moc"
