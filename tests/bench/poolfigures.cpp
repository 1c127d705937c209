// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/enginewatch.h"

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Rounds = 9;

// Launches that find a clone waiting.
class PoolFigures
{
public:
    PoolFigures(Figures &figures, const QString &templateId) : m_figures(figures), m_template(templateId) {}

    void measure(const QString &name, const QString &memoryName)
    {
        // Warms the template, so that the pool can be filled.
        if (!launch(false))
            return m_figures.fail(name, m_box.lastError().toLogLine());
        if (!m_box.await(m_box.fleet().stockControl()->setPool(m_template, {.least = 1, .most = 1})))
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
        m_figures.put(memoryName, median(memory), "MiB");
    }

private:
    [[nodiscard]] PoolInfo pool() const
    {
        for (const PoolInfo &info : m_box.fleet().stock()->pools()) {
            if (info.templateId == m_template)
                return info;
        }
        return {};
    }

    [[nodiscard]] std::optional<double> launch(bool fromPool)
    {
        const int assigned = pool().assigned;
        if (fromPool) {
            if (!turnUntil([&] { return pool().ready == 1; }, 60s))
                return std::nullopt;
            // So that nothing else is going on.
            (void)turnUntil([] { return false; }, 1s);
            m_waitingMemory = double(pool().memory.value) / (1024 * 1024);
        }
        LaunchSpec spec;
        spec.templateId = m_template;
        spec.timeout = 1h;
        EngineWatch watch(m_box);
        watch.begin();
        const auto pending = m_box.control().launch(spec, Cause::Program);
        if (!turnUntil([&] { return pending.isFinished(); }, 20s) || !pending.result())
            return std::nullopt;
        const SandboxId id = pending.result()->key.id;
        if (!turnUntil([&] { return !isTransitional(m_box.statusOf(id)); }, 15min) ||
            (fromPool && pool().assigned != assigned + 1))
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
    TemplateId m_template;
    mutable test::EngineBox m_box;
    double m_waitingMemory = 0;
};

} // namespace

void measurePools(Figures &figures)
{
    const QString code = QStringLiteral("pool_launch_ms");
    const QString codeMemory = QStringLiteral("pool_private_mib");
    if (figures.wants({code, codeMemory}))
        PoolFigures(figures, QStringLiteral("code")).measure(code, codeMemory);
    const QString desktop = QStringLiteral("launch_desktop_prespawned_ms");
    const QString desktopMemory = QStringLiteral("prespawned_private_mib");
    if (figures.wants({desktop, desktopMemory}))
        PoolFigures(figures, QStringLiteral("desktop")).measure(desktop, desktopMemory);
}

} // namespace sandglass::bench
