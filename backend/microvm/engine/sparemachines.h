// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/machine/machine.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <vector>

namespace sandglass::microvm {

// QEMU processes that wait for a checkpoint's state (`-incoming defer`): a launch that gets one has no
// process to start, only a state to load. Each has its sandbox's id already, because its sockets and its disk
// lie in that one's folder; without a record it is nobody's, and an engine that finds it ends it.
//
// Kept for the checkpoints that were launched last, `each` a checkpoint, while the host has memory to spare.
// Started one at a time and not while launches come in. Engine thread; ends its processes with itself.
class SpareMachines : public QObject
{
    Q_OBJECT

public:
    struct Spare
    {
        SandboxId id;
        std::unique_ptr<Machine> machine;
    };

    SpareMachines(const EngineFacts &facts, int each, std::function<SandboxId()> newId);
    ~SpareMachines() override;

    // One for this checkpoint if there is one, which is the caller's from then on; asks for more of its kind.
    [[nodiscard]] std::optional<Spare> take(const CheckpointId &checkpoint);
    // Lets go of all others.
    void keepOnly(const std::function<bool(const CheckpointId &)> &useful);
    [[nodiscard]] int waiting() const;

private:
    struct Kept
    {
        CheckpointId checkpoint;
        Spare spare;
        bool ready = false;
    };

    void refill();
    void start(const CheckpointId &checkpoint);
    void started(const SandboxId &id, const Result<Done> &result);
    void drop(const SandboxId &id);
    void kill(const Spare &spare) const;
    void end(Spare &spare) const;

    const EngineFacts &m_facts;
    int m_each;
    std::function<SandboxId()> m_newId;
    std::deque<CheckpointId> m_wanted; // the last launched first
    std::vector<Kept> m_kept;
    QTimer m_quiet;
};

} // namespace sandglass::microvm
