// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/consolesettings.h"

#include <optional>

namespace sandglass::app {

// What the window remembers, as an ini file in the XDG configuration folder (sandglass/console.ini). The only
// place of the program that reads or writes settings; all others are given values. An unknown value falls
// back to the default. GUI thread.
class SettingsFile
{
public:
    // Empty: the usual place.
    explicit SettingsFile(QString path = {});

    [[nodiscard]] ConsoleSettings read() const;
    void write(const ConsoleSettings &settings) const;

private:
    QString m_path;
};

[[nodiscard]] std::optional<ThemeChoice> themeFromName(QStringView name);

} // namespace sandglass::app
