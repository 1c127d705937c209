// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/acceleratorprobe.h"
#include "backend/microvm/qemu/tsc.h"
#include "tests/backend/microvm/real/realmachine.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

namespace {

// For QVERIFY2: what went wrong, with the machine's last words.
template<typename T> const char *why(const Result<T> &result, const RealMachine &machine)
{
    static QByteArray words;
    words = result ? QByteArray()
                   : result.error().toLogLine().toUtf8() + machine.log("stderr") + machine.log("console");
    return words.constData();
}

} // namespace

// Real QEMU with the real guest images: a template boots, is checkpointed, cloned, paused to a file and
// woken.
class LowerRoomsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void probesKvmForReal();
    void bootsATemplateAndChecksItIn();
    void clonesIt();
    void clonesSideBySide();
    void pausesToAFileAndWakes();

private:
    [[nodiscard]] MachineSpec spec() const;
    [[nodiscard]] QString at(const char *name) const { return m_folder.filePath(QLatin1StringView(name)); }
    void identify(RealMachine &machine, const char *name);
    void say(const char *name, const QElapsedTimer &timer) const;

    ImageStore m_images;
    QTemporaryDir m_folder;
    std::optional<quint32> m_tsc;
};

void LowerRoomsTest::say(const char *name, const QElapsedTimer &timer) const
{
    qInfo("%s %lld ms", name, static_cast<long long>(timer.elapsed()));
}

void LowerRoomsTest::initTestCase()
{
    QString folder = qEnvironmentVariable("SANDGLASS_IMAGES");
    if (folder.isEmpty())
        folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                 QStringLiteral("/sandglass/images");
    m_images = ImageStore(folder, {});
    QVERIFY2(m_images.root(TemplateId(QStringLiteral("code"))),
             qPrintable(QStringLiteral("no guest images in ") + folder));
    m_tsc = hostTscKhz();
}

MachineSpec LowerRoomsTest::spec() const
{
    const auto kernel = m_images.kernel();
    MachineSpec spec;
    spec.name = QStringLiteral("lower-rooms");
    spec.vcpus = 2;
    spec.memory = Bytes::fromMiB(1024);
    spec.tscKhz = m_tsc;
    spec.kernel = kernel->kernel;
    spec.initrd = kernel->initrd;
    spec.append = kernel->append;
    return spec;
}

void LowerRoomsTest::identify(RealMachine &machine, const char *name)
{
    GuestIdentity identity;
    identity.sandboxId = SandboxId(QString::fromLatin1(name));
    identity.templateId = TemplateId(QStringLiteral("code"));
    identity.hostname = QString::fromLatin1(name);
    identity.machineId = QString::fromLatin1(QByteArray(name).toHex().leftJustified(32, '0', true));
    identity.environment = {{QStringLiteral("GREETING"), QStringLiteral("hello")}};
    const auto named = await<QString>([&](QObject *context, Reply<QString> reply) {
        setIdentity(machine.agent, identity, 30s, context, std::move(reply));
    });
    QVERIFY2(named, why(named, machine));
}

void LowerRoomsTest::probesKvmForReal()
{
    const auto kernel = m_images.kernel();
    ProbeInput input;
    input.qemuBinary = *findQemu();
    input.kernel = kernel->kernel;
    input.initrd = kernel->initrd;
    AcceleratorProbe probe;
    QSignalSpy finished(&probe, &AcceleratorProbe::finished);
    QElapsedTimer timer;
    timer.start();
    probe.start(input, 8s);
    QVERIFY(finished.wait(15'000));
    say("kvm_probe", timer);
    const auto accelerator = finished[0][0].value<Accelerator>();
    qInfo("accelerator %d, reason %d", int(accelerator), int(finished[0][1].value<AcceleratorReason>()));
    QVERIFY(accelerator != Accelerator::Unknown);
    QVERIFY(timer.elapsed() < 12'000);
}

void LowerRoomsTest::bootsATemplateAndChecksItIn()
{
    const auto root = m_images.root(TemplateId(QStringLiteral("code")));
    const auto made = await<Done>([&](QObject *context, Reply<Done> reply) {
        createOverlay(root->disk, root->format, at("template.qcow2"), 20s, context, std::move(reply));
    });
    QVERIFY(made);
    MachineSpec cold = spec();
    cold.ram = RamFile{at("ram"), RamFile::Mapping::Shared};
    cold.disk = at("template.qcow2");
    RealMachine machine(cold, at("template"));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(machine.start());
    const auto ready = await<QString>([&](QObject *context, Reply<QString> reply) {
        waitUntilReady(machine.agent, 300s, context, std::move(reply));
    });
    QVERIFY2(ready, why(ready, machine));
    say("coldboot_code", timer);
    QByteArray output;
    const auto end = machine.run({QStringLiteral("/bin/echo"), QStringLiteral("from the template")}, &output);
    QVERIFY2(end, why(end, machine));
    QCOMPARE(output, QByteArray("from the template\n"));

    timer.start();
    QVERIFY(await<Done>([&](QObject *context, Reply<Done> reply) {
        syncDisks(machine.agent, 30s, context, std::move(reply));
    }));
    say("sync", timer);
    timer.start();
    QVERIFY(machine.closeAgent());
    say("detach", timer);
    timer.start();
    QVERIFY(machine.execute("stop"));
    say("stop", timer);
    timer.start();
    const auto saved = machine.stream("migrate", at("state"), true);
    QVERIFY2(saved, why(saved, machine));
    say("checkpoint", timer);
    qInfo("state_kib %lld", static_cast<long long>(QFileInfo(at("state")).size() / 1024));
    ProcessWatcher watcher;
    QSignalSpy ended(&watcher, &ProcessWatcher::ended);
    watcher.watch(machine.process());
    QVERIFY(machine.execute("quit"));
    QVERIFY(ended.count() == 1 || ended.wait(5000));
    QFile::setPermissions(at("template.qcow2"), QFile::ReadOwner);
    const auto pristine = await<Done>([&](QObject *context, Reply<Done> reply) {
        createOverlay(at("template.qcow2"), QStringLiteral("qcow2"), at("pristine.qcow2"), 20s, context,
                      std::move(reply));
    });
    QVERIFY(pristine);
}

void LowerRoomsTest::clonesIt()
{
    for (int i = 0; i < 5; ++i) {
        const QString name = QStringLiteral("clone%1").arg(i);
        QElapsedTimer timer;
        timer.start();
        MachineSpec warm = spec();
        warm.ram = RamFile{at("ram"), RamFile::Mapping::Private};
        warm.disk = m_folder.filePath(name + QStringLiteral(".qcow2"));
        warm.incoming = true;
        QVERIFY(cloneEmptyOverlay(at("pristine.qcow2"), warm.disk));
        RealMachine machine(warm, m_folder.filePath(name));
        QVERIFY(machine.start());
        const auto loaded = machine.stream("migrate-incoming", at("state"), true);
        QVERIFY2(loaded, why(loaded, machine));
        QVERIFY(machine.execute("cont"));
        say("clone_running", timer);
        identify(machine, qPrintable(name));
        say("clone_identity", timer);
        QByteArray output;
        const auto end = machine.run({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                                      QStringLiteral("hostname; echo $GREETING; id -un")},
                                     &output);
        QVERIFY2(end, why(end, machine));
        say("clone_first_exec", timer);
        QCOMPARE(output, name.toUtf8() + "\nhello\nuser\n");
    }
}

void LowerRoomsTest::clonesSideBySide()
{
    std::vector<std::unique_ptr<RealMachine>> machines;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 4; ++i) {
        const QString name = QStringLiteral("side%1").arg(i);
        MachineSpec warm = spec();
        warm.ram = RamFile{at("ram"), RamFile::Mapping::Private};
        warm.disk = m_folder.filePath(name + QStringLiteral(".qcow2"));
        warm.incoming = true;
        QVERIFY(cloneEmptyOverlay(at("pristine.qcow2"), warm.disk));
        machines.push_back(std::make_unique<RealMachine>(warm, m_folder.filePath(name)));
        QVERIFY(machines.back()->start());
    }
    for (const auto &machine : machines) {
        QVERIFY(machine->stream("migrate-incoming", at("state"), true));
        QVERIFY(machine->execute("cont"));
    }
    say("four_clones_running", timer);
    for (size_t i = 0; i < machines.size(); ++i)
        identify(*machines[i], qPrintable(QStringLiteral("side%1").arg(i)));
    // What one writes, another does not see.
    QByteArray output;
    QVERIFY(machines[0]->run(
        {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("echo secret > /home/user/f; sync")},
        &output));
    QVERIFY(machines[1]->run({QStringLiteral("/bin/cat"), QStringLiteral("/home/user/f")}, &output));
    QCOMPARE(output, QByteArray());
}

void LowerRoomsTest::pausesToAFileAndWakes()
{
    MachineSpec warm = spec();
    warm.ram = RamFile{at("ram"), RamFile::Mapping::Private};
    warm.disk = at("sleeper.qcow2");
    warm.incoming = true;
    QVERIFY(cloneEmptyOverlay(at("pristine.qcow2"), warm.disk));
    QElapsedTimer timer;
    QByteArray output;
    {
        RealMachine machine(warm, at("sleeper"));
        QVERIFY(machine.start());
        QVERIFY(machine.stream("migrate-incoming", at("state"), true));
        QVERIFY(machine.execute("cont"));
        identify(machine, "sleeper");
        QVERIFY(machine.run(
            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
             QStringLiteral(
                 "echo kept > /tmp/memory; echo kept > /home/user/disk; (sleep 1000 >/dev/null 2>&1 &)")},
            &output));
        timer.start();
        QVERIFY(machine.closeAgent());
        QVERIFY(machine.execute("stop"));
        const auto saved = machine.stream("migrate", at("sleeper.state"), false);
        QVERIFY2(saved, why(saved, machine));
        say("pause_to_file", timer);
        qInfo("paused_mib %lld", static_cast<long long>(QFileInfo(at("sleeper.state")).size() >> 20));
        ProcessWatcher watcher;
        QSignalSpy ended(&watcher, &ProcessWatcher::ended);
        watcher.watch(machine.process());
        QVERIFY(machine.execute("quit"));
        QVERIFY(ended.count() == 1 || ended.wait(5000));
    }
    warm.ram.reset();
    RealMachine machine(warm, at("awake"));
    timer.start();
    QVERIFY(machine.start());
    const auto loaded = machine.stream("migrate-incoming", at("sleeper.state"), false);
    QVERIFY2(loaded, why(loaded, machine));
    QVERIFY(machine.execute("cont"));
    say("resume_running", timer);
    identify(machine, "sleeper");
    say("resume_identity", timer);
    const auto end = machine.run({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                                  QStringLiteral("cat /tmp/memory /home/user/disk; pgrep -xc sleep")},
                                 &output);
    QVERIFY(end);
    QCOMPARE(output, QByteArray("kept\nkept\n1\n"));
}

Q_DECLARE_METATYPE(sandglass::Accelerator)
Q_DECLARE_METATYPE(sandglass::AcceleratorReason)
QTEST_GUILESS_MAIN(LowerRoomsTest)
#include "lowerroomstest.moc"
