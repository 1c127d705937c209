// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/api/wire/json.h"

namespace sandglass::gateway {

// One call of the local API: reads its parameters, asks the fleet, and answers as JSON in `context`'s thread.
struct Call
{
    const char *method;
    Pending<wire::Json> (*run)(Fleet &fleet, const wire::Json &params, QObject *context);
};

// Null for a method that there is not.
[[nodiscard]] const Call *findCall(const QString &method);

} // namespace sandglass::gateway
