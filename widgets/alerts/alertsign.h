// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertprogress.h"
#include "widgets/theme/icons.h"

#include <QPalette>

namespace sandglass {

// The shapes by which severities are told apart without their colours.
[[nodiscard]] Icon alertIcon(AlertSeverity severity);
[[nodiscard]] QColor alertColor(AlertSeverity severity, const QPalette &palette);
// What stands before an alert: its severity while it fires or is about to, else what it is instead.
[[nodiscard]] QPixmap alertPixmap(AlertSeverity severity, AlertState state, const QPalette &palette, int side,
                                  qreal devicePixelRatio);
// A bell; struck through while nothing may be heard of.
[[nodiscard]] QPixmap bellPixmap(const QColor &color, bool struck, int side, qreal devicePixelRatio);

} // namespace sandglass
