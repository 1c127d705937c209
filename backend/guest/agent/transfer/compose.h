// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/transfer/httperror.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// POST /files/compose: uploaded parts become one file, by a new file and a rename, so that a failure leaves
// what was there; the parts are removed.
struct ComposePlan
{
    std::vector<std::string> sources;
    std::string destination;
    User user;
};

struct ComposeResult
{
    HttpError error;
    std::string body;
};

std::variant<ComposePlan, HttpError> parseCompose(const nlohmann::json &message, const User &user,
                                                  std::string_view workingDirectory);

// For the disk threads.
ComposeResult composeFile(const ComposePlan &plan);

} // namespace sandglass::guest
