// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/consolesettings.h"

#include <QFont>
#include <QObject>

namespace sandglass {

class DesktopScheme;

// Gives the application its look: our style over Fusion and one of our two palettes, by choice or by what the
// desktop wants. GUI thread; owned by the window. `changed` comes after the palette was replaced.
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    void setChoice(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] bool dark() const;
    [[nodiscard]] bool highContrast() const;

signals:
    void changed();

private:
    void apply();

    DesktopScheme *m_desktop;
    ThemeChoice m_choice = ThemeChoice::System;
};

// The same font with figures of one width (time, size, money).
[[nodiscard]] QFont tabularFont(QFont font);
// Larger or smaller steps of the interface's font.
[[nodiscard]] QFont titleFont(QFont font);
[[nodiscard]] QFont smallFont(QFont font);

} // namespace sandglass
