// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/consolelog.h"
#include "backend/api/display.h"
#include "backend/api/exec.h"
#include "backend/api/files.h"
#include "backend/api/fleetcontrol.h"
#include "backend/api/fleetfeed.h"
#include "backend/api/guesthttp.h"
#include "backend/api/guestmetrics.h"
#include "backend/api/programaccess.h"
#include "backend/api/stockcontrol.h"
#include "backend/api/terminals.h"

namespace sandglass {

// One context: a way to look and, where the backend allows it, ways to act. Models merge any number of them;
// nothing above this folder knows which kind it holds. Lives in the GUI thread (or the main thread of a
// command); the owner deletes it last.
class Fleet
{
public:
    virtual ~Fleet() = default;
    [[nodiscard]] virtual FleetFeed &feed() = 0;
    // Each of these may be null: the backend cannot do it at all.
    [[nodiscard]] virtual FleetControl *control() = 0;
    [[nodiscard]] virtual Display *display() = 0;
    [[nodiscard]] virtual Exec *exec() = 0;
    [[nodiscard]] virtual GuestHttp *guestHttp() { return nullptr; }
    [[nodiscard]] virtual ProgramAccess *programAccess() { return nullptr; }
    [[nodiscard]] virtual FleetStock *stock() { return nullptr; }
    [[nodiscard]] virtual StockControl *stockControl() { return nullptr; }
    [[nodiscard]] virtual Terminals *terminals() { return nullptr; }
    [[nodiscard]] virtual Files *files() { return nullptr; }
    [[nodiscard]] virtual FileChanges *fileChanges() { return nullptr; }
    [[nodiscard]] virtual GuestMetrics *guestMetrics() { return nullptr; }
    [[nodiscard]] virtual ConsoleLog *consoleLog() { return nullptr; }
};

} // namespace sandglass
