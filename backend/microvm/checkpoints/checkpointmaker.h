// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/machine/machine.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace sandglass::microvm {

// Boots a template once and freezes it when its agent says that it is ready: the checkpoint that every launch
// of this size clones. Takes a minute or two under emulation. Engine thread; deleting it ends the machine and
// leaves a half product that the next try removes. `finished` comes once.
class CheckpointMaker : public QObject
{
    Q_OBJECT

public:
    CheckpointMaker(const EngineFacts &facts, CheckpointKey key, std::optional<QSize> screen, WallTime now);
    ~CheckpointMaker() override;

    void begin();
    [[nodiscard]] std::chrono::milliseconds elapsed() const;
    // The last line of the guest's console.
    [[nodiscard]] QString lastLine() const;
    [[nodiscard]] QString logPath() const { return m_machine->paths().serialLog(); }

signals:
    void finished(const sandglass::Result<sandglass::CheckpointId> &made);

private:
    void prepareFiles(const KernelImage &kernel, const RootImage &root);
    void boot(const KernelImage &kernel, const RootImage &root);
    void awaitReady(std::chrono::milliseconds deadline);
    void answered(const Result<QString> &ready, std::chrono::milliseconds deadline);
    void settle();
    void holdPrograms();
    void freezeAndSave();
    void seal();
    void fail(const Error &error);
    [[nodiscard]] Reply<Done> then(std::function<void()> next);

    const EngineFacts &m_facts;
    Checkpoint m_checkpoint;
    CheckpointPaths m_files;
    std::unique_ptr<Machine> m_machine;
    QElapsedTimer m_clock;
};

} // namespace sandglass::microvm
