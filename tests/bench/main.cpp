// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figures.h"
#include "tests/support/faultcampaign.h"

#include <QCoreApplication>
#include <QLoggingCategory>

// Measures the engine: all figures, or those that are named.
int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    if (const auto code = sandglass::test::FaultCampaign::victimOf(QCoreApplication::arguments()))
        return *code;
    QLoggingCategory::setFilterRules(QStringLiteral("sandglass.*.info=false"));
    sandglass::bench::Figures figures(app.arguments().sliced(1));
    sandglass::bench::measureEngine(figures);
    sandglass::bench::measurePause(figures);
    sandglass::bench::measurePools(figures);
    sandglass::bench::measureClones(figures);
    sandglass::bench::measureAlive(figures);
    sandglass::bench::measureChannel(figures);
    sandglass::bench::measureConsole(figures);
    sandglass::bench::measureFaults(figures);
    sandglass::bench::measureProxy(figures);
    return figures.failed() ? 1 : 0;
}
