// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalscreen.h"

#include <QUrl>

#include <compare>
#include <optional>

namespace sandglass::viewers {

// A cell by the number of its line, which stays the line's own while it moves up.
struct TerminalPlace
{
    qint64 line = 0;
    int column = 0;

    friend auto operator<=>(const TerminalPlace &, const TerminalPlace &) = default;
};

// Cells from..to (exclusive) in reading order.
struct TerminalSpan
{
    TerminalPlace from;
    TerminalPlace to;

    [[nodiscard]] bool isEmpty() const { return to <= from; }
    [[nodiscard]] bool contains(TerminalPlace place) const { return from <= place && place < to; }
    friend bool operator==(const TerminalSpan &, const TerminalSpan &) = default;
};

struct TerminalLink
{
    TerminalSpan span;
    QUrl url;
};

// A line that fills its row and goes on in the next; the terminal does not tell, so a full row counts as one.
[[nodiscard]] bool goesOn(const TerminalScreen &screen, qint64 line);
// What is copied: rows that go on are one line, and the spaces at a line's end are left out.
[[nodiscard]] QString textOf(const TerminalScreen &screen, const TerminalSpan &span);
[[nodiscard]] TerminalSpan wordAt(const TerminalScreen &screen, TerminalPlace place);
[[nodiscard]] TerminalSpan lineAt(const TerminalScreen &screen, TerminalPlace place);
// An http or https address that is written there; what a program calls a link (OSC 8) is none, because it
// can say one thing and mean another.
[[nodiscard]] std::optional<TerminalLink> linkAt(const TerminalScreen &screen, TerminalPlace place);
// Where a text stands next, ignoring case; from `place` on (exclusive), upwards or downwards, around the end.
[[nodiscard]] std::optional<TerminalSpan> findText(const TerminalScreen &screen, const QString &text,
                                                   TerminalPlace place, bool upwards);

// What is selected by dragging: from where it began to where the pointer is, by characters, words or lines.
// Plain value.
class TerminalSelection
{
public:
    enum class By { Character, Word, Line };

    void begin(const TerminalScreen &screen, TerminalPlace place, By by);
    void extend(const TerminalScreen &screen, TerminalPlace place);
    void set(const TerminalSpan &span);
    void clear() { *this = {}; }
    [[nodiscard]] const TerminalSpan &span() const { return m_span; }
    [[nodiscard]] bool isEmpty() const { return m_span.isEmpty(); }

private:
    By m_by = By::Character;
    TerminalSpan m_anchor;
    TerminalSpan m_span;
};

} // namespace sandglass::viewers
