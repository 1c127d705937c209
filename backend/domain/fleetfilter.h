// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QSet>

namespace sandglass {

// Which sandboxes to show. Empty sets do not restrict; without statuses, stopped and deleted ones are hidden
// (seed 002). Metadata must all match exactly. `text` is looked for in name and id, ignoring case.
struct FleetFilter
{
    QSet<int> statuses; // values of Status
    QSet<int> kinds;    // values of Kind
    Metadata metadata;
    QString text;

    [[nodiscard]] bool matches(const Sandbox &sandbox) const;
    [[nodiscard]] bool isEmpty() const;

    friend bool operator==(const FleetFilter &, const FleetFilter &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::FleetFilter)
