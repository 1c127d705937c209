// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/workitem.h"
#include "backend/microvm/memory/deltafile.h"

namespace sandglass::microvm {

// The guest stands still where it is: milliseconds. One that cannot be frozen runs on.
class FreezeWork final : public WorkItem
{
    Q_OBJECT

public:
    using WorkItem::WorkItem;
    void begin() override;

protected:
    void failed(const Error &error) override;
};

// A frozen machine to disk, then the end of its process; in its turn (SaveQueue). Written are the device
// state and the pages that this machine changed since its checkpoint, or all memory where those cannot be
// told. The file counts when it, the disk and the folder are synced and it has its final name: until then the
// machine stays frozen, whatever happens, and can go on at any moment.
class SaveWork final : public WorkItem
{
    Q_OBJECT

public:
    SaveWork(const EngineFacts &facts, const VmRecord &record, Machine &machine);
    ~SaveWork() override;
    void begin() override;

protected:
    void failed(const Error &error) override;

private:
    void freeze();
    void collect();
    void copy(const Checkpoint &checkpoint);
    void saveWhole(const Error &reason);
    void keep();

    CancelFlag m_cancel;
    std::optional<Error> m_whole;
    bool m_complete = false;
};

} // namespace sandglass::microvm
