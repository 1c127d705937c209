// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/enginefacts.h"
#include "backend/microvm/machine/machine.h"
#include "backend/microvm/memory/deltafile.h"

namespace sandglass::microvm {

// Starts a machine's process and brings saved memory and devices into it: a delta over the template's
// checkpoint, or QEMU's whole stream; the file says which. What comes out stands still and can run. The file
// is only read. Engine thread; deleting it abandons the work where it stands.
class MemoryLoad : public QObject
{
    Q_OBJECT

public:
    MemoryLoad(const EngineFacts &facts, const VmRecord &record, Machine &machine);

    // CheckpointBroken when the file or what it rests on is not whole; QemuFailed, GuestDied.
    void begin(const QString &file, QObject *context, Reply<Done> reply);

private:
    void loadDelta(const Checkpoint &checkpoint);
    void open(const Checkpoint &checkpoint);
    void partReady();
    void fill();
    [[nodiscard]] Reply<Done> then(std::function<void()> next);

    const EngineFacts &m_facts;
    const VmRecord m_record;
    Machine &m_machine;
    QString m_file;
    Answer<Done> m_answer;
    MachineSpec m_spec;
    // Checked while the process starts; both must be done before it is filled.
    std::shared_ptr<DeltaFile> m_delta;
    DeltaBase m_base;
    int m_partsMissing = 0;
};

} // namespace sandglass::microvm
