// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/vtermvalues.h"

#include <array>
#include <utility>

namespace sandglass::viewers {

namespace {

constexpr char32_t WideTail = 0xffffffff;

TerminalColor colorOf(const VTermColor &color)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color))
        return {};
    if (VTERM_COLOR_IS_INDEXED(&color))
        return {TerminalColor::Kind::Indexed, color.indexed.idx, 0, 0};
    return {TerminalColor::Kind::Exact, color.rgb.red, color.rgb.green, color.rgb.blue};
}

VTermColor colorFor(const TerminalColor &color, bool foreground)
{
    VTermColor result;
    switch (color.kind) {
    case TerminalColor::Kind::Default:
        vterm_color_rgb(&result, 0, 0, 0);
        result.type |= foreground ? VTERM_COLOR_DEFAULT_FG : VTERM_COLOR_DEFAULT_BG;
        break;
    case TerminalColor::Kind::Indexed:
        vterm_color_indexed(&result, color.red);
        break;
    case TerminalColor::Kind::Exact:
        vterm_color_rgb(&result, color.red, color.green, color.blue);
        break;
    }
    return result;
}

bool isCharacter(char32_t c)
{
    return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
}

} // namespace

void appendCell(TerminalLine &line, const VTermScreenCell &from)
{
    TerminalCell cell;
    cell.width = from.width == 2 ? 2 : 1;
    cell.style = {.foreground = colorOf(from.fg),
                  .background = colorOf(from.bg),
                  .underline = static_cast<Underline>(from.attrs.underline),
                  .bold = from.attrs.bold != 0,
                  .italic = from.attrs.italic != 0,
                  .blink = from.attrs.blink != 0,
                  .reverse = from.attrs.reverse != 0,
                  .strike = from.attrs.strike != 0};
    if (from.chars[0] == WideTail)
        cell.width = 0;
    else
        cell.character = isCharacter(from.chars[0]) ? from.chars[0] : U'\ufffd';
    std::u32string marks;
    for (std::size_t i = 1; i < VTERM_MAX_CHARS_PER_CELL && from.chars[i] != 0 && cell.width != 0; ++i) {
        if (isCharacter(from.chars[i]))
            marks += char32_t(from.chars[i]);
    }
    if (!marks.empty() && line.marks.size() < 255) {
        line.marks.push_back(std::move(marks));
        cell.marks = static_cast<quint8>(line.marks.size());
    }
    line.cells.push_back(cell);
}

VTermScreenCell cellFor(const TerminalLine &line, std::size_t column)
{
    VTermScreenCell result{};
    const TerminalCell cell = column < line.cells.size() ? line.cells[column] : TerminalCell();
    result.chars[0] = cell.width == 0 ? WideTail : cell.character;
    if (cell.marks > 0 && cell.marks <= line.marks.size()) {
        const std::u32string &marks = line.marks[cell.marks - 1U];
        for (std::size_t i = 0; i < marks.size() && i + 1 < VTERM_MAX_CHARS_PER_CELL; ++i)
            result.chars[i + 1] = marks[i];
    }
    result.width = static_cast<char>(cell.width == 2 ? 2 : 1);
    result.attrs.bold = cell.style.bold;
    result.attrs.underline = static_cast<unsigned>(cell.style.underline) & 3U;
    result.attrs.italic = cell.style.italic;
    result.attrs.blink = cell.style.blink;
    result.attrs.reverse = cell.style.reverse;
    result.attrs.strike = cell.style.strike;
    result.fg = colorFor(cell.style.foreground, true);
    result.bg = colorFor(cell.style.background, false);
    return result;
}

VTermModifier modifiersOf(Qt::KeyboardModifiers modifiers)
{
    unsigned result = VTERM_MOD_NONE;
    if (modifiers.testFlag(Qt::ShiftModifier))
        result |= VTERM_MOD_SHIFT;
    if (modifiers.testFlag(Qt::AltModifier))
        result |= VTERM_MOD_ALT;
    if (modifiers.testFlag(Qt::ControlModifier))
        result |= VTERM_MOD_CTRL;
    return static_cast<VTermModifier>(result);
}

VTermKey keyOf(TerminalKey key)
{
    constexpr std::array Keys{VTERM_KEY_ENTER,  VTERM_KEY_TAB,     VTERM_KEY_BACKSPACE, VTERM_KEY_ESCAPE,
                              VTERM_KEY_UP,     VTERM_KEY_DOWN,    VTERM_KEY_LEFT,      VTERM_KEY_RIGHT,
                              VTERM_KEY_INS,    VTERM_KEY_DEL,     VTERM_KEY_HOME,      VTERM_KEY_END,
                              VTERM_KEY_PAGEUP, VTERM_KEY_PAGEDOWN};
    return Keys[static_cast<std::size_t>(key)];
}

} // namespace sandglass::viewers
