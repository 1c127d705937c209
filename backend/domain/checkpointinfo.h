// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

namespace sandglass {

enum class CheckpointState {
    Making,  // of a sandbox that runs on meanwhile
    Ready,   // clones can be made
    Removed, // nobody can clone it any more; kept only while disks still rest on it
};

// The state of a sandbox at one moment, kept to make clones of. Its lineage is what the sandboxes say: each
// clone names its checkpoint (Sandbox::origin), each checkpoint its sandbox.
struct CheckpointInfo
{
    CheckpointId id;
    QString name; // unique among those that are there
    CheckpointState state = CheckpointState::Making;
    SandboxId sandbox; // whose state it is
    QString sandboxName;
    CheckpointId parent; // that the sandbox itself was cloned from, if any
    TemplateId templateId;
    Kind kind = Kind::Code;
    Resources resources;
    WallTime madeAt{};
    std::chrono::milliseconds stoppedFor{}; // how long the sandbox stood still for it
    Bytes size;                             // on disk: memory and what its disk differs by
    QList<SandboxId> clones;                // that live now

    friend bool operator==(const CheckpointInfo &, const CheckpointInfo &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::CheckpointInfo)
