// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/fleetfilter.h"

namespace sandglass {

bool FleetFilter::matches(const Sandbox &sandbox) const
{
    const bool statusFits = statuses.isEmpty() ? !isHiddenByDefault(sandbox.status)
                                               : statuses.contains(static_cast<int>(sandbox.status));
    if (!statusFits || (!kinds.isEmpty() && !kinds.contains(static_cast<int>(sandbox.kind))))
        return false;
    if (!containsAll(sandbox.metadata, metadata))
        return false;
    return text.isEmpty() || sandbox.name.contains(text, Qt::CaseInsensitive) ||
           sandbox.key.id.toString().contains(text, Qt::CaseInsensitive);
}

bool FleetFilter::isEmpty() const
{
    return *this == FleetFilter();
}

} // namespace sandglass
