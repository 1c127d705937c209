// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalkeys.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::viewers {

namespace {

constexpr std::array Keys{
    std::pair{Qt::Key_Return, TerminalKey::Enter},
    std::pair{Qt::Key_Enter, TerminalKey::Enter},
    std::pair{Qt::Key_Tab, TerminalKey::Tab},
    std::pair{Qt::Key_Backtab, TerminalKey::Tab},
    std::pair{Qt::Key_Backspace, TerminalKey::Backspace},
    std::pair{Qt::Key_Escape, TerminalKey::Escape},
    std::pair{Qt::Key_Up, TerminalKey::Up},
    std::pair{Qt::Key_Down, TerminalKey::Down},
    std::pair{Qt::Key_Left, TerminalKey::Left},
    std::pair{Qt::Key_Right, TerminalKey::Right},
    std::pair{Qt::Key_Insert, TerminalKey::Insert},
    std::pair{Qt::Key_Delete, TerminalKey::Delete},
    std::pair{Qt::Key_Home, TerminalKey::Home},
    std::pair{Qt::Key_End, TerminalKey::End},
    std::pair{Qt::Key_PageUp, TerminalKey::PageUp},
    std::pair{Qt::Key_PageDown, TerminalKey::PageDown},
};

} // namespace

Stroke strokeOf(int key, Qt::KeyboardModifiers modifiers, const QString &text)
{
    const auto known = std::ranges::find(Keys, key, [](const auto &each) { return int(each.first); });
    if (known != Keys.end())
        return known->second;
    if (key >= Qt::Key_F1 && key <= Qt::Key_F24)
        return FunctionKey{key - Qt::Key_F1 + 1};
    const bool isAscii = key >= Qt::Key_Space && key <= Qt::Key_AsciiTilde;
    if (modifiers.testFlag(Qt::ControlModifier) && isAscii)
        return TypedText{QString(QChar(static_cast<char16_t>(key))).toLower()};
    if (!text.isEmpty() && text.at(0).isPrint())
        return TypedText{text};
    if (modifiers.testFlag(Qt::AltModifier) && isAscii) {
        const QString letter(QChar(static_cast<char16_t>(key)));
        return TypedText{modifiers.testFlag(Qt::ShiftModifier) ? letter : letter.toLower()};
    }
    return NoStroke{};
}

void press(TerminalScreen &screen, const Stroke &stroke, Qt::KeyboardModifiers modifiers)
{
    if (const auto *typed = std::get_if<TypedText>(&stroke))
        screen.typeText(typed->text, modifiers);
    else if (const auto *key = std::get_if<TerminalKey>(&stroke))
        screen.pressKey(*key, modifiers);
    else if (const auto *function = std::get_if<FunctionKey>(&stroke))
        screen.pressFunctionKey(function->number, modifiers);
}

} // namespace sandglass::viewers
