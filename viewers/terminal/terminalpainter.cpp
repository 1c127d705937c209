// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalpainter.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sandglass::viewers {

namespace {

constexpr qsizetype MostGlyphsKept = 8192; // of each face; a guest may print all of Unicode

} // namespace

// Glyphs of one face and colour that are drawn at once.
struct TerminalPainter::Run
{
    int face = 0;
    QColor color;
    QList<quint32> glyphs;
    QList<QPointF> places;
};

TerminalPainter::TerminalPainter(const QFont &font)
{
    setFont(font);
}

void TerminalPainter::setFont(const QFont &font)
{
    for (std::size_t face = 0; face < m_fonts.size(); ++face) {
        m_fonts[face] = font;
        m_fonts[face].setStyleHint(QFont::TypeWriter);
        m_fonts[face].setFixedPitch(true);
        m_fonts[face].setKerning(false);
        m_fonts[face].setBold((face & 1U) != 0);
        m_fonts[face].setItalic((face & 2U) != 0);
        m_raw[face] = QRawFont::fromFont(m_fonts[face]);
        m_glyphs[face].clear();
    }
    const QFontMetricsF metrics(m_fonts[0]);
    m_cell = {std::max(1, static_cast<int>(std::ceil(metrics.horizontalAdvance(u'M')))),
              std::max(1, static_cast<int>(std::ceil(metrics.ascent()) + std::ceil(metrics.descent())))};
    m_ascent = static_cast<int>(std::ceil(metrics.ascent()));
}

quint32 TerminalPainter::glyphOf(char32_t character, int face)
{
    QHash<char32_t, quint32> &known = m_glyphs[static_cast<std::size_t>(face)];
    if (const auto found = known.constFind(character); found != known.constEnd())
        return *found;
    if (known.size() >= MostGlyphsKept)
        known.clear();
    const QList<quint32> glyphs =
        m_raw[static_cast<std::size_t>(face)].glyphIndexesForString(QString::fromUcs4(&character, 1));
    const quint32 glyph = glyphs.size() == 1 ? glyphs.constFirst() : 0;
    known.insert(character, glyph);
    return glyph;
}

void TerminalPainter::paintRow(QPainter &painter, QPoint origin, const TerminalLine &line, int columns,
                               const RowMarks &marks)
{
    painter.fillRect(QRect(origin, QSize(columns * m_cell.width(), m_cell.height())),
                     m_reversed ? m_colors.foreground : m_colors.background);
    paintBackgrounds(painter, origin, line, marks);
    paintGlyphs(painter, origin, line);
    paintLines(painter, origin, line, marks);
}

void TerminalPainter::paintBackgrounds(QPainter &painter, QPoint origin, const TerminalLine &line,
                                       const RowMarks &marks)
{
    const auto fill = [&](int from, int to, const QColor &color) {
        painter.fillRect(origin.x() + from * m_cell.width(), origin.y(), (to - from) * m_cell.width(),
                         m_cell.height(), color);
    };
    int begun = 0;
    QColor color;
    const int count = static_cast<int>(line.cells.size());
    for (int column = 0; column <= count; ++column) {
        const QColor here =
            column < count
                ? cellColors(m_colors, line.cells[static_cast<std::size_t>(column)].style, m_reversed)
                      .background
                : QColor();
        if (here == color)
            continue;
        if (color.isValid())
            fill(begun, column, color);
        color = here;
        begun = column;
    }
    if (marks.selectedFrom < marks.selectedTo)
        fill(marks.selectedFrom, marks.selectedTo, m_colors.selection);
}

void TerminalPainter::paintGlyphs(QPainter &painter, QPoint origin, const TerminalLine &line)
{
    Run run;
    for (std::size_t column = 0; column < line.cells.size(); ++column) {
        const TerminalCell &cell = line.cells[column];
        if (cell.character == 0 || cell.character == U' ' || cell.width == 0)
            continue;
        const QColor color = cellColors(m_colors, cell.style, m_reversed).foreground;
        const int face = faceOf(cell.style);
        const QPoint place = origin + QPoint(static_cast<int>(column) * m_cell.width(), 0);
        const quint32 glyph = cell.marks == 0 && cell.width == 1 ? glyphOf(cell.character, face) : 0;
        if (glyph == 0) {
            paintForeign(painter, {place, QSize(m_cell.width() * cell.width, m_cell.height())},
                         line.textOf(cell), cell.style, color);
            continue;
        }
        if (face != run.face || color != run.color)
            flush(painter, run);
        run.face = face;
        run.color = color;
        run.glyphs.append(glyph);
        run.places.append(QPointF(place.x(), place.y() + m_ascent));
    }
    flush(painter, run);
}

void TerminalPainter::flush(QPainter &painter, Run &run) const
{
    if (!run.glyphs.isEmpty()) {
        QGlyphRun glyphs;
        glyphs.setRawFont(m_raw[static_cast<std::size_t>(run.face)]);
        glyphs.setGlyphIndexes(run.glyphs);
        glyphs.setPositions(run.places);
        painter.setPen(run.color);
        painter.drawGlyphRun({}, glyphs);
    }
    run.glyphs.clear();
    run.places.clear();
}

void TerminalPainter::paintForeign(QPainter &painter, QRect place, const QString &text,
                                   const TerminalStyle &style, const QColor &color) const
{
    painter.save();
    painter.setClipRect(place, Qt::IntersectClip);
    painter.setFont(m_fonts[static_cast<std::size_t>(faceOf(style))]);
    painter.setPen(color);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    painter.drawText(QPointF(place.x() + std::max(0.0, (place.width() - width) / 2), place.y() + m_ascent),
                     text);
    painter.restore();
}

void TerminalPainter::paintLines(QPainter &painter, QPoint origin, const TerminalLine &line,
                                 const RowMarks &marks) const
{
    const int below = origin.y() + std::min(m_ascent + 2, m_cell.height() - 1);
    const auto rule = [&](int from, int to, int y) {
        painter.drawLine(origin.x() + from * m_cell.width(), y, origin.x() + to * m_cell.width() - 1, y);
    };
    for (int column = 0; column < static_cast<int>(line.cells.size()); ++column) {
        const TerminalStyle &style = line.cells[static_cast<std::size_t>(column)].style;
        if (style.underline == Underline::None && !style.strike)
            continue;
        painter.setPen(QPen(cellColors(m_colors, style, m_reversed).foreground, 1,
                            style.underline == Underline::Curly ? Qt::DotLine : Qt::SolidLine));
        if (style.underline != Underline::None)
            rule(column, column + 1, below);
        if (style.underline == Underline::Double)
            rule(column, column + 1, std::max(origin.y(), below - 2));
        if (style.strike)
            rule(column, column + 1, origin.y() + m_cell.height() / 2);
    }
    painter.setPen(m_colors.foreground);
    if (marks.linkFrom < marks.linkTo)
        rule(marks.linkFrom, marks.linkTo, below);
    if (marks.foundFrom < marks.foundTo) {
        painter.setPen(QPen(m_colors.found, 2));
        painter.drawRect(QRect(origin.x() + marks.foundFrom * m_cell.width(), origin.y() + 1,
                               (marks.foundTo - marks.foundFrom) * m_cell.width() - 1, m_cell.height() - 2));
    }
}

void TerminalPainter::paintCursor(QPainter &painter, QPoint origin, const TerminalLine &line,
                                  const TerminalCursor &cursor, bool focused)
{
    const auto column = static_cast<std::size_t>(cursor.column);
    const TerminalCell cell = column < line.cells.size() ? line.cells[column] : TerminalCell();
    const QRect place(origin + QPoint(cursor.column * m_cell.width(), 0),
                      QSize(m_cell.width() * std::max<int>(1, cell.width), m_cell.height()));
    if (!focused) {
        painter.setPen(m_colors.cursor);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
        return;
    }
    switch (cursor.shape) {
    case CursorShape::Bar:
        painter.fillRect(QRect(place.topLeft(), QSize(2, place.height())), m_colors.cursor);
        return;
    case CursorShape::Underline:
        painter.fillRect(QRect(place.x(), place.bottom() - 1, place.width(), 2), m_colors.cursor);
        return;
    case CursorShape::Block:
        break;
    }
    painter.fillRect(place, m_colors.cursor);
    if (cell.character != 0 && cell.width > 0)
        paintForeign(painter, place, line.textOf(cell), cell.style, m_colors.onCursor);
}

void TerminalPainter::paintComposed(QPainter &painter, QPoint at, const QString &text) const
{
    painter.setFont(m_fonts[0]);
    const int width = static_cast<int>(std::ceil(QFontMetricsF(m_fonts[0]).horizontalAdvance(text)));
    painter.fillRect(QRect(at, QSize(width, m_cell.height())), m_colors.background);
    painter.setPen(m_colors.foreground);
    painter.drawText(at + QPoint(0, m_ascent), text);
    painter.drawLine(at.x(), at.y() + m_cell.height() - 1, at.x() + width - 1, at.y() + m_cell.height() - 1);
}

} // namespace sandglass::viewers
