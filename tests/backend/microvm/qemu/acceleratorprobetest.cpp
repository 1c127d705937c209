// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/acceleratorprobe.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

Q_DECLARE_METATYPE(sandglass::Accelerator)
Q_DECLARE_METATYPE(sandglass::AcceleratorReason)

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

// The probe against programs that only look like QEMU.
class AcceleratorProbeTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void concludes_data();
    void concludes();
    void killsTheMachineThatHangs();
    void remembersPerKey();
    void neverSpeaksAfterCancel();

private:
    ProbeInput input(const QByteArray &script);
    int runs() const;
    std::unique_ptr<QTemporaryDir> m_folder;
};

// `script` runs with $log, the serial log, and notes that it ran.
ProbeInput AcceleratorProbeTest::input(const QByteArray &script)
{
    QFile file(m_folder->filePath(QStringLiteral("qemu")));
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/bash\nlog=serial\necho $$ >> " +
                   m_folder->filePath(QStringLiteral("runs")).toLocal8Bit() + "\n" + script + "\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    ProbeInput probe;
    probe.qemuBinary = file.fileName();
    probe.qemuVersion = QStringLiteral("7.2");
    probe.kernel = QStringLiteral("/k");
    probe.initrd = QStringLiteral("/i");
    probe.kernelHash = QStringLiteral("abc");
    probe.bootId = QStringLiteral("boot-1");
    probe.verdictPath = m_folder->filePath(QStringLiteral("verdict.json"));
    probe.kvmDevice = QStringLiteral("/dev/null"); // opens
    return probe;
}

int AcceleratorProbeTest::runs() const
{
    QFile file(m_folder->filePath(QStringLiteral("runs")));
    return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
}

void AcceleratorProbeTest::concludes_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("device");
    QTest::addColumn<Accelerator>("accelerator");
    QTest::addColumn<AcceleratorReason>("reason");
    const QString opens = QStringLiteral("/dev/null");
    QTest::newRow("no device") << QByteArray("exit 0") << QStringLiteral("/nonexistent/kvm")
                               << Accelerator::Tcg << AcceleratorReason::NoDevice;
    QTest::newRow("hangs in silence")
        << QByteArray("sleep 60") << opens << Accelerator::Tcg << AcceleratorReason::ProbeFailed;
    QTest::newRow("hangs after the kernel's words")
        << QByteArray("echo Probing EDD > $log; sleep 60") << opens << Accelerator::Tcg
        << AcceleratorReason::ProbeFailed;
    QTest::newRow("fails at once") << QByteArray("echo no kvm >&2; exit 1") << opens << Accelerator::Tcg
                                   << AcceleratorReason::ProbeFailed;
    QTest::newRow("boots") << QByteArray("sleep 0.1; echo 'sandglass-init: up' > $log; sleep 60") << opens
                           << Accelerator::Kvm << AcceleratorReason::KvmBooted;
    QTest::newRow("boots and powers off at once")
        << QByteArray("echo 'sandglass-init: no root disk' > $log") << opens << Accelerator::Kvm
        << AcceleratorReason::KvmBooted;
}

void AcceleratorProbeTest::concludes()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, device);
    QFETCH(Accelerator, accelerator);
    QFETCH(AcceleratorReason, reason);
    ProbeInput probe = input(script);
    probe.kvmDevice = device;
    AcceleratorProbe subject;
    QSignalSpy finished(&subject, &AcceleratorProbe::finished);
    subject.start(probe, 700ms);
    QCOMPARE(finished.count(), 0);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished[0][0].value<Accelerator>(), accelerator);
    QCOMPARE(finished[0][1].value<AcceleratorReason>(), reason);
    QTest::qWait(100);
    QCOMPARE(finished.count(), 1);
}

void AcceleratorProbeTest::killsTheMachineThatHangs()
{
    const ProbeInput probe = input("trap '' TERM INT; while :; do sleep 0.05; done");
    AcceleratorProbe subject;
    QSignalSpy finished(&subject, &AcceleratorProbe::finished);
    subject.start(probe, 500ms);
    QTRY_COMPARE(finished.count(), 1);
    QFile pids(m_folder->filePath(QStringLiteral("runs")));
    QVERIFY(pids.open(QIODevice::ReadOnly));
    const qint64 pid = pids.readAll().trimmed().toLongLong();
    QVERIFY(pid > 0);
    QTRY_VERIFY(!processRef(pid));
}

void AcceleratorProbeTest::remembersPerKey()
{
    ProbeInput probe = input("echo 'sandglass-init: up' > $log; sleep 60");
    const auto ask = [&] {
        AcceleratorProbe subject;
        QSignalSpy finished(&subject, &AcceleratorProbe::finished);
        subject.start(probe, 3s);
        return finished.wait(5000) ? finished[0][0].value<Accelerator>() : Accelerator::Unknown;
    };
    QCOMPARE(ask(), Accelerator::Kvm);
    QCOMPARE(runs(), 1);
    QCOMPARE(ask(), Accelerator::Kvm);
    QCOMPARE(runs(), 1);
    probe.bootId = QStringLiteral("boot-2");
    QCOMPARE(ask(), Accelerator::Kvm);
    QCOMPARE(runs(), 2);
    probe.kernelHash = QStringLiteral("def");
    QCOMPARE(ask(), Accelerator::Kvm);
    QCOMPARE(runs(), 3);
    for (const QByteArray &rubbish : {QByteArray("{\"key\":7}"), QByteArray("rubbish"), QByteArray("[]")}) {
        QFile file(probe.verdictPath);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(rubbish);
        file.close();
        const int before = runs();
        QCOMPARE(ask(), Accelerator::Kvm);
        QCOMPARE(runs(), before + 1);
    }
}

void AcceleratorProbeTest::neverSpeaksAfterCancel()
{
    AcceleratorProbe subject;
    QSignalSpy finished(&subject, &AcceleratorProbe::finished);
    subject.start(input("sleep 60"), 150ms);
    subject.cancel();
    QTest::qWait(50);
    subject.start(input("sleep 60"), 150ms);
    QTRY_VERIFY(runs() > 0);
    subject.cancel();
    QTest::qWait(300);
    QCOMPARE(finished.count(), 0);
}

QTEST_GUILESS_MAIN(AcceleratorProbeTest)
#include "acceleratorprobetest.moc"
