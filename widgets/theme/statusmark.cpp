// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/statusmark.h"

#include "widgets/theme/themecolors.h"

#include <QPainter>

namespace sandglass {

MarkShape markShape(Status status)
{
    switch (status) {
    case Status::Pending:
        return MarkShape::Ring;
    case Status::Creating:
    case Status::Resuming:
        return MarkShape::Arc;
    case Status::Running:
        return MarkShape::Disc;
    case Status::Pausing:
    case Status::Stopping:
        return MarkShape::HalfDisc;
    case Status::Paused:
        return MarkShape::Bars;
    case Status::Stopped:
        return MarkShape::Square;
    case Status::Error:
        return MarkShape::Cross;
    case Status::Deleted:
        return MarkShape::Dash;
    }
    Q_UNREACHABLE();
}

namespace {

constexpr qreal OldOpacity = 0.45;
constexpr qreal OldContrastOpacity = 0.8;

void paintShape(QPainter *painter, const QRectF &rect, MarkShape shape, const QColor &color, qreal phase)
{
    const qreal side = qMin(rect.width(), rect.height());
    const qreal pen = qMax(1.4, side * 0.16);
    const QPointF centre = rect.center();
    const qreal radius = side / 2 - pen / 2;
    const QRectF circle(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    const int turn = -qRound(phase * 360 * 16);
    painter->setPen(QPen(color, pen, Qt::SolidLine, Qt::RoundCap));
    painter->setBrush(Qt::NoBrush);
    switch (shape) {
    case MarkShape::Ring:
        painter->drawEllipse(circle);
        break;
    case MarkShape::Arc:
        painter->drawArc(circle, 90 * 16 + turn, -270 * 16);
        break;
    case MarkShape::HalfDisc:
        painter->drawEllipse(circle);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawPie(circle, 90 * 16 + turn, 180 * 16);
        break;
    case MarkShape::Disc:
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case MarkShape::Bars: {
        const qreal width = side * 0.3;
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawRoundedRect(
            QRectF(rect.left() + side * 0.08, rect.top() + side * 0.04, width, side * 0.92), 1, 1);
        painter->drawRoundedRect(
            QRectF(rect.left() + side * 0.62, rect.top() + side * 0.04, width, side * 0.92), 1, 1);
        break;
    }
    case MarkShape::Square:
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawRoundedRect(rect.adjusted(1, 1, -1, -1), 1.5, 1.5);
        break;
    case MarkShape::Cross: {
        const qreal inset = side * 0.16;
        painter->drawLine(rect.topLeft() + QPointF(inset, inset), rect.bottomRight() - QPointF(inset, inset));
        painter->drawLine(rect.topRight() + QPointF(-inset, inset),
                          rect.bottomLeft() + QPointF(inset, -inset));
        break;
    }
    case MarkShape::Dash:
        painter->drawLine(QPointF(rect.left() + pen, centre.y()), QPointF(rect.right() - pen, centre.y()));
        break;
    }
}

} // namespace

void paintStatusMark(QPainter *painter, const QRectF &rect, Status status, const QPalette &palette,
                     qreal phase)
{
    const qreal side = qMin(rect.width(), rect.height());
    const QRectF square(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintShape(painter, square, markShape(status), themeColors(palette).status(status),
               isTransitional(status) ? phase : 0);
    painter->restore();
}

void paintStatusMark(QPainter *painter, const QRectF &rect, Status status, Truth truth,
                     const QPalette &palette, qreal phase)
{
    if (truth == Truth::Fresh)
        return paintStatusMark(painter, rect, status, palette, phase);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (truth == Truth::Old) {
        painter->setOpacity(themeColors(palette).highContrast ? OldContrastOpacity : OldOpacity);
        paintStatusMark(painter, rect, status, palette); // what is old does not turn
        painter->restore();
        return;
    }
    const QColor color = statusColor(status, truth, palette);
    const QRectF ring = rect.adjusted(1, 1, -1, -1);
    QPen pen(color, 1.4, Qt::DotLine);
    pen.setDashPattern({1.2, 1.4});
    painter->setPen(truth == Truth::NotFound ? QPen(color, 1.4) : pen);
    painter->drawEllipse(ring);
    if (truth == Truth::Silent) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawEllipse(ring.center(), 1.6, 1.6);
    } else if (truth == Truth::NotFound) {
        painter->drawLine(rect.bottomLeft() + QPointF(1, -1), rect.topRight() + QPointF(-1, 1));
    }
    painter->restore();
}

QColor statusColor(Status status, Truth truth, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (truth) {
    case Truth::Fresh:
        return colors.status(status);
    case Truth::Old:
        return colors.muted;
    case Truth::Silent:
        return colors.warning;
    case Truth::Vanished:
        return colors.muted;
    case Truth::NotFound:
        return colors.error;
    }
    Q_UNREACHABLE();
}

QPixmap statusPixmap(Status status, const QPalette &palette, int side, qreal devicePixelRatio)
{
    QPixmap pixmap(qRound(side * devicePixelRatio), qRound(side * devicePixelRatio));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    // An eighth is left free around it, so that it sits among icons of the same side as one of them.
    const qreal inset = side / 8.0;
    paintStatusMark(&painter, QRectF(0, 0, side, side).adjusted(inset, inset, -inset, -inset), status,
                    palette);
    return pixmap;
}

} // namespace sandglass
