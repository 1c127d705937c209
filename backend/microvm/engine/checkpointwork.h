// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/machine/machine.h"
#include "backend/microvm/memory/deltafile.h"

#include <QElapsedTimer>
#include <QObject>

namespace sandglass::microvm {

// Takes a checkpoint of a machine that runs. Before it stands still, everything that may wait for a disk is
// done: the checkpoint's folder with a second name of the disk's topmost layer, and a new empty layer above
// it. Then its programs are held, the guest stops, devices and changed pages are written, QEMU switches to
// the new layer, and it goes on; syncing comes after.
//
// `layered` journals that the disk has another layer, and is called before QEMU is told: an empty layer above
// reads the same, so the record is right whether QEMU came to it or not. `awake` is called when the guest
// runs again (it must be told the time, and who it is, so that its programs go on). Deleting this lets the
// guest go on, too; `awake` is the deleter's to do then. Engine thread.
class CheckpointWork : public QObject
{
    Q_OBJECT

public:
    struct Steps
    {
        std::function<Result<Done>()> layered;
        std::function<void()> awake;
    };
    struct Outcome
    {
        std::chrono::milliseconds stoppedFor{};
        Bytes size;

        friend bool operator==(const Outcome &, const Outcome &) = default;
    };

    CheckpointWork(const EngineFacts &facts, const VmRecord &record, const SandboxCheckpoint &checkpoint,
                   Machine &machine, Steps steps);
    ~CheckpointWork() override;
    void begin();
    [[nodiscard]] const CheckpointId &id() const { return m_checkpoint.info.id; }

signals:
    void finished(const sandglass::Result<sandglass::microvm::CheckpointWork::Outcome> &end);

private:
    void checkDisk(const QString &topmost);
    void prepare();
    void holdPrograms();
    void stop();
    void collect();
    void switchDisk();
    void copy();
    void saveWhole(const Error &reason);
    void goOn();
    void keep();
    void end(const Result<Outcome> &result);
    void failed(const Error &error);
    [[nodiscard]] Reply<Done> then(std::function<void()> next);
    [[nodiscard]] QString disk() const { return m_machine.paths().disk(m_record.diskLayer); }
    [[nodiscard]] QString nextDisk() const { return m_machine.paths().disk(m_record.diskLayer + 1); }

    const EngineFacts &m_facts;
    const VmRecord m_record;
    const SandboxCheckpoint m_checkpoint;
    const SandboxCheckpointPaths m_files;
    Machine &m_machine;
    Steps m_steps;
    CancelFlag m_cancel;
    QElapsedTimer m_stopped; // valid while it stands still
    std::chrono::milliseconds m_stoppedFor{};
    bool m_ended = false;
};

} // namespace sandglass::microvm
