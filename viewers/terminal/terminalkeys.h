// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalscreen.h"

#include <variant>

namespace sandglass::viewers {

struct TypedText
{
    QString text;
    friend bool operator==(const TypedText &, const TypedText &) = default;
};
struct FunctionKey
{
    int number = 1;
    friend bool operator==(const FunctionKey &, const FunctionKey &) = default;
};
struct NoStroke // a modifier alone, a media key
{
    friend bool operator==(const NoStroke &, const NoStroke &) = default;
};
using Stroke = std::variant<NoStroke, TypedText, TerminalKey, FunctionKey>;

// What a key press means to a terminal. With Ctrl the key counts and not its text, which Qt has turned into a
// control character already. Pure.
[[nodiscard]] Stroke strokeOf(int key, Qt::KeyboardModifiers modifiers, const QString &text);

void press(TerminalScreen &screen, const Stroke &stroke, Qt::KeyboardModifiers modifiers);

} // namespace sandglass::viewers
