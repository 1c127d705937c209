// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that pauses and resumes a real machine without end, killed (SIGKILL) at any moment, again and
// again: whoever opens the folder next finds the sandbox, whole. The engine that is killed is this program
// itself, started as `--engine FOLDER SANDBOX SEED`.
#include "backend/microvm/machine/machinescan.h"
#include "tests/support/enginebox.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QRandomGenerator>

#include <csignal>
#include <cstdio>

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

constexpr int Faults = 15;
constexpr int LongestLife = 1500; // ms

int pauseAndResumeForEver(const QString &folder, const SandboxId &id, quint32 seed)
{
    QRandomGenerator random(seed);
    test::EngineBox box(test::EngineBox::Setup{.folder = folder, .adjust = {}});
    if (!box.isReady())
        return 2;
    std::puts("go");
    std::fflush(stdout);
    while (true) {
        const Status now = box.statusOf(id);
        if (now == Status::Running)
            (void)box.await(box.control().pause(id, Cause::Program));
        else if (now == Status::Paused)
            (void)box.await(box.control().resume(id, std::nullopt, Cause::Program));
        else if (now == Status::Error)
            return 3;
        QTest::qWait(static_cast<int>(random.bounded(400)));
    }
}

} // namespace

class RealPauseFaults : public QObject
{
    Q_OBJECT

private slots:
    void anEngineKilledAtAnyMomentLosesNothing();
    void cleanupTestCase();

private:
    [[nodiscard]] QString text(test::EngineBox &box, const QString &command) const
    {
        return QString::fromUtf8(box.exec(m_id, {QStringLiteral("bash"), QStringLiteral("-c"), command}).out)
            .trimmed();
    }
    [[nodiscard]] QString evidence(test::EngineBox &box) const
    {
        return text(box, QStringLiteral("cat /proc/sys/kernel/random/boot_id; kill -0 $(cat /dev/shm/pid) && "
                                        "echo alive; cat /dev/shm/blob ~/blob | sha256sum"));
    }
    // To a state of rest, and awake.
    [[nodiscard]] bool wake(test::EngineBox &box) const
    {
        if (!QTest::qWaitFor([&] { return !isTransitional(box.statusOf(m_id)); }, 60'000))
            return false;
        if (box.statusOf(m_id) == Status::Paused)
            (void)box.await(box.control().resume(m_id, std::nullopt, Cause::Program));
        // The channel of one that was adopted is opened in the background.
        return box.waitFor(m_id, Status::Running) &&
               QTest::qWaitFor([&] { return text(box, QStringLiteral("echo here")) == u"here"; }, 60'000);
    }

    QTemporaryDir m_folder{QStringLiteral("/tmp/sandglass-XXXXXX")};
    SandboxId m_id;
};

void RealPauseFaults::anEngineKilledAtAnyMomentLosesNothing()
{
    const test::EngineBox::Setup setup{.folder = m_folder.path(), .adjust = {}};
    QString before;
    {
        test::EngineBox box(setup);
        QVERIFY(box.isReady());
        LaunchSpec spec;
        spec.templateId = TemplateId(QStringLiteral("code"));
        spec.timeout = 1h;
        const auto sandbox = box.launchRunning(spec);
        QVERIFY(sandbox);
        m_id = sandbox->key.id;
        (void)text(box,
                   QStringLiteral("head -c 8M /dev/urandom > /dev/shm/blob; head -c 1M /dev/urandom > ~/blob;"
                                  "setsid sleep 5000 >/dev/null 2>&1 & echo $! > /dev/shm/pid"));
        before = evidence(box);
        QVERIFY(before.contains(u"alive"));
    }
    QRandomGenerator random(20261129);
    int losses = 0;
    for (int fault = 0; fault < Faults; ++fault) {
        QProcess engine;
        engine.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        engine.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--engine"), m_folder.path(), m_id.toString(), QString::number(fault)});
        QVERIFY(engine.waitForStarted());
        QVERIFY(engine.waitForReadyRead(60'000));
        QTest::qWait(static_cast<int>(random.bounded(LongestLife)));
        QCOMPARE(engine.state(), QProcess::Running);
        engine.kill();
        QVERIFY(engine.waitForFinished());

        test::EngineBox box(setup);
        QVERIFY(box.isReady());
        const bool whole = wake(box) && evidence(box) == before;
        losses += whole ? 0 : 1;
        QVERIFY2(whole, qPrintable(QStringLiteral("fault %1").arg(fault)));
        // One process, and none too many.
        QCOMPARE(microvm::findMachines(m_folder.filePath(QStringLiteral("machines"))).size(), 1);
    }
    qInfo() << "engines killed:" << Faults << "sandboxes lost:" << losses;
}

void RealPauseFaults::cleanupTestCase()
{
    for (const microvm::ProcessRef &process :
         microvm::findMachines(m_folder.filePath(QStringLiteral("machines"))))
        (void)microvm::signalProcess(process, SIGKILL);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList words = app.arguments();
    if (words.size() == 5 && words[1] == u"--engine")
        return pauseAndResumeForEver(words[2], SandboxId(words[3]), words[4].toUInt());
    RealPauseFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_real_pausefaults.moc"
