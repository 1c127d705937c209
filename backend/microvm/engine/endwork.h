// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/workitem.h"

namespace sandglass::microvm {

// The guest powers itself off; one that does not is ended after its disks were asked to be in order.
class ShutDownWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

private:
    void askGuest();
    void endHard();

    QTimer m_limit;
};

// No process and no file is left. Cannot fail for want of a machine.
class DestroyWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

private:
    void removeFiles();
};

} // namespace sandglass::microvm
