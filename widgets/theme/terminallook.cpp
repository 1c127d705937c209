// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/terminallook.h"

#include "widgets/theme/themecolors.h"

namespace sandglass {

namespace {

using viewers::TerminalColors;

constexpr std::array<QRgb, 16> Light{0x1a1f26, 0xb3182a, 0x146a2e, 0x7f5000, 0x2558bf, 0x8a2f8f,
                                     0x0b6e7a, 0x6b7480, 0x525c69, 0xc21f32, 0x1c7a38, 0x8d5a00,
                                     0x2f66d6, 0x9c3aa1, 0x0a7583, 0x434c57};
constexpr std::array<QRgb, 16> Dark{0x3b434d, 0xff8e88, 0x57cb78, 0xe8b04a, 0x82acff, 0xe39cf0,
                                    0x5cc8d4, 0xd3d9e0, 0x8f99a6, 0xffa8a3, 0x7ee09a, 0xf4c773,
                                    0xa3c2ff, 0xedb7f6, 0x86dde6, 0xf4f7fa};

TerminalColors made(const ThemeColors &theme, const std::array<QRgb, 16> &table)
{
    TerminalColors colors{.foreground = theme.text,
                          .background = theme.base,
                          .cursor = theme.accent,
                          .onCursor = theme.onAccent,
                          .selection = theme.selection,
                          .found = theme.accent,
                          .ansi = {}};
    for (std::size_t i = 0; i < table.size(); ++i)
        colors.ansi[i] = QColor(table[i]);
    return colors;
}

} // namespace

TerminalColors terminalColors(const QPalette &palette)
{
    static const TerminalColors light = made(lightColors(), Light);
    static const TerminalColors dark = made(darkColors(), Dark);
    return isDark(palette) ? dark : light;
}

} // namespace sandglass
