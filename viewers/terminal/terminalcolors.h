// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalcell.h"

#include <QColor>

#include <array>

namespace sandglass::viewers {

// The colours of a terminal; given by whoever owns the look.
struct TerminalColors
{
    QColor foreground;
    QColor background;
    QColor cursor;
    QColor onCursor;
    QColor selection;
    QColor found; // the border of a text that was searched for
    std::array<QColor, 16> ansi;

    friend bool operator==(const TerminalColors &, const TerminalColors &) = default;
};

// Of the 256: 16 of ours, a cube of 6 by 6 by 6, and 24 greys (xterm's).
[[nodiscard]] QColor indexedColor(const TerminalColors &colors, int index);

struct CellColors
{
    QColor foreground;
    QColor background; // invalid: the terminal's own

    friend bool operator==(const CellColors &, const CellColors &) = default;
};

[[nodiscard]] CellColors cellColors(const TerminalColors &colors, const TerminalStyle &style,
                                    bool screenReversed);

} // namespace sandglass::viewers
