// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/fileerror.h"

#include <cerrno>
#include <system_error>

namespace sandglass::guest {

namespace {

const char *codeOf(int error)
{
    switch (error) {
    case ENOENT:
        return "not_found";
    case ENOTDIR:
    case EISDIR:
    case EINVAL:
    case ENAMETOOLONG:
        return "invalid_argument";
    case EACCES:
    case EPERM:
    case EROFS:
        return "permission_denied";
    case ELOOP:
    case ENOTEMPTY:
    case EBUSY:
        return "failed_precondition";
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
        return "resource_exhausted";
    case EEXIST:
        return "already_exists";
    default:
        return "internal";
    }
}

} // namespace

ConnectError fileError(int error, std::string_view what, std::string_view path)
{
    std::string message(what);
    message.append(" '").append(path).append("': ");
    message += std::generic_category().message(error);
    return {codeOf(error), std::move(message)};
}

} // namespace sandglass::guest
