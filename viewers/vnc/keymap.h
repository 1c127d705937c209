// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace sandglass::viewers {

// From Qt's keys and from characters to X11 keysyms (X11/keysymdef.h; RFC 6143, 7.5.4). Pure tables.

// A key that is not a character: Return, F5, Left, dead accents. With `keypad`, the keypad's own symbol.
[[nodiscard]] std::optional<quint32> keysymForKey(int qtKey, bool keypad);
// Any printable character. Latin-1 is itself, all others 0x01000000 + code point.
[[nodiscard]] std::optional<quint32> keysymForCharacter(char32_t character);
// A modifier, left or right as the window system's symbol tells (0 if unknown: left).
[[nodiscard]] std::optional<quint32> keysymForModifier(int qtKey, quint32 nativeSymbol);
// Keys that only shape what the host types (AltGr, Caps Lock, Num Lock, Compose): the guest gets the result.
[[nodiscard]] bool staysOnHost(int qtKey);

// Whether a US keyboard, which is what QEMU turns symbols back into, has the character on its shifted level.
enum class UsLevel { Plain, Shifted, Neither };
[[nodiscard]] UsLevel usLevel(char32_t character);

} // namespace sandglass::viewers
