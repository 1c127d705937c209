// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/disks/overlay.h"
#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/machine/machinescan.h"
#include "backend/microvm/qemu/machinelauncher.h"
#include "tests/bench/figures.h"
#include "tests/bench/rawsocket.h"
#include "tests/support/enginebox.h"

#include <QDir>

#include <csignal>
#include <fcntl.h>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;
using namespace microvm;

constexpr int Rounds = 7;

// The same checkpoint restored by hand: no engine, no journal, no thread; blocking sockets. It ends where the
// engine says 'running': the guest knows who it is.
class BareRestore
{
public:
    BareRestore(QString dataFolder, Checkpoint checkpoint, QString qemu)
        : m_store(dataFolder + QStringLiteral("/checkpoints")), m_checkpoint(std::move(checkpoint)),
          m_qemu(std::move(qemu)), m_paths{dataFolder + QStringLiteral("/bare")}
    {}

    [[nodiscard]] std::optional<double> run()
    {
        QDir(m_paths.folder).removeRecursively();
        QDir().mkpath(m_paths.folder);
        const CheckpointPaths files = m_store.paths(m_checkpoint.id());
        const MachineSpec spec = machine(files);
        QElapsedTimer timer;
        timer.start();
        if (!cloneEmptyOverlay(files.pristineOverlay(), m_paths.disk()))
            return std::nullopt;
        const auto process = startMachine(m_qemu, commandLine(spec), m_paths.errorLog(), m_paths.folder);
        if (!process || !restore(files.state()) || !introduce())
            return std::nullopt;
        const double taken = milliseconds(timer);
        (void)signalProcess(*process, SIGKILL);
        return turnUntil([&] { return !isAlive(*process); }, 5s) ? std::optional(taken) : std::nullopt;
    }

private:
    [[nodiscard]] MachineSpec machine(const CheckpointPaths &files) const
    {
        EngineFacts facts;
        facts.machinesFolder = QFileInfo(m_paths.folder).path();
        facts.checkpoints = m_store;
        VmRecord record;
        record.sandbox.key.id = SandboxId(QStringLiteral("bare"));
        MachineSpec spec = specFor(facts, record, m_checkpoint);
        spec.ram = RamFile{files.ram(), RamFile::Mapping::Private};
        spec.incoming = true;
        return spec;
    }

    [[nodiscard]] bool restore(const QString &stateFile) const
    {
        RawSocket monitor;
        const UniqueFd state(::open(QFile::encodeName(stateFile).constData(), O_RDONLY | O_CLOEXEC));
        const QByteArray capabilities =
            R"({"execute":"migrate-set-capabilities","arguments":{"capabilities":[)"
            R"({"capability":"x-ignore-shared","state":true},)"
            R"({"capability":"events","state":true}]}})";
        return monitor.open(m_paths.qmpSocket(), 20s) && monitor.awaitLine("QMP") &&
               monitor.send("{\"execute\":\"qmp_capabilities\"}\n") && monitor.awaitLine("return") &&
               monitor.send(capabilities + '\n') && monitor.awaitLine("return") &&
               monitor.sendWithDescriptor("{\"execute\":\"getfd\",\"arguments\":{\"fdname\":\"s\"}}\n",
                                          state.get()) &&
               monitor.awaitLine("return") &&
               monitor.send("{\"execute\":\"migrate-incoming\",\"arguments\":{\"uri\":\"fd:s\"}}\n") &&
               monitor.awaitLine("completed") && monitor.send("{\"execute\":\"cont\"}\n") &&
               monitor.awaitLine("return");
    }

    [[nodiscard]] bool introduce() const
    {
        AgentClient agent;
        agent.open(m_paths.agentSocket(), 60s);
        std::optional<bool> known;
        const GuestIdentity identity{.sandboxId = SandboxId(QStringLiteral("bare")),
                                     .templateId = m_checkpoint.key.templateId,
                                     .hostname = QStringLiteral("bare"),
                                     .machineId = QString(32, u'a'),
                                     .environment = {}};
        setIdentity(agent, identity, 60s, &agent,
                    [&](const Result<QString> &done) { known = done.has_value(); });
        return turnUntil([&] { return known.has_value(); }, 60s) && *known;
    }

    CheckpointStore m_store;
    Checkpoint m_checkpoint;
    QString m_qemu;
    MachinePaths m_paths;
};

class EngineFigures
{
public:
    explicit EngineFigures(Figures &figures) : m_figures(figures) {}

    [[nodiscard]] std::optional<SandboxId> launch(const QString &templateId, double *taken = nullptr)
    {
        LaunchSpec spec;
        spec.templateId = TemplateId(templateId);
        spec.timeout = 1h;
        QElapsedTimer timer;
        timer.start();
        const auto pending = m_box.control().launch(spec, Cause::Program);
        if (!turnUntil([&] { return pending.isFinished(); }, 20s) || !pending.result())
            return std::nullopt;
        const SandboxId id = pending.result()->key.id;
        const bool ended = turnUntil([&] { return !isTransitional(m_box.statusOf(id)); }, 15min);
        if (!ended || m_box.statusOf(id) != Status::Running)
            return std::nullopt;
        if (taken)
            *taken = milliseconds(timer);
        return id;
    }

    void remove(const SandboxId &id)
    {
        const auto pending = m_box.control().remove(id, Cause::Program);
        (void)turnUntil([&] { return m_box.statusOf(id) == Status::Deleted; }, 60s);
    }

    void measure(const QString &templateId)
    {
        const QString cold = QStringLiteral("coldboot_%1_s").arg(templateId);
        const QString clone = QStringLiteral("clone_%1_running_ms").arg(templateId);
        const QString faster = QStringLiteral("coldboot_over_clone_%1_ratio").arg(templateId);
        const QString first = QStringLiteral("clone_%1_first_exec_ms").arg(templateId);
        const QString bare = QStringLiteral("bare_restore_%1_ms").arg(templateId);
        const QString ratio = templateId == u"code"
                                  ? QStringLiteral("engine_overhead_ratio")
                                  : QStringLiteral("engine_overhead_%1_ratio").arg(templateId);
        if (!m_figures.wants({cold, clone, faster, first, bare, ratio}))
            return;
        const auto warm = launch(templateId);
        const auto checkpoint = checkpointOf(templateId);
        if (!warm || !checkpoint) {
            m_figures.fail(clone, QStringLiteral("the first launch failed"));
            return;
        }
        m_figures.put(cold, double(checkpoint->coldBoot.count()) / 1000, "s");
        remove(*warm);
        const auto qemu = findQemu();
        BareRestore restore(m_box.dataFolder(), *checkpoint, qemu.value_or(QString()));
        std::vector<double> running, firstExec, bares, ratios;
        for (int round = 0; round < Rounds; ++round) {
            double taken = 0;
            const auto id = launch(templateId, &taken);
            if (!id) {
                m_figures.fail(clone, m_box.lastError().toLogLine());
                return;
            }
            QElapsedTimer timer;
            timer.start();
            const auto output = m_box.exec(*id, {QStringLiteral("true")});
            firstExec.push_back(taken + milliseconds(timer));
            remove(*id);
            const auto byHand = restore.run();
            if (!output.end || !byHand) {
                m_figures.fail(ratio, QStringLiteral("the restore by hand failed"));
                return;
            }
            running.push_back(taken);
            bares.push_back(*byHand);
            ratios.push_back(taken / *byHand);
        }
        m_figures.put(clone, median(running), "ms");
        m_figures.put(faster, double(checkpoint->coldBoot.count()) / median(running), "ratio");
        m_figures.put(first, median(firstExec), "ms");
        m_figures.put(bare, median(bares), "ms");
        m_figures.put(ratio, median(ratios), "ratio");
    }

private:
    [[nodiscard]] std::optional<Checkpoint> checkpointOf(const QString &templateId) const
    {
        const CheckpointStore store(m_box.dataFolder() + QStringLiteral("/checkpoints"));
        for (const CheckpointId &id : store.all()) {
            const auto checkpoint = store.find(id);
            if (checkpoint && checkpoint->key.templateId.toString() == templateId)
                return *checkpoint;
        }
        return std::nullopt;
    }

    Figures &m_figures;
    test::EngineBox m_box;
};

} // namespace

void measureEngine(Figures &figures)
{
    const QStringList names{QStringLiteral("coldboot_code_s"),
                            QStringLiteral("clone_code_running_ms"),
                            QStringLiteral("coldboot_over_clone_code_ratio"),
                            QStringLiteral("coldboot_over_clone_desktop_ratio"),
                            QStringLiteral("clone_code_first_exec_ms"),
                            QStringLiteral("bare_restore_code_ms"),
                            QStringLiteral("engine_overhead_ratio"),
                            QStringLiteral("coldboot_desktop_s"),
                            QStringLiteral("clone_desktop_running_ms"),
                            QStringLiteral("clone_desktop_first_exec_ms"),
                            QStringLiteral("bare_restore_desktop_ms"),
                            QStringLiteral("engine_overhead_desktop_ratio")};
    if (!figures.wants(names))
        return;
    EngineFigures engine(figures);
    engine.measure(QStringLiteral("code"));
    engine.measure(QStringLiteral("desktop"));
}

} // namespace sandglass::bench
