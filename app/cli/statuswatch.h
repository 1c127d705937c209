// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"

#include <QHash>

namespace sandglass::cli {

// Waits until sandboxes have come to rest: `settled` once for each, with what it has become. `expected` says
// whether that is what was asked for. A deleted one that the feed no longer lists counts as deleted.
class StatusWatch final : public QObject
{
    Q_OBJECT

public:
    explicit StatusWatch(FleetFeed &feed);

    // `since`: the sandbox as the command's acceptance described it.
    void add(const Sandbox &since, Status target);
    [[nodiscard]] bool isIdle() const { return m_waiting.isEmpty(); }

signals:
    void settled(const sandglass::Sandbox &sandbox, bool expected);

private:
    struct Wait
    {
        Sandbox since;
        Status target;
    };

    void look();
    void judge(const Sandbox &sandbox);

    FleetFeed &m_feed;
    QHash<SandboxId, Wait> m_waiting;
};

} // namespace sandglass::cli
