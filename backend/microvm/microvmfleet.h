// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/microvm/engine/engineoptions.h"

#include <memory>

namespace sandglass::microvm {

class EngineThread;

// The in-process engine behind the ports: the only face of this folder. Lives in the thread that opens it
// (the GUI's); the engine runs in a thread of its own, and only values cross. Destroying it leaves the
// machines running; the next one on the same data folder adopts them.
class MicroVmFleet final : public Fleet
{
public:
    // Starts the engine and returns at once; what goes wrong while it opens is told by the feed's context
    // (ContextState::Down with the error).
    explicit MicroVmFleet(EngineOptions options);
    ~MicroVmFleet() override;

    [[nodiscard]] FleetFeed &feed() override;
    [[nodiscard]] FleetControl *control() override;
    [[nodiscard]] Display *display() override;
    [[nodiscard]] Exec *exec() override;
    [[nodiscard]] GuestHttp *guestHttp() override;
    [[nodiscard]] FleetStock *stock() override;
    [[nodiscard]] StockControl *stockControl() override;
    [[nodiscard]] ConsoleLog *consoleLog() override;

private:
    std::unique_ptr<ConsoleLog> m_console;
    std::unique_ptr<EngineThread> m_engine;
    std::unique_ptr<FleetFeed> m_feed;
    std::unique_ptr<FleetControl> m_control;
    std::unique_ptr<Display> m_display;
    std::unique_ptr<Exec> m_exec;
    std::unique_ptr<GuestHttp> m_http;
    std::unique_ptr<FleetStock> m_stock;
    std::unique_ptr<StockControl> m_stockControl;
};

} // namespace sandglass::microvm
