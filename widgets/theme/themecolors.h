// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/status.h"

#include <QColor>
#include <QPalette>

namespace sandglass {

// Every colour of one look, by meaning. Four tables exist, light and dark, each also in high contrast;
// nothing else in the program names a colour. All pairs of a foreground and a surface meet WCAG AA (4.5 to
// 1), those of high contrast AAA (7 to 1), which a test computes.
struct ThemeColors
{
    // Frames of focus are thicker, and what is selected or parted is framed as well.
    bool highContrast = false;
    // Surfaces.
    QColor window;
    QColor base;
    QColor alternate;
    QColor hover;
    QColor selection;
    QColor button;
    QColor field;
    QColor border;
    QColor strongBorder;
    // Foregrounds.
    QColor text;
    QColor muted;
    QColor disabled;
    QColor accent;
    QColor onAccent;
    // Statuses: starting is pending, creating and resuming; ending is pausing and stopping.
    QColor running;
    QColor starting;
    QColor ending;
    QColor paused;
    QColor stopped;
    QColor error;
    QColor deleted;
    QColor warning;
    // Surfaces of banners.
    QColor errorSurface;
    QColor warningSurface;
    QColor infoSurface;
    // Pens of charts, in order.
    std::array<QColor, 6> series;
    // What a view's rules give to rows, by RuleColor: the mark at the edge, and the row's surface.
    std::array<QColor, 8> ruleMarks;
    std::array<QColor, 8> ruleSurfaces;

    [[nodiscard]] const QColor &status(Status status) const;
};

[[nodiscard]] const ThemeColors &lightColors();
[[nodiscard]] const ThemeColors &darkColors();
[[nodiscard]] const ThemeColors &contrastLightColors();
[[nodiscard]] const ThemeColors &contrastDarkColors();

[[nodiscard]] bool isDark(const QPalette &palette);
// The table that a palette was made from: a widget asks with its own palette and so follows every change.
[[nodiscard]] const ThemeColors &themeColors(const QPalette &palette);
[[nodiscard]] QPalette makePalette(const ThemeColors &colors);

} // namespace sandglass
