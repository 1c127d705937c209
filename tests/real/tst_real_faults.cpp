// SPDX-License-Identifier: GPL-3.0-or-later
// Engines and machines that are killed in the middle of something: nothing is lost, nothing is left over.
#include "backend/microvm/machine/machinescan.h"
#include "tests/support/faultcampaign.h"

#include <QCoreApplication>
#include <QDir>

#include <csignal>

using namespace sandglass;
using namespace std::chrono_literals;

class RealFaults : public QObject
{
    Q_OBJECT

private slots:
    void aMachineKilledInACheckpointTakesNothingWithIt();
    void anEngineKilledAtAnyMomentLosesNothing();
};

void RealFaults::aMachineKilledInACheckpointTakesNothingWithIt()
{
    test::EngineBox box;
    QVERIFY(box.isReady());
    StockControl &stock = *box.fleet().stockControl();
    LaunchSpec spec;
    spec.templateId = TemplateId(QStringLiteral("code"));
    spec.timeout = 1h;
    for (const int delay : {0, 40, 120}) {
        const auto sandbox = box.launchRunning(spec);
        QVERIFY(sandbox);
        const SandboxId id = sandbox->key.id;
        CloneSpec fork;
        fork.sandbox = id;
        fork.count = 2;
        fork.timeout = 1h;
        const auto forks = box.await(stock.clone(fork, Cause::Program));
        QVERIFY(forks);
        QTest::qWait(delay);
        const auto process =
            microvm::findMachines(box.dataFolder() + QStringLiteral("/machines")).value(id.toString());
        QVERIFY(microvm::signalProcess(process, SIGKILL));
        QTRY_COMPARE_WITH_TIMEOUT(box.statusOf(id), Status::Error, 30'000);
        // Each fork runs or says why not; none waits for ever.
        for (const Sandbox &one : *forks) {
            QTRY_VERIFY_WITH_TIMEOUT(!isTransitional(box.statusOf(one.key.id)), 60'000);
            QVERIFY(box.await(box.control().remove(one.key.id, Cause::Program)));
            QTRY_COMPARE_WITH_TIMEOUT(box.statusOf(one.key.id), Status::Deleted, 60'000);
        }
        QVERIFY(box.await(box.control().remove(id, Cause::Program)));
        QTRY_COMPARE_WITH_TIMEOUT(box.statusOf(id), Status::Deleted, 60'000);
    }
    for (const char *folder : {"/machines", "/snapshots"})
        QTRY_VERIFY_WITH_TIMEOUT(QDir(box.dataFolder() + QString::fromLatin1(folder))
                                     .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                                     .isEmpty(),
                                 30'000);
}

void RealFaults::anEngineKilledAtAnyMomentLosesNothing()
{
    constexpr int Faults = 10;
    constexpr quint32 Seed = 20261129;
    test::FaultCampaign campaign;
    QVERIFY(campaign.begin());
    const auto outcome = campaign.run(Faults, Seed);
    qInfo() << "engines killed:" << outcome.faults << "losses:" << outcome.losses;
    QVERIFY2(outcome.losses == 0, qPrintable(outcome.firstLoss));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (const auto code = test::FaultCampaign::victimOf(QCoreApplication::arguments()))
        return *code;
    RealFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_real_faults.moc"
