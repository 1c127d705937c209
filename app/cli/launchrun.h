// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandrun.h"
#include "app/cli/statuswatch.h"

namespace sandglass::cli {

// launch: checks what can be checked here, asks, and with --wait stays until the sandbox runs.
class LaunchRun final : public CommandRun
{
    Q_OBJECT

public:
    LaunchRun(Fleet &fleet, const Clock &clock, const Output &output, Launch request);
    void begin() override;

private:
    void accepted(const Result<Sandbox> &answer);
    void report(const Sandbox &sandbox);

    Launch m_request;
    StatusWatch m_watch;
};

} // namespace sandglass::cli
