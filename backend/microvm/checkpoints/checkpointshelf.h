// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/microvm/checkpoints/sandboxcheckpoint.h"
#include "backend/microvm/store/journal.h"

#include <map>
#include <set>

namespace sandglass::microvm {

// The checkpoints of sandboxes: their records in the journal, written before each effect, and their folders.
// A removed one loses its memory at once; its disk stays as long as another disk rests on it, which nobody
// has to know. Engine thread.
class CheckpointShelf
{
public:
    // Layers of one disk; each is a file that QEMU keeps open.
    static constexpr int MostLayers = 64;

    explicit CheckpointShelf(QString folder) : m_folder(std::move(folder)) {}

    // Reads the records. One that was being made when its engine went away counts as removed; folders that no
    // record knows are removed. The journal must outlive the shelf.
    [[nodiscard]] Result<Done> load(Journal &journal);

    [[nodiscard]] SandboxCheckpointPaths paths(const CheckpointId &id) const;
    [[nodiscard]] const SandboxCheckpoint *find(const CheckpointId &id) const;
    [[nodiscard]] const std::map<CheckpointId, SandboxCheckpoint> &all() const { return m_all; }
    // Among those that people see.
    [[nodiscard]] bool isNameTaken(const QString &name) const;
    // The template checkpoints that something here rests on.
    [[nodiscard]] std::vector<CheckpointId> bases() const;

    [[nodiscard]] std::vector<CheckpointId> forks() const;

    [[nodiscard]] Result<Done> put(const SandboxCheckpoint &checkpoint);
    [[nodiscard]] Result<Done> remove(const CheckpointId &id);
    // Removes the disks of removed ones that nothing rests on: neither another checkpoint nor one of `used`.
    void collect(const std::set<CheckpointId> &used);

private:
    QString m_folder;
    Journal *m_journal = nullptr;
    std::map<CheckpointId, SandboxCheckpoint> m_all;
};

} // namespace sandglass::microvm
