// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/vnc/vnctypes.h"

#include <QPoint>

#include <vector>

namespace sandglass::viewers {

// Turns mouse events, already in guest pixels, into RFB pointer strokes. Wheel turns of any resolution are
// gathered until they make a notch (120), each notch a press and a release of its button. Pure.
class Pointer
{
public:
    [[nodiscard]] std::vector<PointerStroke> moved(QPoint at);
    [[nodiscard]] std::vector<PointerStroke> pressed(QPoint at, Qt::MouseButton button);
    [[nodiscard]] std::vector<PointerStroke> released(QPoint at, Qt::MouseButton button);
    [[nodiscard]] std::vector<PointerStroke> turned(QPoint at, QPoint angleDelta); // eighths of a degree
    [[nodiscard]] std::vector<PointerStroke> releaseAll();

    [[nodiscard]] bool holdsNothing() const { return m_buttons == 0; }

private:
    QPoint m_at;
    QPoint m_turn;
    quint8 m_buttons = 0;
};

} // namespace sandglass::viewers
