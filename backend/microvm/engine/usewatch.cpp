// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/usewatch.h"

namespace sandglass::microvm {

namespace {

constexpr std::chrono::seconds ToldEvery{10};

} // namespace

BootTime UseWatch::bootOf(WallTime wall) const
{
    return m_clock.bootNow() - (m_clock.wallNow() - wall);
}

void UseWatch::know(const Sandbox &sandbox)
{
    const BootTime now = m_clock.bootNow();
    m_times[sandbox.key.id] = {.created = bootOf(sandbox.createdAt),
                               .status = bootOf(sandbox.statusSince),
                               .used = now,
                               .told = now,
                               .programs = 0};
}

void UseWatch::statusChanged(const SandboxId &id)
{
    Times &times = m_times[id];
    times.status = times.used = m_clock.bootNow();
}

bool UseWatch::used(const SandboxId &id)
{
    Times &times = m_times[id];
    times.used = m_clock.bootNow();
    if (times.used - times.told < ToldEvery)
        return false;
    times.told = times.used;
    return true;
}

void UseWatch::programBegan(const SandboxId &id)
{
    ++m_times[id].programs;
}

void UseWatch::programEnded(const SandboxId &id)
{
    Times &times = m_times[id];
    times.programs = std::max(0, times.programs - 1);
    times.used = m_clock.bootNow();
}

Sandbox UseWatch::steady(const Sandbox &sandbox) const
{
    const auto found = m_times.find(sandbox.key.id);
    if (found == m_times.end())
        return sandbox;
    const auto wallOf = [&](BootTime boot) {
        return m_clock.wallNow() -
               std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.bootNow() - boot);
    };
    Sandbox steady = sandbox;
    steady.createdAt = wallOf(found->second.created);
    steady.statusSince = wallOf(found->second.status);
    steady.activeAt = found->second.programs > 0 ? m_clock.wallNow() : wallOf(found->second.used);
    return steady;
}

} // namespace sandglass::microvm
