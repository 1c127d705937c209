// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/workitem.h"

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

// A machine from its saved memory. The saved memory is let go of (renamed to 'spent') just before the guest
// runs, because from then on its disk moves on: a crash can tell the two sides apart.
class RestoreWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

protected:
    void failed(const Error &error) override;

private:
    void startMachine();
    void wake();
    void settle();

    bool m_woken = false;
};

} // namespace sandglass::microvm
