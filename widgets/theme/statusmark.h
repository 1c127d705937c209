// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/status.h"
#include "models/truth/rowtruth.h"

#include <QPalette>
#include <QPixmap>
#include <QRectF>

class QPainter;

namespace sandglass {

// The shapes by which statuses are told apart without colour. One shape means one thing everywhere: list,
// panel, sidebar, charts.
enum class MarkShape { Ring, Arc, Disc, HalfDisc, Bars, Square, Cross, Dash };

[[nodiscard]] MarkShape markShape(Status status);

// Paints the mark of a status into `rect`. `phase` (0 to 1) turns the marks of transitional states; a still
// one (reduced motion) is 0.
void paintStatusMark(QPainter *painter, const QRectF &rect, Status status, const QPalette &palette,
                     qreal phase = 0);
// The same for a status that is perhaps not so any more: old ones are faint, silent ones a dotted outline
// with a point in it, what is gone a dotted ring, what was not found a ring that is struck through.
void paintStatusMark(QPainter *painter, const QRectF &rect, Status status, Truth truth,
                     const QPalette &palette, qreal phase = 0);
// What the word beside it is written in.
[[nodiscard]] QColor statusColor(Status status, Truth truth, const QPalette &palette);
[[nodiscard]] QPixmap statusPixmap(Status status, const QPalette &palette, int side, qreal devicePixelRatio);

} // namespace sandglass
