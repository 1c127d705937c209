// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/checkpointinfo.h"

#include <QMap>

namespace sandglass::microvm {

// The state of a sandbox at one moment, as the engine keeps it. Its memory is a difference to the RAM of the
// template's checkpoint that the sandbox was cloned from (or whole), its disk is what was the sandbox's
// topmost layer until then: the sandbox itself goes on in a new layer above it.
struct SandboxCheckpoint
{
    CheckpointInfo info; // `clones` is not kept: the sandboxes say it
    bool fork = false;   // made for clones that were asked for of the sandbox: not shown, gone with them
    CheckpointId base;   // the template's
    CheckpointId below;  // whose disk its own disk rests on; empty: the base's
    int depth = 1;       // disks from this one down to the base's
    Sandbox sandbox;     // as it was
    QMap<QString, QString> environment{};

    friend bool operator==(const SandboxCheckpoint &, const SandboxCheckpoint &) = default;
};

struct SandboxCheckpointPaths
{
    QString folder;

    // What memory and devices were: a delta, or QEMU's whole stream (see memory/deltaformat.h).
    [[nodiscard]] QString memory() const { return folder + QStringLiteral("/memory"); }
    [[nodiscard]] QString newMemory() const { return folder + QStringLiteral("/memory.new"); }
    [[nodiscard]] QString newDevices() const { return folder + QStringLiteral("/devices.new"); }
    [[nodiscard]] QString disk() const { return folder + QStringLiteral("/disk.qcow2"); }
    // Each clone's disk begins as a copy of this.
    [[nodiscard]] QString emptyOverlay() const { return folder + QStringLiteral("/overlay.qcow2"); }
};

} // namespace sandglass::microvm
