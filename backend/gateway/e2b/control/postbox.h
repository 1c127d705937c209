// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/postbox.h"

namespace sandglass::gateway {

using sandglass::Postbox;

} // namespace sandglass::gateway
