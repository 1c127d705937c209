// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertsign.h"

#include "widgets/theme/themecolors.h"

#include <QPainter>
#include <QPainterPath>

namespace sandglass {

Icon alertIcon(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return Icon::Info;
    case AlertSeverity::Warning:
        return Icon::Warning;
    case AlertSeverity::Critical:
        break;
    }
    return Icon::Error;
}

QColor alertColor(AlertSeverity severity, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (severity) {
    case AlertSeverity::Notice:
        return colors.accent;
    case AlertSeverity::Warning:
        return colors.warning;
    case AlertSeverity::Critical:
        break;
    }
    return colors.error;
}

QPixmap alertPixmap(AlertSeverity severity, AlertState state, const QPalette &palette, int side,
                    qreal devicePixelRatio)
{
    const ThemeColors &colors = themeColors(palette);
    switch (state) {
    case AlertState::Firing:
    case AlertState::Muted:
        return tintedPixmap(alertIcon(severity), alertColor(severity, palette), side, devicePixelRatio);
    case AlertState::Pending:
        return tintedPixmap(Icon::Clock, alertColor(severity, palette), side, devicePixelRatio);
    case AlertState::Ok:
        return tintedPixmap(Icon::Check, colors.muted, side, devicePixelRatio);
    case AlertState::Unknown:
        return tintedPixmap(Icon::Help, colors.warning, side, devicePixelRatio);
    case AlertState::Invalid:
        return tintedPixmap(Icon::Close, colors.error, side, devicePixelRatio);
    case AlertState::Snoozed:
        return bellPixmap(colors.muted, true, side, devicePixelRatio);
    case AlertState::Off:
        break;
    }
    return tintedPixmap(Icon::Stop, colors.disabled, side, devicePixelRatio);
}

QPixmap bellPixmap(const QColor &color, bool struck, int side, qreal devicePixelRatio)
{
    QPixmap pixmap(QSize(side, side) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(side / 24.0, side / 24.0); // the raster of the other icons
    painter.setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPainterPath bell(QPointF(5, 17));
    bell.lineTo(19, 17);
    bell.cubicTo(17.2, 15.4, 17, 13.8, 17, 10.5);
    bell.cubicTo(17, 7.2, 14.8, 5, 12, 5);
    bell.cubicTo(9.2, 5, 7, 7.2, 7, 10.5);
    bell.cubicTo(7, 13.8, 6.8, 15.4, 5, 17);
    bell.moveTo(10.3, 19.6);
    bell.quadTo(12, 21, 13.7, 19.6);
    bell.moveTo(12, 3);
    bell.lineTo(12, 5);
    if (struck) {
        bell.moveTo(4, 4);
        bell.lineTo(20, 20);
    }
    painter.drawPath(bell);
    return pixmap;
}

} // namespace sandglass
