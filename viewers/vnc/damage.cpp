// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/damage.h"

namespace sandglass::viewers {

namespace {

constexpr int MostRects = 16;

} // namespace

void Damage::reset(QSize screen)
{
    m_screen = screen;
    m_region = {};
}

void Damage::add(const QRect &changed)
{
    m_region += changed & QRect(QPoint(), m_screen);
    if (m_region.rectCount() > MostRects)
        m_region = m_region.boundingRect();
}

std::vector<QRect> Damage::take()
{
    qint64 area = 0;
    for (const QRect &rect : m_region)
        area += qint64(rect.width()) * rect.height();
    std::vector<QRect> rects(m_region.begin(), m_region.end());
    if (area * 2 >= qint64(m_screen.width()) * m_screen.height() && area > 0)
        rects.assign(1, QRect(QPoint(), m_screen));
    m_region = {};
    return rects;
}

} // namespace sandglass::viewers
