// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sandglass::wire {

// The name alone; headers that only pass JSON on do without the library's many lines.
using Json = nlohmann::json;

} // namespace sandglass::wire
