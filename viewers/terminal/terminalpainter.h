// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalcolors.h"
#include "viewers/terminal/terminalselection.h"

#include <QFont>
#include <QHash>
#include <QRawFont>

class QPainter;

namespace sandglass::viewers {

// Rows of cells on a grid of whole pixels. Glyphs of the terminal's own font are placed one by one, so that
// nothing shifts; what the font lacks (CJK, emoji) is drawn by Qt's text engine, cell by cell. GUI thread.
class TerminalPainter
{
public:
    // What is drawn into one row besides its cells.
    struct RowMarks
    {
        int selectedFrom = 0; // columns, exclusive end; none when equal
        int selectedTo = 0;
        int linkFrom = 0;
        int linkTo = 0;
        int foundFrom = 0;
        int foundTo = 0;
    };

    explicit TerminalPainter(const QFont &font);

    void setFont(const QFont &font);
    [[nodiscard]] QSize cell() const { return m_cell; }
    [[nodiscard]] const QFont &font() const { return m_fonts[0]; }
    void setColors(const TerminalColors &colors) { m_colors = colors; }
    [[nodiscard]] const TerminalColors &colors() const { return m_colors; }
    void setReversed(bool reversed) { m_reversed = reversed; }

    void paintRow(QPainter &painter, QPoint origin, const TerminalLine &line, int columns,
                  const RowMarks &marks);
    // Over what paintRow painted.
    void paintCursor(QPainter &painter, QPoint origin, const TerminalLine &line, const TerminalCursor &cursor,
                     bool focused);
    // What an input method is composing, at the cursor.
    void paintComposed(QPainter &painter, QPoint at, const QString &text) const;

private:
    struct Run;
    void paintBackgrounds(QPainter &painter, QPoint origin, const TerminalLine &line, const RowMarks &marks);
    void paintGlyphs(QPainter &painter, QPoint origin, const TerminalLine &line);
    void flush(QPainter &painter, Run &run) const;
    void paintLines(QPainter &painter, QPoint origin, const TerminalLine &line, const RowMarks &marks) const;
    void paintForeign(QPainter &painter, QRect place, const QString &text, const TerminalStyle &style,
                      const QColor &color) const;
    [[nodiscard]] quint32 glyphOf(char32_t character, int face);
    [[nodiscard]] static int faceOf(const TerminalStyle &style)
    {
        return (style.bold ? 1 : 0) + (style.italic ? 2 : 0);
    }

    TerminalColors m_colors;
    std::array<QFont, 4> m_fonts; // plain, bold, italic, both
    std::array<QRawFont, 4> m_raw;
    std::array<QHash<char32_t, quint32>, 4> m_glyphs;
    QSize m_cell;
    int m_ascent = 0;
    bool m_reversed = false;
};

} // namespace sandglass::viewers
