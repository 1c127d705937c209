// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/qemu/machinelauncher.h"
#include "backend/microvm/qemu/tsc.h"
#include "tests/bench/figures.h"
#include "tests/bench/rawsocket.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <csignal>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;
using namespace microvm;

constexpr qint64 Amount = 128LL << 20;
constexpr int Echoes = 500;
constexpr int EchoBytes = 64;
constexpr char RawPort[] = "org.sandglass.bench.0";

double mibPerSecond(qint64 bytes, const QElapsedTimer &timer)
{
    return double(bytes) / (1 << 20) / (milliseconds(timer) / 1000);
}

// A code guest, booted cold, with a second port that nothing but this test uses.
class ChannelGuest
{
public:
    ~ChannelGuest()
    {
        if (!m_process.isNull())
            (void)signalProcess(m_process, SIGKILL);
    }

    [[nodiscard]] bool boot()
    {
        const QString standard = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                                 QStringLiteral("/sandglass/images");
        const ImageStore images(qEnvironmentVariable("SANDGLASS_TEST_IMAGES", standard), {});
        const auto kernel = images.kernel();
        const auto root = images.root(TemplateId(QStringLiteral("code")));
        const auto qemu = findQemu();
        if (!kernel || !root || !qemu)
            return false;
        const MachinePaths paths{m_folder.path()};
        QProcess overlay;
        overlay.start(QStringLiteral("qemu-img"),
                      {QStringLiteral("create"), QStringLiteral("-qf"), QStringLiteral("qcow2"),
                       QStringLiteral("-b"), root->disk, QStringLiteral("-F"), root->format, paths.disk()});
        if (!overlay.waitForFinished() || overlay.exitCode() != 0)
            return false;
        MachineSpec spec;
        spec.name = QStringLiteral("sandglass-bench");
        spec.vcpus = 2;
        spec.memory = Bytes::fromMiB(1024);
        spec.tscKhz = hostTscKhz();
        spec.kernel = kernel->kernel;
        spec.initrd = kernel->initrd;
        spec.append = kernel->append;
        spec.disk = paths.disk();
        spec.qmpSocket = paths.qmpSocket();
        spec.agentSocket = paths.agentSocket();
        spec.serialLog = paths.serialLog();
        QStringList arguments = commandLine(spec);
        arguments << QStringLiteral("-chardev")
                  << QStringLiteral("socket,id=raw,server=on,wait=off,path=") + raw()
                  << QStringLiteral("-device")
                  << QStringLiteral("virtserialport,chardev=raw,name=") + QLatin1StringView(RawPort);
        const auto process = startMachine(*qemu, arguments, paths.errorLog(), paths.folder);
        if (!process)
            return false;
        m_process = *process;
        agent.open(paths.agentSocket(), 5min);
        std::optional<bool> ready;
        waitUntilReady(agent, 5min, &agent, [&](const Result<QString> &boot) { ready = boot.has_value(); });
        return turnUntil([&] { return ready.has_value(); }, 5min) && *ready;
    }

    [[nodiscard]] QString raw() const { return m_folder.filePath(QStringLiteral("raw.sock")); }

    // Starts a program as root in the guest and lets it run.
    void start(const QString &script)
    {
        ExecRequest request;
        request.user = QStringLiteral("root");
        request.argv = {QStringLiteral("sh"), QStringLiteral("-c"), script};
        m_program = execInGuest(agent, request);
    }

    AgentClient agent;

private:
    QTemporaryDir m_folder{QStringLiteral("/tmp/sandglass-XXXXXX")};
    ProcessRef m_process;
    std::unique_ptr<ExecSession> m_program;
};

// Sets $port to the device, whose number depends on the order of the ports.
QString findPort()
{
    return QStringLiteral(
               "for p in /sys/class/virtio-ports/*; do grep -qx %1 $p/name && port=/dev/${p##*/}; done; ")
        .arg(QLatin1StringView(RawPort));
}

std::optional<double> rawFromGuest(ChannelGuest &guest, RawSocket &socket)
{
    guest.start(findPort() +
                QStringLiteral("dd if=/dev/zero of=$port bs=256k count=%1").arg(Amount / (256 << 10)));
    (void)turnUntil([] { return false; }, 300ms); // the request must leave before this thread blocks
    char first = 0;
    if (!socket.receive(&first, 1))
        return std::nullopt;
    QElapsedTimer timer;
    timer.start();
    return socket.swallow(Amount - 1) ? std::optional(mibPerSecond(Amount, timer)) : std::nullopt;
}

std::optional<double> rawToGuest(ChannelGuest &guest, RawSocket &socket)
{
    // The guest answers one byte when it has read everything.
    guest.start(
        findPort() +
        QStringLiteral("exec 3<>$port; head -c %1 <&3 >/dev/null; printf x >&3; sleep 1").arg(Amount));
    (void)turnUntil([] { return false; }, 1500ms);
    const QByteArray piece(256 * 1024, 'z');
    QElapsedTimer timer;
    timer.start();
    for (qint64 sent = 0; sent < Amount; sent += piece.size()) {
        if (!socket.send(piece))
            return std::nullopt;
    }
    char done = 0;
    return socket.receive(&done, 1) ? std::optional(mibPerSecond(Amount, timer)) : std::nullopt;
}

std::optional<double> rawRoundTrip(ChannelGuest &guest, RawSocket &socket)
{
    guest.start(findPort() +
                QStringLiteral("exec python3 -c 'import os,sys\nf=os.open(sys.argv[1],os.O_RDWR)\n"
                               "while True: os.write(f,os.read(f,64))' $port"));
    (void)turnUntil([] { return false; }, 3s);
    std::vector<double> times;
    char answer[EchoBytes];
    for (int i = 0; i < Echoes; ++i) {
        QElapsedTimer timer;
        timer.start();
        if (!socket.send(QByteArray(EchoBytes, 'e')) || !socket.receive(answer, EchoBytes))
            return std::nullopt;
        times.push_back(milliseconds(timer) * 1000);
    }
    return median(times);
}

std::optional<double> fromGuest(AgentClient &agent)
{
    HttpRequest request;
    request.path = "/bench/source?bytes=" + QByteArray::number(Amount);
    const auto stream = agent.openStream(request, false);
    qint64 got = 0;
    bool ended = false;
    QElapsedTimer timer;
    QObject::connect(stream.get(), &AgentStream::readyRead, stream.get(), [&] {
        if (!timer.isValid())
            timer.start();
        got += stream->readAll().size();
    });
    QObject::connect(stream.get(), &AgentStream::finished, stream.get(), [&] { ended = true; });
    if (!turnUntil([&] { return ended || got >= Amount; }, 2min) || got < Amount)
        return std::nullopt;
    return mibPerSecond(Amount, timer);
}

std::optional<double> toGuest(AgentClient &agent)
{
    HttpRequest request;
    request.method = "POST";
    request.path = "/bench/sink";
    const auto stream = agent.openStream(request, true);
    const QByteArray piece(256 * 1024, 'z');
    qint64 sent = 0;
    bool ended = false;
    const auto fill = [&] {
        while (sent < Amount) {
            const qsizetype taken =
                stream->write(QByteArrayView(piece).first(std::min<qint64>(piece.size(), Amount - sent)));
            if (taken <= 0)
                return;
            sent += taken;
        }
        stream->finishWriting();
    };
    QObject::connect(stream.get(), &AgentStream::writable, stream.get(), fill);
    QObject::connect(stream.get(), &AgentStream::finished, stream.get(), [&] { ended = true; });
    QElapsedTimer timer;
    timer.start();
    fill();
    if (!turnUntil([&] { return ended; }, 2min) || stream->status() != 200)
        return std::nullopt;
    return mibPerSecond(Amount, timer);
}

std::optional<double> roundTrip(AgentClient &agent)
{
    HttpRequest request;
    request.method = "POST";
    request.path = "/bench/echo";
    const auto stream = agent.openStream(request, true);
    std::vector<double> times;
    for (int i = 0; i < Echoes; ++i) {
        QElapsedTimer timer;
        timer.start();
        qsizetype back = 0;
        if (stream->write(QByteArray(EchoBytes, 'e')) != EchoBytes)
            return std::nullopt;
        if (!turnUntil([&] { return (back += stream->readAll().size()) >= EchoBytes; }, 10s))
            return std::nullopt;
        times.push_back(milliseconds(timer) * 1000);
    }
    return median(times);
}

} // namespace

void measureChannel(Figures &figures)
{
    const QString down = QStringLiteral("channel_guest_to_host");
    const QString up = QStringLiteral("channel_host_to_guest");
    const QString rtt = QStringLiteral("channel_rtt");
    if (!figures.wants({down + QStringLiteral("_mib_s"), down + QStringLiteral("_ratio"),
                        up + QStringLiteral("_mib_s"), up + QStringLiteral("_ratio"),
                        rtt + QStringLiteral("_us"), rtt + QStringLiteral("_ratio")}))
        return;
    ChannelGuest guest;
    RawSocket raw;
    if (!guest.boot() || !raw.open(guest.raw(), 5s)) {
        figures.fail(QStringLiteral("channel"), QStringLiteral("the guest did not boot"));
        return;
    }
    const auto pair = [&](const QString &name, const char *unit, std::optional<double> ours,
                          std::optional<double> bare) {
        if (!ours || !bare) {
            figures.fail(name, ours ? QStringLiteral("bare copy") : QStringLiteral("agent"));
            return;
        }
        figures.put(name + u'_' + QLatin1StringView(unit == QByteArray("us") ? "us" : "mib_s"), *ours, unit);
        figures.put(QStringLiteral("bare_") + name, *bare, unit);
        figures.put(name + QStringLiteral("_ratio"), *ours / *bare, "ratio");
    };
    pair(down, "MiB/s", fromGuest(guest.agent), rawFromGuest(guest, raw));
    pair(up, "MiB/s", toGuest(guest.agent), rawToGuest(guest, raw));
    pair(rtt, "us", roundTrip(guest.agent), rawRoundTrip(guest, raw));
}

} // namespace sandglass::bench
