// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/domain/sandbox.h"

#include <map>

namespace sandglass::microvm {

// When each sandbox was last used, and since when it is as it is, in boot time: somebody who sets the wall
// clock must not make a policy believe that a day has passed. An engine that was away knows nothing of the
// time between; what it finds again counts as used just now. Engine thread.
class UseWatch
{
public:
    explicit UseWatch(const Clock &clock) : m_clock(clock) {}

    // New, or found again.
    void know(const Sandbox &sandbox);
    void statusChanged(const SandboxId &id);
    // True when it is worth telling: at most every ten seconds.
    [[nodiscard]] bool used(const SandboxId &id);
    // While somebody waits for a program in it, it is in use.
    void programBegan(const SandboxId &id);
    void programEnded(const SandboxId &id);

    // The sandbox with its times as they would be if the wall clock had always gone like now.
    [[nodiscard]] Sandbox steady(const Sandbox &sandbox) const;

private:
    struct Times
    {
        BootTime created{};
        BootTime status{};
        BootTime used{};
        BootTime told{};
        int programs = 0;
    };
    [[nodiscard]] BootTime bootOf(WallTime wall) const;

    const Clock &m_clock;
    std::map<SandboxId, Times> m_times;
};

} // namespace sandglass::microvm
