// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/screen/screengeometry.h"

#include <algorithm>
#include <cmath>

namespace sandglass::viewers {

namespace {

// On the device's pixel grid, so that a picture at 1:1 stays sharp on fractional scales.
qreal snapped(qreal value, qreal ratio)
{
    return std::floor(value * ratio) / ratio;
}

} // namespace

ScreenGeometry::ScreenGeometry(QSize guest, QSize view, qreal devicePixelRatio, ScaleMode mode, QPoint scroll)
    : m_guest(guest)
{
    if (guest.isEmpty() || view.isEmpty())
        return;
    const qreal ratio = devicePixelRatio > 0 ? devicePixelRatio : 1;
    m_scale = mode == ScaleMode::OneToOne
                  ? 1 / ratio
                  : std::min(qreal(view.width()) / guest.width(), qreal(view.height()) / guest.height());
    const QSizeF shown(guest.width() * m_scale, guest.height() * m_scale);
    QPointF at(snapped((view.width() - shown.width()) / 2, ratio),
               snapped((view.height() - shown.height()) / 2, ratio));
    if (mode == ScaleMode::OneToOne) {
        m_range = QPoint(std::max(0, int(std::ceil(shown.width())) - view.width()),
                         std::max(0, int(std::ceil(shown.height())) - view.height()));
        if (m_range.x() > 0)
            at.setX(-std::clamp(scroll.x(), 0, m_range.x()));
        if (m_range.y() > 0)
            at.setY(-std::clamp(scroll.y(), 0, m_range.y()));
    }
    m_target = QRectF(at, shown);
}

QPoint ScreenGeometry::toGuest(QPointF inView) const
{
    if (m_guest.isEmpty() || m_target.isEmpty())
        return {};
    const QPointF at = (inView - m_target.topLeft()) / m_scale;
    return {std::clamp(int(std::floor(at.x())), 0, m_guest.width() - 1),
            std::clamp(int(std::floor(at.y())), 0, m_guest.height() - 1)};
}

QRect ScreenGeometry::toView(QRect inGuest) const
{
    const QRectF exact(m_target.topLeft() + QPointF(inGuest.topLeft()) * m_scale,
                       QSizeF(inGuest.size()) * m_scale);
    const int rim = int(std::ceil(m_scale)) + 1;
    return exact.toAlignedRect().adjusted(-rim, -rim, rim, rim);
}

QRect ScreenGeometry::toGuestCovering(QRect inView) const
{
    if (m_target.isEmpty())
        return {};
    const QPointF topLeft = (QPointF(inView.topLeft()) - m_target.topLeft()) / m_scale;
    const QSizeF size = QSizeF(inView.size()) / m_scale;
    return QRectF(topLeft, size).toAlignedRect().adjusted(-2, -2, 2, 2) & QRect(QPoint(), m_guest);
}

} // namespace sandglass::viewers
