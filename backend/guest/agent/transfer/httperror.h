// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// An error of the plain HTTP endpoints: {"code":404,"message":"..."}; no error has status 0.
struct HttpError
{
    int status = 0;
    std::string message;
};

std::string httpErrorBody(const HttpError &error);
void refuse(Exchange &exchange, const HttpError &error);

// What a refusal of the kernel means here: a full disk is 507, the rest is the server's own trouble.
HttpError fileHttpError(int error, std::string_view what, std::string_view path);

} // namespace sandglass::guest
