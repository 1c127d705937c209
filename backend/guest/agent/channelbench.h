// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// Streams that measure the channel itself: GET /bench/source?bytes=N sends, POST /bench/sink counts and
// answers
// {"bytes"}, POST /bench/echo sends back what it gets as it comes. True when the path is one of these.
bool handleBench(const std::shared_ptr<Exchange> &exchange);

} // namespace sandglass::guest
