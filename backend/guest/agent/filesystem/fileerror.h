// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "backend/guest/agent/connect.h"

namespace sandglass::guest {

// What a refusal of the kernel means to a peer: "<what> '<path>': <reason>" with the code that fits.
ConnectError fileError(int error, std::string_view what, std::string_view path);

} // namespace sandglass::guest
