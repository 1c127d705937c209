// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// Who may ask, by the E2B contract (1.6 and 3.1): the sandbox's token in a header, or a signed address of
// /files. Pure. An empty token lets everybody in.

enum class FileOperation { Read, Write };

// The parameters of a query; the first of a name counts. Nothing for a broken %-escape or too many of them.
std::optional<std::map<std::string, std::string>> parseQuery(std::string_view query);

// Takes the same time wherever the texts differ.
bool isSameSecret(std::string_view given, std::string_view expected);

bool hasToken(const Request &request, std::string_view token);

std::string signature(std::string_view path, FileOperation operation, std::string_view user,
                      std::string_view token, const std::optional<std::string> &expiry);

// Why a request for /files is refused, in the contract's words; empty when it is not.
std::string refuseFileRequest(const Request &request, const std::map<std::string, std::string> &query,
                              FileOperation operation, std::string_view token, std::int64_t now);

} // namespace sandglass::guest
