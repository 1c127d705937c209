// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/memoryload.h"
#include "backend/microvm/engine/workitem.h"

namespace sandglass::microvm {

// A machine from its template's checkpoint: overlay, process, device state, go, identity.
class CloneWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

protected:
    // One of a pool that turns out to be broken: the launch does without it.
    void failed(const Error &error) override;

private:
    void prepareFiles();
    void startMachine();
    void load(const CheckpointPaths &files);
    void wake();

    bool m_fromPool = false;
};

// A machine from a sandbox's checkpoint: its memory and devices, a disk above its disk, and an identity of
// its own before any program in it goes on.
class CheckpointCloneWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

private:
    void prepareFiles();
    void wake();

    std::unique_ptr<MemoryLoad> m_load;
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
    void wake();
    void takeBack();
    void run();
    void settle();

    bool m_thawing = false;
    std::unique_ptr<MemoryLoad> m_load;
};

} // namespace sandglass::microvm
