// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace sandglass::viewers {

// A colour as a program asks for it: none, one of 256, or exactly this one.
struct TerminalColor
{
    enum class Kind : quint8 { Default, Indexed, Exact };
    Kind kind = Kind::Default;
    quint8 red = 0; // or the index
    quint8 green = 0;
    quint8 blue = 0;

    friend bool operator==(const TerminalColor &, const TerminalColor &) = default;
};

enum class Underline : quint8 { None, Single, Double, Curly };

// How one cell looks.
struct TerminalStyle
{
    TerminalColor foreground{};
    TerminalColor background{};
    Underline underline = Underline::None;
    bool bold = false;
    bool italic = false;
    bool blink = false;
    bool reverse = false;
    bool strike = false;

    friend bool operator==(const TerminalStyle &, const TerminalStyle &) = default;
};

// One place of the grid. A wide character is a cell of width 2 and, right of it, one of width 0.
struct TerminalCell
{
    char32_t character = 0; // 0: nothing was written here
    TerminalStyle style;
    quint8 width = 1;
    quint8 marks = 0; // number of the line's marks that sit on the character, from 1; 0: none

    friend bool operator==(const TerminalCell &, const TerminalCell &) = default;
};

// A row of cells, without the empty ones at its end. Plain value.
struct TerminalLine
{
    std::vector<TerminalCell> cells;
    std::vector<std::u32string> marks; // combining characters, at most 255

    // The characters of cells from..to (exclusive); empty cells are spaces.
    [[nodiscard]] QString text(int from, int to) const;
    [[nodiscard]] QString text() const { return text(0, static_cast<int>(cells.size())); }
    [[nodiscard]] QString textOf(const TerminalCell &cell) const;
    void trim();

    friend bool operator==(const TerminalLine &, const TerminalLine &) = default;
};

} // namespace sandglass::viewers
