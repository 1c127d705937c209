// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "models/fleetsnapshot.h"
#include "models/journal/journalsearch.h"

namespace sandglass {

// The sandboxes as they were at a moment: from what is known of them now, with everything undone that the
// journal tells since; whoever is gone since is there again. What the journal does not have stays as it is
// now: see the past's gaps. How long and at what price they ran until then is not known, and left empty.
// Pure; any thread.
[[nodiscard]] QList<Sandbox> fleetAt(const QList<Sandbox> &now, const JournalPast &past, WallTime moment);

// One context of such a fleet, behind the port that lists look at: it stands still, and nothing can be asked
// of it.
class PastFleet final : public Fleet
{
public:
    PastFleet(const ContextInfo &context, QList<Sandbox> sandboxes, WallTime moment);
    ~PastFleet() override;

    // Another moment; the list is replaced.
    void show(QList<Sandbox> sandboxes, WallTime moment);

    [[nodiscard]] FleetFeed &feed() override;
    [[nodiscard]] FleetControl *control() override { return nullptr; }
    [[nodiscard]] Display *display() override { return nullptr; }
    [[nodiscard]] Exec *exec() override { return nullptr; }

private:
    class Feed;
    std::unique_ptr<Feed> m_feed;
};

// Time as it was.
class StillClock final : public Clock
{
public:
    explicit StillClock(WallTime moment) : m_moment(moment) {}
    [[nodiscard]] WallTime wallNow() const override { return m_moment; }
    [[nodiscard]] BootTime bootNow() const override { return {}; }
    [[nodiscard]] QString bootId() const override { return {}; }
    void set(WallTime moment) { m_moment = moment; }

private:
    WallTime m_moment;
};

} // namespace sandglass
