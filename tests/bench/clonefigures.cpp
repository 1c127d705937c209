// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/admission.h"
#include "backend/microvm/machine/machinescan.h"
#include "tests/bench/enginewatch.h"

#include <numeric>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Batch = 20;
constexpr int Rounds = 5;
constexpr double MiB = 1024 * 1024;

std::vector<double> privateMiB(test::EngineBox &box, const QList<SandboxId> &ids)
{
    const auto machines = microvm::findMachines(box.dataFolder() + QStringLiteral("/machines"));
    std::vector<double> memory;
    for (const SandboxId &id : ids)
        memory.push_back(double(microvm::privateMemory(machines.value(id.toString()).pid).value) / MiB);
    return memory;
}

// Clones of a sandbox that runs.
class CloneFigures
{
public:
    explicit CloneFigures(Figures &figures) : m_figures(figures) {}

    void measure()
    {
        LaunchSpec spec;
        spec.templateId = TemplateId(QStringLiteral("code"));
        spec.timeout = 1h;
        const auto source = m_box.launchRunning(spec);
        if (!source)
            return m_figures.fail(QStringLiteral("clone_batch_20_code_s"), m_box.lastError().toLogLine());
        m_source = source->key.id;
        if (!checkpoints() || !batch() || !forks())
            m_figures.fail(QStringLiteral("clone_batch_20_code_s"), m_box.lastError().toLogLine());
    }

private:
    [[nodiscard]] StockControl &stock() { return *m_box.fleet().stockControl(); }

    // How long the sandbox stands still.
    [[nodiscard]] bool checkpoints()
    {
        std::vector<double> stopped, all;
        for (int round = 0; round < Rounds; ++round) {
            QElapsedTimer timer;
            timer.start();
            const auto made = m_box.await(
                stock().makeCheckpoint(m_source, QStringLiteral("c%1").arg(round), Cause::Program));
            if (!made)
                return false;
            all.push_back(milliseconds(timer));
            stopped.push_back(double(made->stoppedFor.count()));
            m_checkpoint = made->id;
        }
        m_figures.put(QStringLiteral("checkpoint_stop_ms"), median(stopped), "ms");
        m_figures.put(QStringLiteral("checkpoint_durable_ms"), median(all), "ms");
        return true;
    }

    // All of a batch until they run; nothing where one does not.
    [[nodiscard]] std::optional<double> clone(const CloneSpec &spec, QList<SandboxId> &ids)
    {
        QElapsedTimer timer;
        timer.start();
        const auto made = m_box.await(stock().clone(spec, Cause::Program));
        if (!made)
            return std::nullopt;
        for (const Sandbox &sandbox : *made)
            ids.append(sandbox.key.id);
        const auto all = [&](auto is) {
            return std::ranges::all_of(ids, is);
        };
        const bool ended =
            turnUntil(
                [&] { return all([&](const SandboxId &id) { return !isTransitional(m_box.statusOf(id)); }); },
                5min) &&
            all([&](const SandboxId &id) { return m_box.statusOf(id) == Status::Running; });
        return ended ? std::optional(milliseconds(timer)) : std::nullopt;
    }

    void remove(const QList<SandboxId> &ids)
    {
        for (const SandboxId &id : ids) {
            const auto removing = m_box.control().remove(id, Cause::Program);
            (void)turnUntil([&] { return m_box.statusOf(id) == Status::Deleted; }, 60s);
        }
    }

    [[nodiscard]] bool batch()
    {
        CloneSpec spec;
        spec.checkpoint = m_checkpoint;
        spec.count = Batch;
        spec.timeout = 1h;
        QList<SandboxId> ids;
        const auto taken = clone(spec, ids);
        if (taken) {
            const auto memory = privateMiB(m_box, ids);
            m_figures.put(QStringLiteral("clone_batch_20_code_s"), *taken / 1000, "s");
            m_figures.put(QStringLiteral("clone_batch_private_mib_each"), median(memory), "MiB");
        }
        remove(ids);
        return taken.has_value();
    }

    [[nodiscard]] bool forks()
    {
        std::vector<double> taken;
        for (int round = 0; round < Rounds; ++round) {
            CloneSpec spec;
            spec.sandbox = m_source;
            spec.timeout = 1h;
            QList<SandboxId> ids;
            const auto one = clone(spec, ids);
            remove(ids);
            if (!one)
                return false;
            taken.push_back(*one);
        }
        m_figures.put(QStringLiteral("fork_code_running_ms"), median(taken), "ms");
        return true;
    }

    Figures &m_figures;
    test::EngineBox m_box;
    SandboxId m_source;
    CheckpointId m_checkpoint;
};

// As many small clones as there is room for, all alive, and whether the list stays live.
class AliveFigures
{
public:
    explicit AliveFigures(Figures &figures) : m_figures(figures) {}

    void measure()
    {
        LaunchSpec spec;
        spec.templateId = TemplateId(QStringLiteral("code"));
        spec.vcpus = 1;
        spec.memory = Bytes::fromMiB(256);
        spec.timeout = 1h;
        const auto first = m_box.launchRunning(spec); // boots the template of this size once
        if (!first)
            return m_figures.fail(QStringLiteral("clones_alive"), m_box.lastError().toLogLine());
        QList<SandboxId> ids{first->key.id};
        QElapsedTimer timer;
        timer.start();
        while (ids.size() < Wanted && timer.elapsed() < LongestFill.count()) {
            const auto next = m_box.launchRunning(spec);
            if (!next)
                break;
            ids.append(next->key.id);
        }
        const Error limit = m_box.lastError();
        const double filled = milliseconds(timer) / 1000;
        int alive = 0;
        for (const SandboxId &id : std::as_const(ids))
            alive += m_box.statusOf(id) == Status::Running ? 1 : 0;
        m_figures.put(QStringLiteral("clones_alive"), alive, "sandboxes");
        m_figures.put(QStringLiteral("clones_alive_fill_s"), filled, "s");
        m_figures.put(QStringLiteral("rss_private_mib_each"), median(privateMiB(m_box, ids)), "MiB");
        if (ids.size() < Wanted)
            qInfo(
                "the limit at %d: %s", int(ids.size()),
                qPrintable(limit.code() == ErrorCode::Internal ? QStringLiteral("time") : limit.toLogLine()));
        // The list is live: a change of one comes through while all are there.
        std::vector<double> changes;
        for (const SandboxId &id : ids.first(std::min<qsizetype>(ids.size(), Rounds))) {
            QElapsedTimer change;
            change.start();
            const auto asked = m_box.control().setTimeout(id, 2h, Cause::Program);
            if (!turnUntil([&] { return m_box.find(id)->lifetime.granted == std::chrono::seconds(2h); }, 20s))
                return m_figures.fail(QStringLiteral("clones_alive_change_ms"), QStringLiteral("not seen"));
            changes.push_back(milliseconds(change));
        }
        m_figures.put(QStringLiteral("clones_alive_change_ms"), median(changes), "ms");
        QElapsedTimer exec;
        exec.start();
        const auto output = m_box.exec(ids.last(), {QStringLiteral("true")});
        if (output.end)
            m_figures.put(QStringLiteral("clones_alive_exec_ms"), milliseconds(exec), "ms");
    }

private:
    static constexpr qsizetype Wanted = 200;
    static constexpr std::chrono::milliseconds LongestFill = 8min;

    Figures &m_figures;
    test::EngineBox m_box;
};

} // namespace

void measureClones(Figures &figures)
{
    if (figures.wants({QStringLiteral("checkpoint_stop_ms"), QStringLiteral("checkpoint_durable_ms"),
                       QStringLiteral("clone_batch_20_code_s"),
                       QStringLiteral("clone_batch_private_mib_each"),
                       QStringLiteral("fork_code_running_ms")}))
        CloneFigures(figures).measure();
}

void measureAlive(Figures &figures)
{
    if (figures.wants({QStringLiteral("clones_alive"), QStringLiteral("clones_alive_fill_s"),
                       QStringLiteral("rss_private_mib_each"), QStringLiteral("clones_alive_change_ms"),
                       QStringLiteral("clones_alive_exec_ms")}))
        AliveFigures(figures).measure();
}

} // namespace sandglass::bench
