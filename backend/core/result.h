// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace sandglass {

// A value or an Error. The only name by which the project knows tl::expected.
template<typename T> using Result = tl::expected<T, Error>;

// Shorthand for the error end of a Result: `return fail(ErrorCode::NotFound, id);`
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, QString detail = {})
{
    return tl::unexpected<Error>(Error(code, std::move(detail)));
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace sandglass
