// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/guestparts.h"

#include <QDir>
#include <QFile>

namespace sandglass::app {

GuestParts findGuestParts(const QString &programFolder)
{
    const QDir prefix(QDir::cleanPath(programFolder + QStringLiteral("/..")));
    const GuestParts installed{prefix.filePath(QStringLiteral("share/sandglass/guest/images/build")),
                               prefix.filePath(QStringLiteral("share/sandglass/guest/recipes")),
                               prefix.filePath(QStringLiteral("libexec/sandglass/sandglass_guest_agent")),
                               prefix.filePath(QStringLiteral("libexec/sandglass/sandglass_guest_init"))};
    if (QFile::exists(installed.buildProgram))
        return installed;
    const QString sources = QStringLiteral(SANDGLASS_GUEST_SOURCES);
    return {sources + QStringLiteral("/images/build"), sources + QStringLiteral("/recipes"),
            prefix.filePath(QStringLiteral("backend/guest/sandglass_guest_agent")),
            prefix.filePath(QStringLiteral("backend/guest/sandglass_guest_init"))};
}

} // namespace sandglass::app
