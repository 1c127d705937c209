// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalscreen.h"

#include <vterm.h>

namespace sandglass::viewers {

// libvterm's values as ours and back. Only terminalscreen.cpp knows that there is a libvterm. Pure.

void appendCell(TerminalLine &line, const VTermScreenCell &from);
[[nodiscard]] VTermScreenCell cellFor(const TerminalLine &line, std::size_t column);
[[nodiscard]] VTermModifier modifiersOf(Qt::KeyboardModifiers modifiers);
[[nodiscard]] VTermKey keyOf(TerminalKey key);

} // namespace sandglass::viewers
