// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/process.h"

namespace sandglass::guest {

// process.Process/StreamInput: a client stream of one `start` (which process), then `data` and `keepalive`.
// A piece is taken from the peer when the piece before it is in the process's pipe, so a process that does
// not read holds back its own stream only. Answers when the peer has finished; the process's input stays
// open.
using FindProcess = std::function<Answer<std::shared_ptr<Process>>(const nlohmann::json &message)>;

void takeInputStream(const std::shared_ptr<Exchange> &exchange, FindProcess find);

} // namespace sandglass::guest
