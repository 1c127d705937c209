// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegion>
#include <QSize>

#include <vector>

namespace sandglass::viewers {

// The changed parts of a screen, bounded: many small ones become one larger, and from half the screen on it
// is the whole. A value, pure.
class Damage
{
public:
    void reset(QSize screen);
    void add(const QRect &changed); // cut to the screen
    void addAll() { add(QRect(QPoint(), m_screen)); }

    [[nodiscard]] bool isEmpty() const { return m_region.isEmpty(); }
    [[nodiscard]] std::vector<QRect> take();

private:
    QSize m_screen;
    QRegion m_region;
};

} // namespace sandglass::viewers
