// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::app {

// What an engine needs to make guest images: the build program, the recipes, and the two programs that go
// into each guest. Beside an installed sandglass (../libexec/sandglass, ../share/sandglass) or, for one that
// runs from a build folder, where the build put them.
struct GuestParts
{
    QString buildProgram;
    QString recipesFolder;
    QString agent;
    QString init;
};

// `programFolder`: where the running program lies.
[[nodiscard]] GuestParts findGuestParts(const QString &programFolder);

} // namespace sandglass::app
