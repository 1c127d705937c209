// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFontDatabase>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <chrono>

namespace sandglass::viewers {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::nanoseconds AtOnce = 5ms;
constexpr std::chrono::milliseconds BetweenFrames = 12ms;
constexpr qsizetype Piece = 4096;

} // namespace

TerminalView::TerminalView(QWidget *parent, ScrollbackLimits limits)
    : QAbstractScrollArea(parent), m_screen({}, limits),
      m_painter(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
    setObjectName(QStringLiteral("terminalView"));
    setAccessibleName(tr("Terminal"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setAttribute(Qt::WA_InputMethodEnabled);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_screen.setSend([this](const QByteArray &bytes) {
        if (!m_ended)
            emit typed(bytes);
    });
    m_work.setSingleShot(true);
    connect(&m_work, &QTimer::timeout, this, &TerminalView::consumeSome);
    connect(&m_blink, &QTimer::timeout, this, [this] {
        m_cursorLit = !m_cursorLit;
        viewport()->update(cursorRect());
    });
    m_autoScroll.setInterval(50ms);
    connect(&m_autoScroll, &QTimer::timeout, this, [this] {
        const int step = m_pointer.y() < 0 ? -1 : 1;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + step);
        extendSelection(m_pointer);
    });
    setColors({.foreground = palette().color(QPalette::Text),
               .background = palette().color(QPalette::Base),
               .cursor = palette().color(QPalette::Highlight),
               .onCursor = palette().color(QPalette::HighlightedText),
               .selection = palette().color(QPalette::Midlight),
               .found = palette().color(QPalette::Highlight),
               .ansi = {}});
}

TerminalView::~TerminalView()
{
    m_screen.setSend({});
}

void TerminalView::write(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    m_waiting.enqueue(bytes);
    m_backlog += bytes.size();
    if (!m_work.isActive())
        m_work.start(0ms);
}

// A few milliseconds of work, then the rest of the program has its turn, and a frame is seen.
void TerminalView::consumeSome()
{
    QElapsedTimer watch;
    watch.start();
    qsizetype done = 0;
    while (!m_waiting.isEmpty() && watch.nsecsElapsed() < AtOnce.count()) {
        QByteArray &first = m_waiting.head();
        const qsizetype size = std::min(Piece, first.size());
        m_screen.feed(QByteArrayView(first).first(size));
        done += size;
        if (size == first.size())
            m_waiting.dequeue();
        else
            first.remove(0, size);
    }
    m_backlog -= done;
    takeChanges();
    if (!m_waiting.isEmpty())
        m_work.start(BetweenFrames);
    emit consumed(done);
}

void TerminalView::takeChanges()
{
    const QRect oldCursor = cursorRect();
    const ScreenChanges changes = m_screen.takeChanges();
    if (!changes.any())
        return;
    const qint64 top = m_screen.screenLine();
    m_painter.setReversed(m_screen.isReversed());
    if (changes.firstRow < changes.endRow) {
        const TerminalSpan changed{{top + changes.firstRow, 0}, {top + changes.endRow, 0}};
        const TerminalSpan &selected = m_selection.span();
        // What was selected is not what stands there now.
        if (!m_selecting && !m_selection.isEmpty() && selected.from < changed.to &&
            changed.from < selected.to && !changes.scrolled) {
            m_selection.clear();
            emit selectionChanged();
            viewport()->update();
        }
        m_found.reset();
        m_link.reset();
        repaintLines(changed.from.line, changed.to.line);
    }
    if (changes.scrolled) {
        updateScrollBar();
        viewport()->update();
    }
    if (changes.cursor) {
        restartBlink();
        viewport()->update(oldCursor);
        viewport()->update(cursorRect());
        updateMicroFocus();
    }
    if (changes.title)
        emit titleChanged(m_screen.title());
    if (changes.bell)
        emit bellRang();
}

void TerminalView::setEnded(bool ended)
{
    m_ended = ended;
    restartBlink();
    viewport()->update();
}

void TerminalView::setColors(const TerminalColors &colors)
{
    m_painter.setColors(colors);
    viewport()->update();
}

void TerminalView::setTerminalFont(const QFont &font)
{
    m_painter.setFont(font);
    fitToViewport();
    viewport()->update();
}

void TerminalView::setBlinking(bool blinking)
{
    m_blinking = blinking;
    restartBlink();
}

void TerminalView::restartBlink()
{
    m_cursorLit = true;
    const int flash = QApplication::cursorFlashTime();
    if (m_blinking && !m_ended && hasFocus() && m_screen.cursor().blinks && flash > 0)
        m_blink.start(flash / 2);
    else
        m_blink.stop();
}

QSize TerminalView::sizeHint() const
{
    const QSize cell = m_painter.cell();
    return {80 * cell.width() + 2 * Margin + verticalScrollBar()->sizeHint().width(),
            24 * cell.height() + 2 * Margin};
}

void TerminalView::fitToViewport()
{
    const QSize cell = m_painter.cell();
    const TerminalSize before = m_screen.size();
    m_screen.resize({(viewport()->width() - 2 * Margin) / cell.width(),
                     (viewport()->height() - 2 * Margin) / cell.height()});
    takeChanges();
    updateScrollBar();
    if (m_screen.size() != before)
        emit sizeChanged(m_screen.size());
}

void TerminalView::resizeEvent(QResizeEvent *)
{
    fitToViewport();
}

// The bar counts lines from the oldest. Whoever has scrolled up keeps what is before the eyes while new lines
// come; whoever is at the end follows it.
void TerminalView::updateScrollBar()
{
    const qint64 first = m_screen.firstLine();
    const qint64 last = m_screen.screenLine();
    m_top = m_follows ? last : std::clamp(m_top, first, last);
    QScrollBar *bar = verticalScrollBar();
    const QSignalBlocker quiet(bar);
    bar->setPageStep(m_screen.size().rows);
    bar->setRange(0, static_cast<int>(last - first));
    bar->setValue(static_cast<int>(m_top - first));
}

void TerminalView::scrollContentsBy(int, int)
{
    const QScrollBar *bar = verticalScrollBar();
    m_top = m_screen.firstLine() + bar->value();
    m_follows = bar->value() == bar->maximum();
    viewport()->update();
}

void TerminalView::showLine(qint64 line)
{
    const int rows = m_screen.size().rows;
    if (line >= m_top && line < m_top + rows)
        return;
    verticalScrollBar()->setValue(static_cast<int>(line - m_screen.firstLine()) - rows / 2);
}

void TerminalView::repaintLines(qint64 from, qint64 to)
{
    const int height = m_painter.cell().height();
    const int first = static_cast<int>(std::clamp<qint64>(from - m_top, 0, m_screen.size().rows));
    const int end = static_cast<int>(std::clamp<qint64>(to - m_top, 0, m_screen.size().rows));
    viewport()->update(0, Margin + first * height, viewport()->width(), (end - first) * height);
}

QPoint TerminalView::cellOf(const TerminalPlace &place) const
{
    const QSize cell = m_painter.cell();
    return {Margin + place.column * cell.width(),
            Margin + static_cast<int>(place.line - m_top) * cell.height()};
}

QRect TerminalView::cursorRect() const
{
    const TerminalCursor cursor = m_screen.cursor();
    const QSize cell = m_painter.cell();
    return {cellOf({m_screen.screenLine() + cursor.row, cursor.column}),
            QSize(2 * cell.width(), cell.height())};
}

TerminalPainter::RowMarks TerminalView::marksOf(qint64 line) const
{
    const auto part = [&](const TerminalSpan &span, int &from, int &to) {
        if (span.isEmpty() || line < span.from.line || line > span.to.line)
            return;
        from = line == span.from.line ? span.from.column : 0;
        to = line == span.to.line ? span.to.column : m_screen.size().columns;
    };
    TerminalPainter::RowMarks marks;
    part(m_selection.span(), marks.selectedFrom, marks.selectedTo);
    if (m_link)
        part(m_link->span, marks.linkFrom, marks.linkTo);
    if (m_found)
        part(*m_found, marks.foundFrom, marks.foundTo);
    return marks;
}

void TerminalView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const QColor ground =
        m_screen.isReversed() ? m_painter.colors().foreground : m_painter.colors().background;
    painter.fillRect(event->rect(), ground);
    const TerminalSize size = m_screen.size();
    const int height = m_painter.cell().height();
    const int first = std::clamp((event->rect().top() - Margin) / height, 0, size.rows);
    const int end = std::clamp((event->rect().bottom() - Margin) / height + 1, 0, size.rows);
    const TerminalCursor cursor = m_screen.cursor();
    const qint64 cursorLine = m_screen.screenLine() + cursor.row;
    for (int row = first; row < end; ++row) {
        const qint64 number = m_top + row;
        const TerminalLine line = m_screen.line(number);
        const QPoint origin = cellOf({number, 0});
        m_painter.paintRow(painter, origin, line, size.columns, marksOf(number));
        if (number != cursorLine)
            continue;
        if (cursor.visible && !m_ended && (m_cursorLit || !hasFocus()))
            m_painter.paintCursor(painter, origin, line, cursor, hasFocus());
        if (!m_composed.isEmpty())
            m_painter.paintComposed(painter, cursorRect().topLeft(), m_composed);
    }
}

QString TerminalView::selectedText() const
{
    return m_selection.isEmpty() ? QString() : textOf(m_screen, m_selection.span());
}

void TerminalView::selectEverything()
{
    m_selection.set({{m_screen.firstLine(), 0}, {m_screen.endLine() - 1, m_screen.size().columns}});
    emit selectionChanged();
    viewport()->update();
}

void TerminalView::clearScrollback()
{
    m_screen.clearScrollback();
    takeChanges();
}

bool TerminalView::find(const QString &text, bool upwards)
{
    const TerminalPlace from = m_found ? m_found->from : TerminalPlace{m_screen.endLine(), 0};
    m_found = findText(m_screen, text, from, upwards);
    if (m_found)
        showLine(m_found->from.line);
    viewport()->update();
    return m_found.has_value();
}

void TerminalView::clearFound()
{
    m_found.reset();
    viewport()->update();
}

} // namespace sandglass::viewers
