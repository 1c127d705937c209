// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "models/fleetcolumns.h"

#include <QList>
#include <QMetaType>

namespace sandglass {

// What changed in the store, by slot. A slot is in one list only. A removed slot is empty by then; it may be
// one that came and went since the last delta.
struct StoreDelta
{
    std::vector<Slot> added;
    std::vector<Slot> changed;
    std::vector<Slot> removed;
    // Those that changed in more than figures: names, labels, template. Perhaps more than once, or gone
    // since.
    std::vector<Slot> renamed;
    QList<SandboxKey> removedKeys;

    [[nodiscard]] bool isEmpty() const { return added.empty() && changed.empty() && removed.empty(); }
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::StoreDelta)
