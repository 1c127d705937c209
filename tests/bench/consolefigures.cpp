// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/consolestart.h"
#include "tests/bench/figures.h"

#include <QTemporaryDir>

namespace sandglass::bench {

namespace {

constexpr int Rounds = 5;

} // namespace

// From the start of the process to its own word that the window, filled, was painted.
void measureConsole(Figures &figures)
{
    measureCachedStart(figures);
    const QString name = QStringLiteral("console_start_ms");
    if (!figures.wants({name}))
        return;
    std::vector<double> times;
    for (int round = 0; round < Rounds; ++round) {
        const QTemporaryDir folder(QStringLiteral("/tmp/sandglass-XXXXXX"));
        const auto taken = startConsole({.folder = folder.path()});
        if (!taken) {
            figures.fail(name, QStringLiteral("the console did not show its window"));
            return;
        }
        times.push_back(*taken);
    }
    figures.put(name, median(times), "ms");
}

} // namespace sandglass::bench
