// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalcolors.h"

#include <utility>

namespace sandglass::viewers {

QColor indexedColor(const TerminalColors &colors, int index)
{
    if (index < 16)
        return colors.ansi[static_cast<std::size_t>(std::max(index, 0))];
    if (index < 232) {
        const auto level = [](int step) {
            return step == 0 ? 0 : 55 + 40 * step;
        };
        const int cube = index - 16;
        return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
    }
    const int grey = 8 + 10 * (std::min(index, 255) - 232);
    return {grey, grey, grey};
}

CellColors cellColors(const TerminalColors &colors, const TerminalStyle &style, bool screenReversed)
{
    const auto resolved = [&](const TerminalColor &color) {
        switch (color.kind) {
        case TerminalColor::Kind::Indexed:
            return indexedColor(colors, color.red);
        case TerminalColor::Kind::Exact:
            return QColor(color.red, color.green, color.blue);
        case TerminalColor::Kind::Default:
            break;
        }
        return QColor();
    };
    QColor foreground = resolved(style.foreground);
    QColor background = resolved(style.background);
    if (style.reverse != screenReversed) {
        foreground = foreground.isValid() ? foreground : colors.foreground;
        background = background.isValid() ? background : colors.background;
        std::swap(foreground, background);
    }
    return {foreground.isValid() ? foreground : colors.foreground, background};
}

} // namespace sandglass::viewers
