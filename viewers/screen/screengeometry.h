// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

namespace sandglass::viewers {

enum class ScaleMode { Fit, OneToOne };

// Where the guest's picture lies in the view, and which guest pixel a point of the view means. A value, pure.
// Fit keeps the aspect and centres; OneToOne shows one guest pixel as one device pixel, centred if smaller
// than the view and scrolled if larger. View coordinates are device-independent.
class ScreenGeometry
{
public:
    ScreenGeometry() = default;
    ScreenGeometry(QSize guest, QSize view, qreal devicePixelRatio, ScaleMode mode, QPoint scroll = {});

    [[nodiscard]] QRectF target() const { return m_target; }
    [[nodiscard]] qreal scale() const { return m_scale; } // view units for one guest pixel
    [[nodiscard]] bool contains(QPointF inView) const { return m_target.contains(inView); }
    [[nodiscard]] QPoint toGuest(QPointF inView) const; // clamped to the guest's screen
    [[nodiscard]] QRect toView(QRect inGuest) const;    // grown so that smoothing at the rim is covered
    [[nodiscard]] QRect toGuestCovering(QRect inView) const;
    [[nodiscard]] QPoint scrollRange() const { return m_range; }

private:
    QSize m_guest;
    QRectF m_target;
    qreal m_scale = 1;
    QPoint m_range;
};

} // namespace sandglass::viewers
