// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalcolors.h"

#include <QPalette>

namespace sandglass {

// The colours of terminals and of programs' output in one look. Programs choose sixteen of them by number;
// all are readable on the background, except the one that is meant to be as dark as a dark one.
[[nodiscard]] viewers::TerminalColors terminalColors(const QPalette &palette);

} // namespace sandglass
