// SPDX-License-Identifier: GPL-3.0-or-later
// The half of ScreenView that takes input. Everything that can reach the guest passes through m_control.
#include "viewers/screen/screenview.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace sandglass::viewers {

namespace {

KeyInput inputOf(const QKeyEvent &event)
{
    return {event.key(),
            event.modifiers(),
            event.text(),
            event.nativeScanCode(),
            event.nativeVirtualKey(),
            event.isAutoRepeat()};
}

// Where the guest has told no shape of its own: small, so that it hides nothing, and seen on any ground.
QCursor dotCursor()
{
    QPixmap dot(5, 5);
    dot.fill(Qt::white);
    QPainter painter(&dot);
    painter.fillRect(1, 1, 3, 3, Qt::black);
    painter.end();
    return QCursor(dot, 2, 2);
}

constexpr int MostCursorSide = 128;

} // namespace

bool ScreenView::event(QEvent *event)
{
    // In control even the console's own shortcuts are the guest's; the release chord is the way out.
    if (m_control && event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::WindowDeactivate)
        releaseInput();
    return QAbstractScrollArea::event(event);
}

bool ScreenView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave && m_control)
        return true;
    return QAbstractScrollArea::viewportEvent(event);
}

bool ScreenView::focusNextPrevChild(bool next)
{
    return !m_control && QAbstractScrollArea::focusNextPrevChild(next);
}

void ScreenView::sendChord(const QList<quint32> &keysyms)
{
    if (!m_control)
        return;
    std::vector<KeyStroke> strokes = m_keyboard.releaseAll();
    for (const quint32 keysym : keysyms)
        strokes.push_back({keysym, true});
    for (auto it = keysyms.crbegin(); it != keysyms.crend(); ++it)
        strokes.push_back({*it, false});
    send(strokes);
}

void ScreenView::keyPressEvent(QKeyEvent *event)
{
    if (!m_control) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    send(m_keyboard.press(inputOf(*event)));
    event->accept();
}

void ScreenView::keyReleaseEvent(QKeyEvent *event)
{
    if (!m_control) {
        QAbstractScrollArea::keyReleaseEvent(event);
        return;
    }
    send(m_keyboard.release(inputOf(*event)));
    event->accept();
    if (m_keyboard.takeReleaseChord())
        setControl(false);
}

void ScreenView::inputMethodEvent(QInputMethodEvent *event)
{
    if (m_control && !event->commitString().isEmpty())
        send(m_keyboard.typed(event->commitString()));
    event->accept();
}

void ScreenView::focusOutEvent(QFocusEvent *event)
{
    releaseInput();
    QAbstractScrollArea::focusOutEvent(event);
}

void ScreenView::releaseInput()
{
    const auto keys = m_keyboard.releaseAll();
    const auto buttons = m_pointer.releaseAll();
    if (!m_control)
        return;
    m_connection.sendKeys(keys);
    m_connection.sendPointer(buttons);
}

void ScreenView::send(const std::vector<KeyStroke> &strokes)
{
    m_connection.sendKeys(strokes);
    noteInput();
}

void ScreenView::send(const std::vector<PointerStroke> &strokes)
{
    m_connection.sendPointer(strokes);
    noteInput();
}

void ScreenView::noteInput()
{
    constexpr qint64 SaidEvery = 3000; // ms
    if (m_sinceInput.isValid() && !m_sinceInput.hasExpired(SaidEvery))
        return;
    m_sinceInput.start();
    emit inputSent();
}

void ScreenView::mousePressEvent(QMouseEvent *event)
{
    if (!m_control)
        return;
    send(m_pointer.pressed(geometryNow().toGuest(event->position()), event->button()));
}

void ScreenView::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_control)
        return;
    send(m_pointer.released(geometryNow().toGuest(event->position()), event->button()));
}

void ScreenView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (m_control) // the guest counts clicks itself
        mousePressEvent(event);
    else if (event->button() == Qt::LeftButton && state() == VncState::Connected)
        emit takeControlRequested();
}

void ScreenView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_control)
        return;
    const ScreenGeometry geometry = geometryNow();
    if (m_pointer.holdsNothing() && !geometry.contains(event->position()))
        return;
    send(m_pointer.moved(geometry.toGuest(event->position())));
}

void ScreenView::wheelEvent(QWheelEvent *event)
{
    if (!m_control) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    send(m_pointer.turned(geometryNow().toGuest(event->position()), event->angleDelta()));
    event->accept();
}

void ScreenView::updatePointerShape()
{
    if (!m_control) {
        viewport()->unsetCursor();
        return;
    }
    if (m_cursor.shape.isNull()) {
        viewport()->setCursor(dotCursor());
        return;
    }
    const qreal ratio = devicePixelRatioF();
    const qreal scale = geometryNow().scale() * ratio; // device pixels for one guest pixel
    const QSize size =
        (QSizeF(m_cursor.shape.size()) * scale).toSize().boundedTo({MostCursorSide, MostCursorSide});
    QPixmap shape = QPixmap::fromImage(
        m_cursor.shape.scaled(size.expandedTo({1, 1}), Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    shape.setDevicePixelRatio(ratio);
    const QPointF hotspot = QPointF(m_cursor.hotspot) * scale / ratio;
    viewport()->setCursor(QCursor(shape, int(hotspot.x()), int(hotspot.y())));
}

} // namespace sandglass::viewers
