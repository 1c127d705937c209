// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/admission.h"
#include "backend/microvm/machine/machinescan.h"
#include "tests/bench/enginewatch.h"

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Rounds = 7;

// Launches into a process that already waits.
class SpareFigures
{
public:
    explicit SpareFigures(Figures &figures) : m_figures(figures) {}

    void measure()
    {
        const QString name = QStringLiteral("launch_desktop_prespawned_ms");
        if (!launch(false)) // warms the template, and says what is wanted
            return m_figures.fail(name, m_box.lastError().toLogLine());
        std::vector<double> taken, memory;
        for (int round = 0; round < Rounds; ++round) {
            const auto ms = launch(true);
            if (!ms)
                return m_figures.fail(name, QStringLiteral("round %1").arg(round));
            taken.push_back(*ms);
            memory.push_back(m_waitingMemory);
        }
        m_figures.put(name, median(taken), "ms");
        m_figures.put(QStringLiteral("prespawned_private_mib"), median(memory), "MiB");
    }

private:
    [[nodiscard]] QHash<QString, microvm::ProcessRef> waiting()
    {
        auto others = microvm::findMachines(m_box.dataFolder() + QStringLiteral("/machines"));
        for (const Sandbox &sandbox : m_box.fleet().feed().sandboxes())
            others.remove(sandbox.key.id.toString());
        return others;
    }

    [[nodiscard]] std::optional<double> launch(bool fromSpare)
    {
        if (fromSpare) {
            if (!turnUntil([&] { return !waiting().isEmpty(); }, 60s))
                return std::nullopt;
            (void)turnUntil([] { return false; },
                            1s); // so that it waits by now, and nothing else is going on
            m_waitingMemory =
                double(microvm::privateMemory(waiting().begin().value().pid).value) / (1024 * 1024);
        }
        const QStringList before = waiting().keys();
        LaunchSpec spec;
        spec.templateId = TemplateId(QStringLiteral("desktop"));
        spec.timeout = 1h;
        EngineWatch watch(m_box);
        watch.begin();
        const auto pending = m_box.control().launch(spec, Cause::Program);
        if (!turnUntil([&] { return pending.isFinished(); }, 20s) || !pending.result())
            return std::nullopt;
        const SandboxId id = pending.result()->key.id;
        if (!turnUntil([&] { return !isTransitional(m_box.statusOf(id)); }, 15min) ||
            (fromSpare && !before.contains(id.toString())))
            return std::nullopt;
        const auto asked = watch.became(id, Status::Pending);
        const auto running = watch.became(id, Status::Running);
        if (!asked || !running)
            return std::nullopt;
        const auto removing = m_box.control().remove(id, Cause::Program);
        (void)turnUntil([&] { return m_box.statusOf(id) == Status::Deleted; }, 60s);
        return millisecondsBetween(*asked, *running);
    }

    Figures &m_figures;
    test::EngineBox m_box{test::EngineBox::Setup{.folder = {}, .adjust = [](microvm::EngineOptions &options) {
                                                     options.spareMachines = 1;
                                                 }}};
    double m_waitingMemory = 0;
};

} // namespace

void measureSpares(Figures &figures)
{
    if (!figures.wants(
            {QStringLiteral("launch_desktop_prespawned_ms"), QStringLiteral("prespawned_private_mib")}))
        return;
    SpareFigures(figures).measure();
}

} // namespace sandglass::bench
