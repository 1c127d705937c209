// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/screen/screengeometry.h"

#include <QImage>
#include <QPalette>
#include <QString>

class QPainter;

namespace sandglass::viewers {

// Everything that a screen view draws, as a value; painting it has no state.
struct ScreenPicture
{
    QImage frame; // null: none yet
    ScreenGeometry geometry;
    QString words;      // over the picture; empty when it is live
    bool isOld = false; // dim it
    bool inControl = false;
    QImage cursor;   // drawn by us, if not null
    QPoint cursorAt; // its top left, in guest pixels
};

// Paints the part of the view that `dirty` covers.
void paintScreen(QPainter &painter, const ScreenPicture &picture, const QRect &view, const QRect &dirty,
                 const QPalette &palette);

// How wide the frame that says who controls is, in device-independent pixels.
inline constexpr int ControlFrameWidth = 2;

} // namespace sandglass::viewers
