// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QProcess>

#include <csignal>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/guest/agent/connect.h"
#include "tests/backend/guest/agenttest.h"
#include "tests/backend/guest/processevents.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

// One frame of HTTP/2 as it goes over the wire.
QByteArray frame(quint8 type, quint8 flags, quint32 stream, const QByteArray &payload)
{
    QByteArray bytes;
    for (const int shift : {16, 8, 0})
        bytes.append(static_cast<char>(payload.size() >> shift));
    bytes.append(static_cast<char>(type)).append(static_cast<char>(flags));
    for (const int shift : {24, 16, 8, 0})
        bytes.append(static_cast<char>(stream >> shift));
    return bytes + payload;
}

const QByteArray hello = QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + frame(4, 0, 0, {});
// :method POST, :scheme http, :path /, :authority guest (HPACK, indexed names)
const QByteArray head = QByteArray("\x83\x86\x84\x01\x05guest", 10);

} // namespace

// Peers that mean no good, or mean well and are slow.
class TestGuestHostile : public AgentTest
{
    Q_OBJECT

    // An agent in a process of its own, so that its memory can be looked at.
    std::unique_ptr<QProcess> m_process;
    void startProcess()
    {
        m_process = std::make_unique<QProcess>();
        auto environment = QProcessEnvironment::systemEnvironment();
        // The sanitizer's own hoard of freed memory would hide what the agent holds.
        environment.insert("ASAN_OPTIONS", "quarantine_size_mb=1:thread_local_quarantine_size_kb=64");
        m_process->setProcessEnvironment(environment);
        m_process->setProcessChannelMode(QProcess::ForwardedChannels);
        m_process->start(QString(SANDGLASS_GUEST_AGENT),
                         {"--socket", m_state->filePath("s"), "--state", m_state->path(), "--user", "root"});
        QVERIFY(m_process->waitForStarted());
        QTRY_VERIFY(QFileInfo::exists(m_state->filePath("s")));
    }
    int dial() const
    {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = m_state->filePath("s").toUtf8();
        std::copy(path.begin(), path.end(), address.sun_path);
        if (::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
            return -1;
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
        return fd;
    }
    // Of the process, in MiB; the highest so far or the present one.
    int memory(const char *field) const
    {
        QFile file(QString("/proc/%1/status").arg(m_process->processId()));
        if (!file.open(QIODevice::ReadOnly))
            return -1;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith(field))
                return line.simplified().split(' ').value(1).toInt() / 1024;
        }
        return -1;
    }
    void endProcess()
    {
        m_process->kill();
        m_process->waitForFinished();
        m_process.reset();
    }

private slots:
    void badFrames_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("window of nothing") << hello + frame(8, 0, 0, QByteArray(4, '\0'));
        QTest::newRow("window too wide") << hello + frame(8, 0, 0, QByteArray(4, '\x7F')).repeated(3);
        QTest::newRow("settings of five bytes") << hello + frame(4, 0, 0, QByteArray(5, '\0'));
        QTest::newRow("settings on a stream") << hello + frame(4, 0, 1, {});
        QTest::newRow("ping of seven bytes") << hello + frame(6, 0, 0, QByteArray(7, 'p'));
        QTest::newRow("even stream") << hello + frame(1, 5, 2, head);
        QTest::newRow("no stream") << hello + frame(1, 5, 0, head);
        QTest::newRow("continuation of nothing") << hello + frame(9, 4, 1, head);
        QTest::newRow("padding longer than the frame")
            << hello + frame(1, 0x0D, 1, QByteArray("\xFF") + head);
        QTest::newRow("garbage for headers") << hello + frame(1, 5, 1, QByteArray(64, '\xFF'));
        QTest::newRow("data of an idle stream") << hello + frame(0, 1, 7, "x");
        QTest::newRow("reset of an idle stream") << hello + frame(3, 0, 7, QByteArray(4, '\0'));
        QTest::newRow("push from a client") << hello + frame(5, 4, 1, QByteArray(4, '\0') + head);
        QTest::newRow("endless headers")
            << hello + frame(1, 1, 1, head) +
                   frame(9, 0, 1,
                         QByteArray(1, '\x40') + QByteArray("\x01x\x7F\xA1\x7F", 5) + QByteArray(16000, 'y'))
                       .repeated(20);
    }
    void badFrames()
    {
        QFETCH(QByteArray, bytes);
        const int fd = m_agent->connect();
        for (int i = 0; i < bytes.size();) {
            const ssize_t count =
                ::write(fd, bytes.constData() + i, static_cast<std::size_t>(bytes.size() - i));
            if (count <= 0)
                break;
            i += static_cast<int>(count);
        }
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
        ::close(fd);
        QTRY_COMPARE(m_agent->sessionsEnded(), 1);
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
    }

    void manySessionsThatSayNothing()
    {
        std::vector<int> idle;
        for (int i = 0; i < 100; ++i)
            idle.push_back(m_agent->connect());
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
        for (const int fd : idle)
            ::close(fd);
        QTRY_COMPARE(m_agent->sessionsEnded(), 100);
    }

    void moreStreamsThanThereMayBe()
    {
        std::vector<std::int32_t> ids;
        for (int i = 0; i < 600; ++i)
            ids.push_back(m_peer->send("POST", "/process.Process/Start", "", {}, true, false));
        QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(ids[0]).status == 0; }));
        for (const std::int32_t id : ids)
            m_peer->cancel(id);
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
    }

    void streamsThatComeAndGo()
    {
        for (int i = 0; i < 3000; ++i)
            m_peer->cancel(m_peer->send("POST", "/process.Process/Start", "x", {}, true, false));
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
    }

    void bodiesThatNeverEndAreBounded()
    {
        // Gathered whole, so they share a pool; those above it are refused, everybody else goes on.
        std::vector<std::int32_t> ids;
        for (int i = 0; i < 40; ++i)
            ids.push_back(
                m_peer->send("POST", "/process.Process/Start", std::string(2 << 20, ' '), {}, true, false));
        QVERIFY(m_peer->waitFor([&]() {
            return std::count_if(ids.begin(), ids.end(),
                                 [&](std::int32_t id) { return m_peer->stream(id).status == 429; }) > 10;
        }));
        QCOMPARE(m_peer->exchange("GET", "/health").status, 200);
        for (const std::int32_t id : ids)
            m_peer->cancel(id);
        // And the pool is free again.
        QTRY_COMPARE(
            readEvents(m_peer->exchange("POST", "/process.Process/Start", shell("echo ok")).body).out,
            "ok\n"s);
    }

    void slowReadersBesideAFastOne()
    {
        std::vector<std::int32_t> slow;
        for (int i = 0; i < 60; ++i)
            slow.push_back(m_peer->send("POST", "/process.Process/Start", shell("cat /dev/zero"), {}, false));
        for (const std::int32_t id : slow)
            QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(id).body.size() >= 60000; }));
        for (int i = 0; i < 3; ++i) {
            const Events events = readEvents(
                m_peer->exchange("POST", "/process.Process/Start", shell("head -c 5000000 /dev/zero")).body);
            QCOMPARE(events.out.size(), 5000000U);
        }
        for (const std::int32_t id : slow) {
            const Events events = readEvents(m_peer->stream(id).body);
            QCOMPARE(call("/process.Process/SendSignal",
                          {{"process", {{"pid", events.pid}}}, {"signal", "SIGNAL_SIGKILL"}})
                         .status,
                     200);
        }
    }

    // A tracer may leave its dead tracee unreaped for as long as it likes: the agent, who is the parent, can
    // only wait, and must not do that with its one thread.
    void aTracedDeadProcessHoldsNobodyUp()
    {
        startProcess();
        {
            Http2Peer peer(dial());
            const auto id = peer.send("POST", "/process.Process/Start", shell("exec sleep 1000"));
            Events events;
            QVERIFY(peer.waitFor([&]() {
                events = readEvents(peer.stream(id).body);
                return events.pid > 0;
            }));
            const auto pid = static_cast<pid_t>(events.pid);
            QCOMPARE(::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr), 0L);
            QCOMPARE(::kill(pid, SIGKILL), 0);
            siginfo_t seen{};
            QCOMPARE(::waitid(P_PID, events.pid, &seen, WEXITED | WNOWAIT | __WALL), 0); // dead, unreaped
            QCOMPARE(readEvents(peer.exchange("POST", "/process.Process/Start", shell("echo ok")).body).out,
                     "ok\n"s);
            QVERIFY(!peer.stream(id).closed);
            QCOMPARE(::waitpid(pid, nullptr, __WALL), pid);
            QVERIFY(peer.waitClosed(id));
            QCOMPARE(readEvents(peer.stream(id).body).end.value("error", ""), "signal: killed"s);
        }
        endProcess();
    }

    // 200 commands that pour into streams which nobody reads, 40 uploads that stop, 40 bodies that never end:
    // the agent stays below its budget, answers, and gives the memory back.
    void memoryStaysInItsBudget()
    {
        startProcess();
        {
            Http2Peer peer(dial());
            QCOMPARE(peer.exchange("GET", "/health").status, 200);
            const int before = memory("VmRSS:");
            std::vector<std::int32_t> readers;
            for (int i = 0; i < 200; ++i)
                readers.push_back(
                    peer.send("POST", "/process.Process/Start", shell("exec cat /dev/zero"), {}, false));
            for (int i = 0; i < 40; ++i) {
                peer.send("POST", "/process.Process/StreamInput", std::string(1 << 20, '\0'), {}, true,
                          false);
                peer.send("POST", "/process.Process/SendInput", std::string(2 << 20, ' '), {}, true, false);
            }
            for (const std::int32_t id : readers)
                QVERIFY(peer.waitFor([&]() { return peer.stream(id).body.size() > 60000; },
                                     std::chrono::seconds(150)));
            QCOMPARE(peer.exchange("GET", "/health").status, 200);
            const int peak = memory("VmHWM:") - before;
            qInfo("agent's memory: %d MiB at rest, %d MiB more under attack", before, peak);
            QVERIFY2(peak > 0 && peak < AgentMemoryMiB, qPrintable(QString::number(peak)));
        }
        endProcess();
    }

    // 640 MiB through /files, flat.
    void transfersNeedNoMemory()
    {
        startProcess();
        {
            Http2Peer peer(dial());
            QCOMPARE(peer.exchange("GET", "/health").status, 200);
            QFile file(QString::fromStdString(at("large")));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(512LL << 20));
            const int before = memory("VmHWM:");
            const std::int32_t id = peer.send("GET", "/files?path=" + at("large"));
            peer.stream(id).keeps = false;
            QVERIFY(peer.waitFor([&]() { return peer.stream(id).closed; }, std::chrono::seconds(100)));
            QCOMPARE(peer.stream(id).received, 512U << 20U);
            const auto answer =
                peer.exchange("POST", "/files?path=" + at("copy"), std::string(128 << 20, 'x'),
                              {{"content-type", "application/octet-stream"}});
            QCOMPARE(answer.status, 200);
            QCOMPARE(QFileInfo(QString::fromStdString(at("copy"))).size(), 128LL << 20);
            const int grown = memory("VmHWM:") - before;
            qInfo("agent's memory: %d MiB more for the transfers", grown);
            QVERIFY2(grown < 64, qPrintable(QString::number(grown)));
        }
        endProcess();
    }

private:
    static constexpr int AgentMemoryMiB = 128;
};

QTEST_GUILESS_MAIN(TestGuestHostile)
#include "tst_guest_hostile.moc"
