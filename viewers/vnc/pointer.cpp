// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/pointer.h"

#include <algorithm>
#include <cstdlib>

namespace sandglass::viewers {

namespace {

constexpr int Notch = 120;
constexpr int MostNotches = 10; // of one event; a flick of a touchpad is not a hundred clicks

quint8 bitOf(Qt::MouseButton button)
{
    switch (button) {
    case Qt::LeftButton:
        return 0x01;
    case Qt::MiddleButton:
        return 0x02;
    case Qt::RightButton:
        return 0x04;
    case Qt::BackButton:
        return 0x80;
    default:
        return 0;
    }
}

// The whole notches in `gathered`, which keeps the rest. A change of direction starts anew.
int takeNotches(int &gathered, int delta)
{
    if ((gathered < 0) != (delta < 0))
        gathered = 0;
    gathered += std::clamp(delta, -MostNotches * Notch, MostNotches * Notch);
    const int notches = gathered / Notch;
    gathered -= notches * Notch;
    return notches;
}

} // namespace

std::vector<PointerStroke> Pointer::moved(QPoint at)
{
    if (at == m_at)
        return {};
    m_at = at;
    return {{at, m_buttons}};
}

std::vector<PointerStroke> Pointer::pressed(QPoint at, Qt::MouseButton button)
{
    const quint8 bit = bitOf(button);
    if (!bit || (m_buttons & bit))
        return moved(at);
    m_at = at;
    m_buttons = quint8(m_buttons | bit);
    return {{at, m_buttons}};
}

std::vector<PointerStroke> Pointer::released(QPoint at, Qt::MouseButton button)
{
    const quint8 bit = bitOf(button);
    if (!(m_buttons & bit)) // pressed outside, or before we had control
        return moved(at);
    m_at = at;
    m_buttons = quint8(m_buttons & ~bit);
    return {{at, m_buttons}};
}

std::vector<PointerStroke> Pointer::turned(QPoint at, QPoint angleDelta)
{
    std::vector<PointerStroke> out;
    m_at = at;
    const auto add = [&](int notches, quint8 positive, quint8 negative) {
        const quint8 bit = notches > 0 ? positive : negative;
        for (int i = 0; i < std::abs(notches); ++i) {
            out.push_back({at, quint8(m_buttons | bit)});
            out.push_back({at, m_buttons});
        }
    };
    if (angleDelta.y())
        add(takeNotches(m_turn.ry(), angleDelta.y()), 0x08, 0x10);
    if (angleDelta.x())
        add(takeNotches(m_turn.rx(), angleDelta.x()), 0x20, 0x40);
    return out;
}

std::vector<PointerStroke> Pointer::releaseAll()
{
    m_turn = {};
    if (!m_buttons)
        return {};
    m_buttons = 0;
    return {{m_at, 0}};
}

} // namespace sandglass::viewers
