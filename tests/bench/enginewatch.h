// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/figures.h"
#include "tests/support/enginebox.h"

namespace sandglass::bench {

// When something happened to a sandbox, by the engine's journal: what a window shows comes up to one frame
// later, which is not the engine's time.
class EngineWatch
{
public:
    explicit EngineWatch(test::EngineBox &box) : m_box(box) {}

    // Only what happens from now on counts.
    void begin() { m_since = SystemClock().wallNow(); }

    // The first event that `is`, once it is there.
    [[nodiscard]] std::optional<WallTime> when(const SandboxId &id,
                                               const std::function<bool(const Event &)> &is)
    {
        std::optional<WallTime> at;
        const auto look = [&] {
            for (const Event &event : m_box.eventsOf(id)) {
                if (event.at < m_since || !is(event))
                    continue;
                at = event.at;
                return true;
            }
            return m_box.statusOf(id) == Status::Error;
        };
        (void)turnUntil(look, std::chrono::minutes(2));
        return at;
    }
    [[nodiscard]] std::optional<WallTime> became(const SandboxId &id, Status status)
    {
        return when(id, [status](const Event &event) {
            return event.type == EventType::Status && event.to == status;
        });
    }

private:
    test::EngineBox &m_box;
    WallTime m_since{};
};

[[nodiscard]] inline double millisecondsBetween(WallTime from, WallTime to)
{
    return double((to - from).count());
}

} // namespace sandglass::bench
