// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/checkpointwork.h"
#include "backend/microvm/engine/workitem.h"

#include <memory>

namespace sandglass::microvm {

// One sandbox as the engine holds it: its record, its machine, and what is done to it now. The works refer to
// the machine, so it goes last.
struct Entry
{
    VmRecord record;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<WorkItem> work;
    // Beside it, while the sandbox runs:
    std::unique_ptr<CheckpointWork> checkpointing{};
    Reply<CheckpointInfo> checkpointReply{};
};

} // namespace sandglass::microvm
