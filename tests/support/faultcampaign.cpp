// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faultcampaign.h"

#include "backend/microvm/machine/machinescan.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QRandomGenerator>

#include <csignal>
#include <cstdio>

namespace sandglass::test {

namespace {

using namespace std::chrono_literals;

constexpr int LongestLife = 1500; // ms
const QString Victim = QStringLiteral("--victim");
const QString Mark = QStringLiteral("victim");

// One act at a time on the sandbox, as chance has it; the answer is waited for, the end mostly not.
void act(EngineBox &box, const SandboxId &id, QRandomGenerator &random)
{
    StockControl &stock = *box.fleet().stockControl();
    switch (random.bounded(5)) {
    case 0:
    case 1:
        (void)box.await(box.control().pause(id, Cause::Program));
        return;
    case 2:
        (void)box.await(stock.makeCheckpoint(id, Mark + QString::number(random.generate()), Cause::Program));
        return;
    case 3: {
        CloneSpec fork;
        fork.sandbox = id;
        fork.metadata.insert(Mark, QStringLiteral("1"));
        fork.timeout = 1h;
        (void)box.await(stock.clone(fork, Cause::Program));
        return;
    }
    default:
        for (const CheckpointInfo &info : box.fleet().stock()->checkpoints())
            (void)box.await(stock.removeCheckpoint(info.id, Cause::Program));
    }
}

int liveAsVictim(const QString &folder, const SandboxId &id, quint32 seed)
{
    QRandomGenerator random(seed);
    EngineBox box(EngineBox::Setup{.folder = folder, .adjust = {}});
    if (!box.isReady())
        return 2;
    std::puts("go");
    std::fflush(stdout);
    while (true) {
        const Status now = box.statusOf(id);
        if (now == Status::Running)
            act(box, id, random);
        else if (now == Status::Paused)
            (void)box.await(box.control().resume(id, std::nullopt, Cause::Program));
        else if (now == Status::Error)
            return 3;
        QTest::qWait(static_cast<int>(random.bounded(400)));
    }
}

} // namespace

std::optional<int> FaultCampaign::victimOf(const QStringList &words)
{
    if (words.size() != 5 || words[1] != Victim)
        return std::nullopt;
    return liveAsVictim(words[2], SandboxId(words[3]), words[4].toUInt());
}

FaultCampaign::FaultCampaign() = default;

FaultCampaign::~FaultCampaign()
{
    for (const microvm::ProcessRef &process :
         microvm::findMachines(m_folder.filePath(QStringLiteral("machines"))))
        (void)microvm::signalProcess(process, SIGKILL);
}

QString FaultCampaign::text(EngineBox &box, const SandboxId &id, const QString &command) const
{
    return QString::fromUtf8(box.exec(id, {QStringLiteral("bash"), QStringLiteral("-c"), command}).out)
        .trimmed();
}

QString FaultCampaign::evidence(EngineBox &box, const SandboxId &id) const
{
    return text(
        box, id,
        QStringLiteral("cat /proc/sys/kernel/random/boot_id; kill -0 $(cat /dev/shm/pid) && echo alive;"
                       "cat /dev/shm/blob ~/blob | sha256sum"));
}

bool FaultCampaign::begin()
{
    EngineBox box(EngineBox::Setup{.folder = m_folder.path(), .adjust = {}});
    LaunchSpec spec;
    spec.templateId = TemplateId(QStringLiteral("code"));
    spec.timeout = 1h;
    const auto sandbox = box.isReady() ? box.launchRunning(spec) : std::nullopt;
    if (!sandbox)
        return false;
    m_id = sandbox->key.id;
    (void)text(box, m_id,
               QStringLiteral("head -c 8M /dev/urandom > /dev/shm/blob; head -c 1M /dev/urandom > ~/blob;"
                              "setsid sleep 5000 >/dev/null 2>&1 & echo $! > /dev/shm/pid"));
    m_evidence = evidence(box, m_id);
    return m_evidence.contains(u"alive");
}

bool FaultCampaign::killOneEngine(int fault, quint32 delay) const
{
    QProcess engine;
    engine.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    engine.start(QCoreApplication::applicationFilePath(),
                 {Victim, m_folder.path(), m_id.toString(), QString::number(fault)});
    if (!engine.waitForStarted() || !engine.waitForReadyRead(60'000))
        return false;
    QTest::qWait(static_cast<int>(delay));
    const bool lived = engine.state() == QProcess::Running;
    engine.kill();
    return engine.waitForFinished() && lived;
}

// To a state of rest, and awake.
bool FaultCampaign::wake(EngineBox &box, const SandboxId &id) const
{
    if (!QTest::qWaitFor([&] { return !isTransitional(box.statusOf(id)); }, 60'000))
        return false;
    if (box.statusOf(id) == Status::Paused)
        (void)box.await(box.control().resume(id, std::nullopt, Cause::Program));
    // The channel of one that was adopted is opened in the background.
    return box.waitFor(id, Status::Running) &&
           QTest::qWaitFor([&] { return text(box, id, QStringLiteral("echo here")) == u"here"; }, 60'000);
}

// A checkpoint that is listed can be cloned, and the clone has what the sandbox had.
QString FaultCampaign::lookAtCheckpoints(EngineBox &box) const
{
    StockControl &stock = *box.fleet().stockControl();
    for (const CheckpointInfo &info : box.fleet().stock()->checkpoints()) {
        CloneSpec spec;
        spec.checkpoint = info.id;
        spec.timeout = 1h;
        const auto made = box.await(stock.clone(spec, Cause::Program));
        if (!made || !box.waitFor(made->first().key.id, Status::Running))
            return QStringLiteral("checkpoint %1 cannot be cloned: %2")
                .arg(info.name, box.lastError().toLogLine());
        if (evidence(box, made->first().key.id) != m_evidence)
            return QStringLiteral("the clone of %1 is another").arg(info.name);
        (void)box.await(box.control().remove(made->first().key.id, Cause::Program));
        if (!QTest::qWaitFor([&] { return box.statusOf(made->first().key.id) == Status::Deleted; }, 60'000) ||
            !box.await(stock.removeCheckpoint(info.id, Cause::Program)))
            return QStringLiteral("checkpoint %1 cannot be removed").arg(info.name);
    }
    return {};
}

QString FaultCampaign::lookAfter(EngineBox &box) const
{
    if (!box.isReady())
        return QStringLiteral("the engine did not open");
    if (!wake(box, m_id))
        return QStringLiteral("the sandbox does not run");
    if (evidence(box, m_id) != m_evidence)
        return QStringLiteral("the sandbox is another");
    // Forks come to rest; what became of one that was under way is told, and it can be deleted.
    for (const Sandbox &fork : box.fleet().feed().sandboxes()) {
        const SandboxId id = fork.key.id;
        if (id == m_id || fork.status == Status::Deleted)
            continue;
        if (!QTest::qWaitFor([&] { return !isTransitional(box.statusOf(id)); }, 60'000))
            return QStringLiteral("a fork does not come to rest");
        if (box.statusOf(id) == Status::Running && (!wake(box, id) || evidence(box, id) != m_evidence))
            return QStringLiteral("a fork is another");
        (void)box.await(box.control().remove(id, Cause::Program));
        if (!QTest::qWaitFor([&] { return box.statusOf(id) == Status::Deleted; }, 60'000))
            return QStringLiteral("a fork cannot be deleted");
    }
    if (const QString lost = lookAtCheckpoints(box); !lost.isEmpty())
        return lost;
    // One process, one folder, and none too many.
    const QString machines = m_folder.filePath(QStringLiteral("machines"));
    if (microvm::findMachines(machines).size() != 1)
        return QStringLiteral("%1 machines").arg(microvm::findMachines(machines).size());
    if (QDir(machines).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size() != 1)
        return QStringLiteral("folders of machines that are gone");
    return {};
}

FaultCampaign::Outcome FaultCampaign::run(int faults, quint32 seed)
{
    QRandomGenerator random(seed);
    Outcome outcome;
    for (int fault = 0; fault < faults; ++fault) {
        const bool killed = killOneEngine(static_cast<int>(seed % 1000) + fault, random.bounded(LongestLife));
        EngineBox box(EngineBox::Setup{.folder = m_folder.path(), .adjust = {}});
        const QString lost = killed ? lookAfter(box) : QStringLiteral("the engine ended by itself");
        ++outcome.faults;
        outcome.losses += lost.isEmpty() ? 0 : 1;
        if (!lost.isEmpty() && outcome.firstLoss.isEmpty())
            outcome.firstLoss = QStringLiteral("fault %1: %2").arg(fault).arg(lost);
    }
    return outcome;
}

} // namespace sandglass::test
