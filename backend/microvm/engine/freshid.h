// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

namespace sandglass::microvm {

// Ids that nobody can guess. Letters and digits only, so that one can stand in a host name beside a port.
[[nodiscard]] SandboxId freshSandboxId();
[[nodiscard]] CheckpointId freshCheckpointId();

} // namespace sandglass::microvm
