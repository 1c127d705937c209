// SPDX-License-Identifier: GPL-3.0-or-later
// The half of TerminalView that takes input.
#include "viewers/terminal/terminalkeys.h"
#include "viewers/terminal/terminalview.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sandglass::viewers {

namespace {

constexpr int LinesPerNotch = 3;
constexpr qsizetype MostPasted = 1024 * 1024;

constexpr Qt::KeyboardModifiers ChordModifiers = Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier;

bool isChordKey(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Shift || key == Qt::Key_Meta;
}

int reportedButton(Qt::MouseButton button)
{
    return button == Qt::LeftButton ? 1 : button == Qt::MiddleButton ? 2 : button == Qt::RightButton ? 3 : 0;
}

} // namespace

QString TerminalView::leaveChord()
{
    return QStringLiteral("Ctrl+Alt+Shift");
}

bool TerminalView::event(QEvent *event)
{
    // The console's own shortcuts are letters that people type here, and may still be typing as it ends.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isText =
            (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier &&
            key->key() != Qt::Key_Escape;
        if (!m_ended || isText) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TerminalView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave && m_link) {
        m_link.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool TerminalView::focusNextPrevChild(bool next)
{
    return m_ended && QAbstractScrollArea::focusNextPrevChild(next);
}

bool TerminalView::handleOwnKey(const QKeyEvent &event)
{
    QScrollBar *bar = verticalScrollBar();
    if (event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        switch (event.key()) {
        case Qt::Key_C:
            copySelection();
            return true;
        case Qt::Key_V:
            paste();
            return true;
        case Qt::Key_F:
            emit findRequested();
            return true;
        default:
            return false;
        }
    }
    if (event.modifiers() != Qt::ShiftModifier || m_screen.isAlternate())
        return false;
    switch (event.key()) {
    case Qt::Key_PageUp:
        bar->setValue(bar->value() - bar->pageStep());
        return true;
    case Qt::Key_PageDown:
        bar->setValue(bar->value() + bar->pageStep());
        return true;
    case Qt::Key_Home:
        bar->setValue(bar->minimum());
        return true;
    case Qt::Key_End:
        bar->setValue(bar->maximum());
        return true;
    case Qt::Key_Insert:
        paste();
        return true;
    default:
        return false;
    }
}

void TerminalView::keyPressEvent(QKeyEvent *event)
{
    if (isChordKey(event->key())) {
        m_leaveArmed = (event->modifiers() & ChordModifiers) == ChordModifiers;
        updateLink(m_pointer, event->modifiers());
        return;
    }
    m_leaveArmed = false;
    if (handleOwnKey(*event))
        return;
    if (m_ended)
        return QAbstractScrollArea::keyPressEvent(event);
    const Stroke stroke = strokeOf(event->key(), event->modifiers(), event->text());
    if (std::holds_alternative<NoStroke>(stroke))
        return;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    restartBlink();
    press(m_screen, stroke, event->modifiers());
}

void TerminalView::keyReleaseEvent(QKeyEvent *event)
{
    updateLink(m_pointer, QGuiApplication::keyboardModifiers());
    if (isChordKey(event->key()) && std::exchange(m_leaveArmed, false))
        emit leaveRequested();
}

void TerminalView::inputMethodEvent(QInputMethodEvent *event)
{
    m_composed = event->preeditString();
    if (!event->commitString().isEmpty() && !m_ended)
        m_screen.typeText(event->commitString());
    viewport()->update();
    event->accept();
}

QVariant TerminalView::inputMethodQuery(Qt::InputMethodQuery query) const
{
    if (query == Qt::ImCursorRectangle)
        return cursorRect().translated(viewport()->pos());
    if (query == Qt::ImEnabled)
        return !m_ended;
    return QAbstractScrollArea::inputMethodQuery(query);
}

void TerminalView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    restartBlink();
    m_screen.tellFocus(true);
    viewport()->update();
}

void TerminalView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    m_leaveArmed = false;
    restartBlink();
    m_screen.tellFocus(false);
    viewport()->update();
}

void TerminalView::copySelection() const
{
    if (!m_selection.isEmpty())
        QGuiApplication::clipboard()->setText(selectedText());
}

void TerminalView::paste()
{
    pasteText(QGuiApplication::clipboard()->text());
}

void TerminalView::pasteText(const QString &text)
{
    if (m_ended || text.isEmpty())
        return;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_screen.paste(text.left(MostPasted));
}

// The cell under a position, or for selecting the boundary between cells that is nearest.
TerminalPlace TerminalView::placeAt(QPoint position, bool between) const
{
    const QSize cell = m_painter.cell();
    const TerminalSize size = m_screen.size();
    const int row = static_cast<int>(std::floor(double(position.y() - Margin) / cell.height()));
    const int x = position.x() - Margin + (between ? cell.width() / 2 : 0);
    const int column = static_cast<int>(std::floor(double(x) / cell.width()));
    return {m_top + std::clamp(row, 0, size.rows - 1),
            std::clamp(column, 0, between ? size.columns : size.columns - 1)};
}

// Shift takes the mouse back from a program that wants it.
bool TerminalView::reportsMouse(Qt::KeyboardModifiers modifiers) const
{
    return !m_ended && m_screen.mouseReport() != MouseReport::None &&
           !modifiers.testFlag(Qt::ShiftModifier) && m_follows;
}

void TerminalView::mousePressEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (reportsMouse(event->modifiers())) {
        const TerminalPlace place = placeAt(position, false);
        m_screen.moveMouse({place.column, static_cast<int>(place.line - m_screen.screenLine())},
                           event->modifiers());
        if (const int button = reportedButton(event->button()))
            m_screen.clickMouse(button, true, event->modifiers());
        return;
    }
    if (event->button() == Qt::MiddleButton) {
        QClipboard *clipboard = QGuiApplication::clipboard();
        if (clipboard->supportsSelection())
            pasteText(clipboard->text(QClipboard::Selection));
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    updateLink(position, event->modifiers());
    if (m_link && event->modifiers() == Qt::ControlModifier) {
        emit linkActivated(m_link->url);
        return;
    }
    const bool again = event->timestamp() <
                           quint64(m_clickedAt + QGuiApplication::styleHints()->mouseDoubleClickInterval()) &&
                       (position - m_pointer).manhattanLength() < 4;
    m_clicks = again ? m_clicks % 3 + 1 : 1;
    m_clickedAt = static_cast<qint64>(event->timestamp());
    m_pointer = position;
    m_selecting = true;
    if (event->modifiers().testFlag(Qt::ShiftModifier) && !m_selection.isEmpty())
        m_selection.extend(m_screen, placeAt(position, true));
    else if (m_clicks == 1)
        m_selection.begin(m_screen, placeAt(position, true), TerminalSelection::By::Character);
    else
        m_selection.begin(m_screen, placeAt(position, false),
                          m_clicks == 2 ? TerminalSelection::By::Word : TerminalSelection::By::Line);
    viewport()->update();
}

void TerminalView::mouseDoubleClickEvent(QMouseEvent *event)
{
    // Whatever became of the press before, which this one follows.
    m_clicks = 1;
    m_clickedAt = static_cast<qint64>(event->timestamp());
    m_pointer = event->position().toPoint();
    mousePressEvent(event);
}

void TerminalView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (m_selecting) {
        m_pointer = position;
        extendSelection(position);
        const bool outside = position.y() < 0 || position.y() > viewport()->height();
        if (outside && !m_autoScroll.isActive())
            m_autoScroll.start();
        else if (!outside)
            m_autoScroll.stop();
        return;
    }
    m_pointer = position;
    if (reportsMouse(event->modifiers())) {
        const TerminalPlace place = placeAt(position, false);
        m_screen.moveMouse({place.column, static_cast<int>(place.line - m_screen.screenLine())},
                           event->modifiers());
        return;
    }
    updateLink(position, event->modifiers());
}

void TerminalView::extendSelection(QPoint position)
{
    m_selection.extend(m_screen, placeAt(position, m_clicks <= 1));
    viewport()->update();
}

void TerminalView::mouseReleaseEvent(QMouseEvent *event)
{
    m_autoScroll.stop();
    if (std::exchange(m_selecting, false)) {
        if (!m_selection.isEmpty() && QGuiApplication::clipboard()->supportsSelection())
            QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
        emit selectionChanged();
        return;
    }
    const int button = reportedButton(event->button());
    if (button != 0 && reportsMouse(event->modifiers()))
        m_screen.clickMouse(button, false, event->modifiers());
}

void TerminalView::wheelEvent(QWheelEvent *event)
{
    m_wheel += event->angleDelta().y();
    const int notches = m_wheel / QWheelEvent::DefaultDeltasPerStep;
    m_wheel %= QWheelEvent::DefaultDeltasPerStep;
    if (notches == 0)
        return;
    if (reportsMouse(event->modifiers())) {
        const TerminalPlace place = placeAt(event->position().toPoint(), false);
        m_screen.moveMouse({place.column, static_cast<int>(place.line - m_screen.screenLine())},
                           event->modifiers());
        for (int i = 0; i < std::abs(notches); ++i)
            m_screen.clickMouse(notches > 0 ? 4 : 5, true, event->modifiers());
        return;
    }
    if (m_screen.isAlternate() && !m_ended) {
        for (int i = 0; i < std::abs(notches) * LinesPerNotch; ++i)
            m_screen.pressKey(notches > 0 ? TerminalKey::Up : TerminalKey::Down);
        return;
    }
    verticalScrollBar()->setValue(verticalScrollBar()->value() - notches * LinesPerNotch);
}

void TerminalView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse && reportsMouse(event->modifiers()))
        return;
    emit menuRequested(event->globalPos());
}

// Links show themselves while Ctrl is held, with where they really lead.
void TerminalView::updateLink(QPoint position, Qt::KeyboardModifiers modifiers)
{
    std::optional<TerminalLink> link;
    if (modifiers == Qt::ControlModifier && viewport()->rect().contains(position))
        link = linkAt(m_screen, placeAt(position, false));
    if (link.has_value() == m_link.has_value() && (!link || link->span == m_link->span))
        return;
    m_link = link;
    viewport()->setCursor(m_link ? Qt::PointingHandCursor : Qt::IBeamCursor);
    if (m_link)
        QToolTip::showText(viewport()->mapToGlobal(position), m_link->url.toString(), viewport());
    else
        QToolTip::hideText();
    viewport()->update();
}

} // namespace sandglass::viewers
