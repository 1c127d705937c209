// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/timebar.h"

#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr double LowFraction = 0.1;

} // namespace

TimeBar::TimeBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimeBar::setFraction(double fraction)
{
    m_fraction = fraction;
    update();
}

void TimeBar::setStanding(bool standing)
{
    m_standing = standing;
    update();
}

QSize TimeBar::sizeHint() const
{
    return {15 * Grid, Grid};
}

void TimeBar::paint(QPainter *painter, const QRectF &rect, double fraction, bool standing,
                    const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.border);
    const qreal radius = rect.height() / 2;
    painter->drawRoundedRect(rect, radius, radius);
    if (fraction > 0) {
        QRectF filled = rect;
        filled.setWidth(qMax(rect.height(), rect.width() * qMin(1.0, fraction)));
        QColor color = fraction <= LowFraction ? colors.warning : colors.accent;
        if (standing)
            color = colors.paused;
        painter->setBrush(standing ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        painter->drawRoundedRect(filled, radius, radius);
        if (standing) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(color, 1));
            painter->drawRoundedRect(filled.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        }
    }
    painter->restore();
}

void TimeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const qreal height = qMin(6.0, qreal(this->height()));
    paint(&painter, QRectF(0, (this->height() - height) / 2, width(), height), m_fraction, m_standing,
          palette());
}

} // namespace sandglass
