// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/backoff.h"

#include <QImage>
#include <QMetaType>
#include <QPoint>
#include <QRect>
#include <QSize>

#include <chrono>
#include <vector>

namespace sandglass::viewers {

// Where a viewer stands. Closed -> Connecting -> Connected -> Reconnecting -> Connected or Failed.
enum class VncState { Closed, Connecting, Connected, Reconnecting, Failed };

// A changed part of the guest's screen; opaque Format_RGB32.
struct VncPatch
{
    QPoint at;
    QImage pixels;
};

// What changed since the last frame. A frame whose one patch is as large as `size` is the whole screen.
struct VncFrame
{
    QSize size;
    std::vector<VncPatch> patches;

    [[nodiscard]] bool isWhole() const
    {
        return patches.size() == 1 && patches.front().at.isNull() && patches.front().pixels.size() == size;
    }
};

// The guest's pointer shape in guest pixels.
struct GuestCursor
{
    QImage shape; // null: the guest hides its pointer
    QPoint hotspot;
};

// Limits and patience of one connection. The defaults suit a console; tests shorten them.
struct VncOptions
{
    std::chrono::milliseconds connectDeadline{8000};  // socket, handshake and authentication together
    std::chrono::milliseconds messageDeadline{15000}; // without progress inside one message
    std::chrono::milliseconds frameInterval{33};      // at most 30 frames a second
    Backoff backoff{std::chrono::milliseconds(250), std::chrono::milliseconds(5000)};
    int mostTries = 12;                          // in a row, without one that lasted
    std::chrono::milliseconds steadyAfter{5000}; // a connection that lasted: the count begins anew
    int mostSide = 8192;
    qint64 mostPixels = qint64(4096) * 4096; // 64 MiB
    qsizetype mostCutText = 256 * 1024;
    qsizetype mostNameLength = 128;
};

// One thing for the guest's keyboard or pointer, as the RFB protocol says it (RFC 6143, 7.5.4 and 7.5.5).
struct KeyStroke
{
    quint32 keysym = 0; // X11
    bool down = false;

    friend bool operator==(const KeyStroke &, const KeyStroke &) = default;
};

struct PointerStroke
{
    QPoint at;          // guest pixels
    quint8 buttons = 0; // bit 0 left, 1 middle, 2 right, 3 to 6 wheel up, down, left, right, 7 back

    friend bool operator==(const PointerStroke &, const PointerStroke &) = default;
};

} // namespace sandglass::viewers

Q_DECLARE_METATYPE(sandglass::viewers::VncState)
Q_DECLARE_METATYPE(sandglass::viewers::VncFrame)
Q_DECLARE_METATYPE(sandglass::viewers::GuestCursor)
