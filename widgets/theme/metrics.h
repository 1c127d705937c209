// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/consolesettings.h"

namespace sandglass {

// The 8 px grid: everything is a multiple of Grid, or half of it inside a group.
inline constexpr int Grid = 8;
inline constexpr int HalfGrid = 4;
inline constexpr int IconSide = 16;
inline constexpr int CornerRadius = 5;

// Height of a row of the fleet, from the font's height.
[[nodiscard]] constexpr int rowHeight(Density density, int fontHeight)
{
    return fontHeight + (density == Density::Comfortable ? 2 * Grid : Grid);
}

} // namespace sandglass
