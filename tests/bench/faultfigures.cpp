// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figures.h"
#include "tests/support/faultcampaign.h"

namespace sandglass::bench {

void measureFaults(Figures &figures)
{
    constexpr int Faults = 60;
    constexpr quint32 Seed = 7;
    const QString injected = QStringLiteral("faults_injected");
    const QString lost = QStringLiteral("faults_lost");
    if (!figures.wants({injected, lost}))
        return;
    test::FaultCampaign campaign;
    if (!campaign.begin())
        return figures.fail(injected, QStringLiteral("the sandbox did not start"));
    const auto outcome = campaign.run(Faults, Seed);
    figures.put(injected, outcome.faults, "faults");
    figures.put(lost, outcome.losses, "losses");
    if (outcome.losses > 0)
        figures.fail(lost, outcome.firstLoss);
}

} // namespace sandglass::bench
