// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/firstpaint.h"

#include "backend/core/logging.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QTimer>

namespace sandglass::app {

FirstPaint::FirstPaint(QWidget &window)
{
    m_since.start();
    if (auto *list = window.findChild<QAbstractItemView *>(QStringLiteral("fleetView")))
        list->viewport()->installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject *watched, QEvent *event)
{
    const auto *list = qobject_cast<QAbstractItemView *>(watched->parent());
    if (event->type() == QEvent::Paint && list && list->model()->rowCount() > 0) {
        watched->removeEventFilter(this);
        m_rows = list->model()->rowCount();
        // The event comes before the painting; the next turn comes after it.
        QTimer::singleShot(0, this, &FirstPaint::tell);
    }
    return QObject::eventFilter(watched, event);
}

void FirstPaint::tell()
{
    qCDebug(lcApp, "window painted with %d rows, %lld ms after it was made", m_rows, m_since.elapsed());
}

} // namespace sandglass::app
