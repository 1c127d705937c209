// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalscreen.h"

#include <QStringList>

namespace sandglass::viewers::test {

// A screen of 20 columns and 4 rows, and what it sends.
struct Kit
{
    TerminalScreen screen;
    QByteArray sent;

    explicit Kit(TerminalSize size = {20, 4}, ScrollbackLimits limits = {}) : screen(size, limits)
    {
        screen.setSend([this](const QByteArray &bytes) { sent += bytes; });
        (void)screen.takeChanges();
    }
    void feed(const QByteArray &bytes) { screen.feed(bytes); }
    QString row(int number) const { return screen.line(screen.screenLine() + number).text(); }
    TerminalCell cell(int row, int column) const
    {
        const TerminalLine line = screen.line(screen.screenLine() + row);
        const auto at = static_cast<std::size_t>(column);
        return at < line.cells.size() ? line.cells[at] : TerminalCell();
    }
    QStringList rows() const
    {
        QStringList all;
        for (int i = 0; i < screen.size().rows; ++i)
            all.append(row(i));
        return all;
    }
};

} // namespace sandglass::viewers::test
