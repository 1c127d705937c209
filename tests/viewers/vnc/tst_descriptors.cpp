// SPDX-License-Identifier: GPL-3.0-or-later
// A console with a hundred viewers and a thousand sockets: descriptors of 1024 and above, where select()
// aborts.
#include "tests/support/rfbpeer.h"
#include "viewers/vnc/rfbsocket.h"
#include "viewers/vnc/vncconnection.h"

#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>

using namespace sandglass;
using namespace sandglass::viewers;
using sandglass::test::RfbPeer;
using namespace std::chrono_literals;

class TestDescriptors : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void viewersWorkBeyondSelect();
    void brokenServersDoNotAbort();
    void noneLeftIsATypedRefusal();

private:
    void hold(int count);

    std::vector<UniqueFd> m_held;
};

void TestDescriptors::hold(int count)
{
    while (int(m_held.size()) < count) {
        UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (!fd.isValid())
            return;
        m_held.push_back(std::move(fd));
    }
}

void TestDescriptors::initTestCase()
{
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = 2048;
    QVERIFY2(limit.rlim_max >= limit.rlim_cur, "this machine allows too few descriptors for this test");
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    hold(1100);
    QCOMPARE(m_held.size(), size_t(1100));
}

void TestDescriptors::viewersWorkBeyondSelect()
{
    RfbPeer::Script script;
    script.size = QSize(1280, 800); // larger than any socket buffer: the library has to wait for the rest
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    VncConnection connection;
    int frames = 0;
    connect(&connection, &VncConnection::frameArrived, &connection, [&](const VncFrame &frame) {
        ++frames;
        QCOMPARE(frame.patches.front().pixels.pixelColor(1279, 799), QColor(Qt::blue));
    });
    connection.giveCredit();
    connection.open({peer.path(), {}, 0, {}});
    QTRY_COMPARE(frames, 1);
    connection.sendKeys(std::vector<KeyStroke>(4000, KeyStroke{'a', true}));
    QTRY_COMPARE(peer.keys.size(), size_t(4000));
}

void TestDescriptors::brokenServersDoNotAbort()
{
    RfbPeer::Script script;
    script.autoUpdate = false;
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    VncOptions options;
    options.messageDeadline = 200ms;
    options.mostTries = 1;
    VncConnection connection(options);
    connection.open({peer.path(), {}, 0, {}});
    QTRY_COMPARE(connection.state(), VncState::Connected);
    peer.sendHalfRect({0, 0, 64, 48}, Qt::red);
    QTRY_COMPARE(connection.state(), VncState::Failed);
    QCOMPARE(connection.error()->code(), ErrorCode::TimedOut);

    peer.stopListening();
    connection.retry();
    QTRY_COMPARE(connection.state(), VncState::Failed);
    QCOMPARE(connection.error()->code(), ErrorCode::GuestUnreachable);
}

void TestDescriptors::noneLeftIsATypedRefusal()
{
    VncOptions options;
    options.mostTries = 1;
    VncConnection connection(options);
    hold(1 << 20);
    connection.open({QStringLiteral("/nowhere"), {}, 0, {}});
    QTRY_COMPARE(connection.state(), VncState::Failed);
    QCOMPARE(connection.error()->code(), ErrorCode::LimitReached);
    m_held.pop_back(); // one for the waker, none for the socket
    connection.retry();
    QTRY_COMPARE(connection.state(), VncState::Failed);
    QCOMPARE(connection.error()->code(), ErrorCode::LimitReached);
    m_held.clear();
}

QTEST_GUILESS_MAIN(TestDescriptors)
#include "tst_descriptors.moc"
