// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/workitem.h"
#include "backend/microvm/memory/deltafile.h"

namespace sandglass::microvm {

// A machine from its template's checkpoint: overlay, process, device state, go, identity.
class CloneWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

private:
    void prepareFiles();
    void startMachine();
    void load(const CheckpointPaths &files);
    void wake();
};

// A machine from its own disk, as after a power-on.
class ColdStartWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

private:
    void boot();
    void awaitReady();
};

// A frozen machine that goes on, or one from its saved memory: what is there decides. Saved memory is let go
// of (renamed to 'spent') just before the guest runs, because from then on its disk moves on: a crash can
// tell the two sides apart.
class RestoreWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

protected:
    void failed(const Error &error) override;

private:
    void thaw();
    void startMachine();
    void prepareDelta(const Checkpoint &checkpoint);
    void partReady();
    void fill();
    void wake();
    void takeBack();
    void run();
    void settle();

    bool m_thawing = false;
    // A delta: checked while the process starts; both must be done before it is filled.
    std::shared_ptr<DeltaFile> m_delta;
    DeltaBase m_base;
    int m_partsMissing = 0;
};

} // namespace sandglass::microvm
