// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalcell.h"

#include <deque>

namespace sandglass::viewers {

struct ScrollbackLimits
{
    qint64 lines = 10'000;
    qint64 cells = 1'500'000; // some 24 MB, however wide the lines are
};

// The lines that left a terminal's screen at its top. Lines have numbers that stay theirs: the first line
// that ever left is 0. Plain value; bounded by lines and by cells.
class Scrollback
{
public:
    explicit Scrollback(ScrollbackLimits limits = {}) : m_limits(limits) {}

    [[nodiscard]] qint64 begin() const { return m_begin; } // the oldest that is kept
    [[nodiscard]] qint64 end() const { return m_begin + static_cast<qint64>(m_lines.size()); }
    [[nodiscard]] const TerminalLine &at(qint64 line) const;

    void push(TerminalLine line);
    // Takes the newest back; nothing is left: an empty line.
    [[nodiscard]] TerminalLine pop();
    void clear();

private:
    ScrollbackLimits m_limits;
    std::deque<TerminalLine> m_lines;
    qint64 m_begin = 0;
    qint64 m_cells = 0;
};

} // namespace sandglass::viewers
