// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/httperror.h"

#include <cerrno>
#include <system_error>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/jsonvalue.h"

namespace sandglass::guest {

std::string httpErrorBody(const HttpError &error)
{
    return dump({{"code", error.status}, {"message", error.message}});
}

void refuse(Exchange &exchange, const HttpError &error)
{
    exchange.respond(error.status, "application/json; charset=utf-8", httpErrorBody(error));
}

HttpError fileHttpError(int error, std::string_view what, std::string_view path)
{
    std::string message(what);
    message.append(" '").append(path).append("': ").append(std::generic_category().message(error));
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return {404, "path '" + std::string(path) + "' does not exist"};
    case ENOSPC:
    case EDQUOT:
        return {507, "not enough disk space available: " + message};
    case ENAMETOOLONG:
    case ELOOP:
    case EISDIR:
    case ENXIO:
        return {400, message};
    case EACCES:
    case EPERM:
    case EROFS:
        return {403, message};
    default:
        return {500, message};
    }
}

} // namespace sandglass::guest
