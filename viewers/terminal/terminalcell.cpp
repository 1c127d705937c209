// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalcell.h"

#include <algorithm>

namespace sandglass::viewers {

QString TerminalLine::textOf(const TerminalCell &cell) const
{
    if (cell.character == 0)
        return cell.width == 0 ? QString() : QStringLiteral(" ");
    QString text = QString::fromUcs4(&cell.character, 1);
    if (cell.marks > 0 && cell.marks <= marks.size()) {
        const std::u32string &above = marks[cell.marks - 1U];
        text += QString::fromUcs4(above.data(), static_cast<qsizetype>(above.size()));
    }
    return text;
}

QString TerminalLine::text(int from, int to) const
{
    QString text;
    const auto end = std::min(static_cast<std::size_t>(std::max(to, 0)), cells.size());
    for (auto i = static_cast<std::size_t>(std::max(from, 0)); i < end; ++i)
        text += textOf(cells[i]);
    return text;
}

// Nothing was written there, and nothing is seen of how it would look.
void TerminalLine::trim()
{
    const auto isSeen = [](const TerminalCell &cell) {
        const TerminalStyle &style = cell.style;
        return cell.character != 0 || cell.width != 1 || style.background != TerminalColor() ||
               style.reverse || style.strike || style.underline != Underline::None;
    };
    const auto last = std::ranges::find_if(cells.rbegin(), cells.rend(), isSeen);
    cells.erase(last.base(), cells.end());
}

} // namespace sandglass::viewers
