// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/machinelauncher.h"
#include "backend/microvm/qemu/processref.h"
#include "backend/microvm/qemu/tsc.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

namespace {

constexpr char Shell[] = "/bin/sh";

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ProcessTest : public QObject
{
    Q_OBJECT

private slots:
    void readsStartTimes_data();
    void readsStartTimes();
    void knowsNoProcessThatIsGone();
    void neverTakesAReusedNumberForOurs();
    void watchesChildrenAndStrangers();
    void watchesWhatIsGoneAlready();
    void startsInASessionOfItsOwn();
    void inheritsNoDescriptor();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void keepsStderr();
    void startsFast();
    void parsesVersions_data();
    void parsesVersions();
    void asksForTheVersion();
    void measuresTheCounterAlike();

private:
    Result<ProcessRef> run(const QString &script);
    QTemporaryDir m_folder;
};

Result<ProcessRef> ProcessTest::run(const QString &script)
{
    return startMachine(QString::fromLatin1(Shell), {QStringLiteral("-c"), script},
                        m_folder.filePath(QStringLiteral("stderr")), m_folder.path());
}

void ProcessTest::readsStartTimes_data()
{
    QTest::addColumn<QByteArray>("stat");
    QTest::addColumn<qint64>("ticks"); // -1: none
    const QByteArray middle = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 ";
    QTest::newRow("ordinary") << "12 (qemu) S" + middle + "4711 99 98" << qint64(4711);
    QTest::newRow("a name with brackets and spaces")
        << "12 (a) R 1 (b) ) S" + middle + "815 1" << qint64(815);
    QTest::newRow("a zombie") << "12 (qemu) Z" + middle + "4711 99" << qint64(-1);
    QTest::newRow("dead") << "12 (qemu) X" + middle + "4711 99" << qint64(-1);
    QTest::newRow("cut") << QByteArray("12 (qemu) S 1 2 3") << qint64(-1);
    QTest::newRow("no number") << "12 (qemu) S" + middle + "x 99" << qint64(-1);
    QTest::newRow("garbage") << QByteArray("hello") << qint64(-1);
    QTest::newRow("empty") << QByteArray() << qint64(-1);
}

void ProcessTest::readsStartTimes()
{
    QFETCH(QByteArray, stat);
    QFETCH(qint64, ticks);
    const auto found = startTicksOf(stat);
    QCOMPARE(found ? qint64(*found) : -1, ticks);
}

void ProcessTest::knowsNoProcessThatIsGone()
{
    QVERIFY(!processRef(0));
    QVERIFY(!processRef(-1));
    QVERIFY(!isAlive(ProcessRef{}));
    const auto process = run(QStringLiteral("exec sleep 60"));
    QVERIFY(process);
    QVERIFY(isAlive(*process));
    QVERIFY(signalProcess(*process, SIGKILL));
    QTRY_VERIFY(!isAlive(*process)); // a zombie is gone
    const auto again = signalProcess(*process, SIGKILL);
    QVERIFY(!again);
    QCOMPARE(again.error().code(), ErrorCode::NotFound);
}

void ProcessTest::neverTakesAReusedNumberForOurs()
{
    const auto process = run(QStringLiteral("exec sleep 60"));
    QVERIFY(process);
    const ProcessRef earlier{process->pid, process->startTicks - 1};
    QVERIFY(!isAlive(earlier));
    const auto refused = signalProcess(earlier, SIGKILL);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::NotFound);
    QVERIFY(isAlive(*process));
    QVERIFY(signalProcess(*process, SIGKILL));
}

void ProcessTest::watchesChildrenAndStrangers()
{
    const auto child = run(QStringLiteral("exec sleep 60"));
    QVERIFY(child);
    // A grandchild whose parent has ended belongs to another process.
    const QString pidFile = m_folder.filePath(QStringLiteral("pid"));
    const auto parent = run(QStringLiteral("sleep 60 & echo $! > pid.part; mv pid.part pid"));
    QVERIFY(parent);
    QTRY_VERIFY(QFile::exists(pidFile));
    const auto stranger = processRef(contentOf(pidFile).trimmed().toLongLong());
    QVERIFY(stranger);
    for (const ProcessRef &process : {*child, *stranger}) {
        ProcessWatcher watcher;
        QSignalSpy ended(&watcher, &ProcessWatcher::ended);
        watcher.watch(process);
        QTest::qWait(20);
        QCOMPARE(ended.count(), 0);
        QVERIFY(signalProcess(process, SIGTERM));
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(!isAlive(process));
    }
    // The child was taken away, too: no zombie is left.
    QVERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(child->pid)));
}

void ProcessTest::watchesWhatIsGoneAlready()
{
    ProcessWatcher watcher;
    QSignalSpy ended(&watcher, &ProcessWatcher::ended);
    watcher.watch(ProcessRef{999'999'999, 1});
    QCOMPARE(ended.count(), 0);
    QTRY_COMPARE(ended.count(), 1);
    watcher.watch(ProcessRef{999'999'999, 1});
    watcher.stop();
    QTest::qWait(10);
    QCOMPARE(ended.count(), 1);
}

void ProcessTest::startsInASessionOfItsOwn()
{
    const auto process = run(QStringLiteral("exec sleep 60"));
    QVERIFY(process);
    QCOMPARE(::getsid(static_cast<pid_t>(process->pid)), static_cast<pid_t>(process->pid));
    QCOMPARE(QFile::symLinkTarget(QStringLiteral("/proc/%1/cwd").arg(process->pid)),
             QFile::symLinkTarget(m_folder.path()).isEmpty() ? m_folder.path()
                                                             : QFile::symLinkTarget(m_folder.path()));
    QVERIFY(signalProcess(*process, SIGKILL));
}

void ProcessTest::inheritsNoDescriptor()
{
    // Ours, open and without close-on-exec.
    const UniqueFd careless(::open("/dev/null", O_RDONLY));
    QVERIFY(careless.isValid());
    const auto process =
        run(QStringLiteral("ls -l /proc/self/fd > fds.part; mv fds.part fds; exec sleep 60"));
    QVERIFY(process);
    const QString list = m_folder.filePath(QStringLiteral("fds"));
    QTRY_VERIFY(QFile::exists(list));
    // 0, 1 (the list), 2, and the folder that ls reads.
    QCOMPARE(contentOf(list).count(" -> "), 4);
    QVERIFY(signalProcess(*process, SIGKILL));
}

void ProcessTest::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("binary");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("none") << QStringLiteral("/nonexistent/qemu") << ErrorCode::QemuMissing;
    QTest::newRow("a folder") << QStringLiteral("/tmp") << ErrorCode::QemuMissing;
    QTest::newRow("not executable") << QStringLiteral("/etc/passwd") << ErrorCode::QemuMissing;
    QTest::newRow("empty") << QString() << ErrorCode::QemuMissing;
}

void ProcessTest::saysWhatIsMissing()
{
    QFETCH(QString, binary);
    QFETCH(ErrorCode, code);
    const auto process =
        startMachine(binary, {}, m_folder.filePath(QStringLiteral("stderr")), m_folder.path());
    QVERIFY(!process);
    QCOMPARE(process.error().code(), code);
    const auto nowhere =
        startMachine(QString::fromLatin1(Shell), {}, QStringLiteral("/nonexistent/x"), m_folder.path());
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code(), ErrorCode::QemuFailed);
}

void ProcessTest::keepsStderr()
{
    const auto process = run(QStringLiteral("echo qemu: no such disk >&2; exec sleep 60"));
    QVERIFY(process);
    QTRY_COMPARE(contentOf(m_folder.filePath(QStringLiteral("stderr"))), QByteArray("qemu: no such disk\n"));
    QVERIFY(signalProcess(*process, SIGKILL));
}

void ProcessTest::startsFast()
{
    qint64 best = std::numeric_limits<qint64>::max();
    for (int i = 0; i < 10; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto process = run(QStringLiteral("exec sleep 60"));
        best = std::min(best, timer.nsecsElapsed());
        QVERIFY(process);
        QVERIFY(signalProcess(*process, SIGKILL));
    }
    qInfo("start_machine_us %lld us", static_cast<long long>(best / 1000));
    QVERIFY(best < 20'000'000);
}

void ProcessTest::parsesVersions_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("major"); // -1: refused
    QTest::addColumn<int>("minor");
    QTest::newRow("Debian 12")
        << QStringLiteral("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)\nCopyright") << 7 << 2;
    QTest::newRow("Debian 13") << QStringLiteral("QEMU emulator version 10.0.2 (Debian 1:10.0.2+ds-2)\n")
                               << 10 << 0;
    QTest::newRow("plain") << QStringLiteral("QEMU emulator version 9.1.50") << 9 << 1;
    QTest::newRow("another program") << QStringLiteral("qemu-img version 7.2.22") << -1 << 0;
    QTest::newRow("nothing") << QString() << -1 << 0;
    QTest::newRow("no number") << QStringLiteral("QEMU emulator version x.y.z") << -1 << 0;
}

void ProcessTest::parsesVersions()
{
    QFETCH(QString, output);
    QFETCH(int, major);
    QFETCH(int, minor);
    const auto version = parseQemuVersion(output);
    QCOMPARE(version ? version->major : -1, major);
    if (version)
        QCOMPARE(version->minor, minor);
}

void ProcessTest::asksForTheVersion()
{
    QFile script(m_folder.filePath(QStringLiteral("qemu")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho 'QEMU emulator version 8.1.0 (x)'\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    script.close();
    std::optional<Result<QemuVersion>> answer;
    queryQemuVersion(script.fileName(), 5s, this,
                     [&](const Result<QemuVersion> &version) { answer = version; });
    QTRY_VERIFY(answer);
    QVERIFY(answer->has_value());
    QCOMPARE((*answer)->text, QStringLiteral("8.1.0 (x)"));

    answer.reset();
    queryQemuVersion(QStringLiteral("/nonexistent/qemu"), 5s, this,
                     [&](const Result<QemuVersion> &version) { answer = version; });
    QTRY_VERIFY(answer);
    QCOMPARE(answer->error().code(), ErrorCode::QemuMissing);

    answer.reset();
    queryQemuVersion(QStringLiteral("/usr/bin/yes"), 100ms, this,
                     [&](const Result<QemuVersion> &version) { answer = version; });
    QTRY_VERIFY(answer);
    QVERIFY(!answer->has_value());
}

void ProcessTest::measuresTheCounterAlike()
{
    const auto first = hostTscKhz();
    const auto second = hostTscKhz();
    QCOMPARE(first.has_value(), second.has_value());
    if (!first)
        return; // this machine's counter does not tick steadily, and both calls say so
    QVERIFY(*first > 100'000 && *first < 10'000'000);
    QVERIFY2(std::abs(double(*first) / double(*second) - 1) < 1e-3,
             "two measurements differ by more than 0.1 %");
}

QTEST_GUILESS_MAIN(ProcessTest)
#include "processtest.moc"
