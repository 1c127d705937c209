// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"
#include "widgets/theme/icons.h"

namespace sandglass {

// The icon of a kind of sandbox.
[[nodiscard]] constexpr Icon kindIcon(Kind kind)
{
    switch (kind) {
    case Kind::Code:
        return Icon::Code;
    case Kind::Browser:
        return Icon::Browser;
    case Kind::Desktop:
        return Icon::Desktop;
    case Kind::Mobile:
        return Icon::Mobile;
    }
    return Icon::All;
}

} // namespace sandglass
