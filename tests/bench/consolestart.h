// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace sandglass::bench {

// A console that shows a made-up fleet, as a program of its own; its files are in `folder`.
struct ConsoleStart
{
    QString folder;
    int sandboxes = 1000;
    // It is ended when it says this; otherwise the start counts that painted so many rows.
    QByteArray until{};
    int rows = 1;
};

// Milliseconds from the start of the process to its own word that it is so; nothing: it never said so.
[[nodiscard]] std::optional<double> startConsole(const ConsoleStart &start);

class Figures;
// A hundred thousand sandboxes from the file that an earlier run has left; the backend is far from having
// said them.
void measureCachedStart(Figures &figures);

} // namespace sandglass::bench
