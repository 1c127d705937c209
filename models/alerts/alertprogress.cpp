// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertprogress.h"

namespace sandglass {

AlertNews step(AlertProgress &progress, AlertVerdict verdict, std::chrono::seconds hold, BootTime boot,
               WallTime now)
{
    progress.verdict = verdict;
    if (verdict == AlertVerdict::Unknown)
        return AlertNews::None;
    if (verdict == AlertVerdict::No) {
        progress.holdsSince.reset();
        if (!progress.raised)
            return AlertNews::None;
        progress.raised = progress.told = false;
        progress.raisedAt.reset();
        return AlertNews::Resolved;
    }
    if (progress.raised)
        return AlertNews::None;
    if (!progress.holdsSince)
        progress.holdsSince = boot;
    if (boot - *progress.holdsSince < hold)
        return AlertNews::None;
    progress.holdsSince.reset();
    progress.raised = true;
    progress.told = false;
    progress.raisedAt = now;
    return AlertNews::Raised;
}

std::optional<WallTime> snoozedUntil(const AlertProgress &progress, const AlertSurroundings &around)
{
    const std::optional<WallTime> until = std::max(progress.snoozedUntil, around.snoozedUntil);
    return until && *until > around.now ? until : std::nullopt;
}

AlertState stateOf(const AlertRule &rule, const AlertProgress &progress, bool isReadable,
                   const AlertSurroundings &around)
{
    if (!rule.enabled)
        return AlertState::Off;
    if (!isReadable)
        return AlertState::Invalid;
    if (snoozedUntil(progress, around))
        return AlertState::Snoozed;
    if (progress.verdict == AlertVerdict::Unknown)
        return AlertState::Unknown;
    if (progress.raised)
        return around.mutes(rule) ? AlertState::Muted : AlertState::Firing;
    return progress.holdsSince ? AlertState::Pending : AlertState::Ok;
}

bool isToBeTold(const AlertRule &rule, const AlertProgress &progress, const AlertSurroundings &around)
{
    return rule.enabled && progress.raised && !progress.told && progress.verdict == AlertVerdict::Yes &&
           !snoozedUntil(progress, around) && !around.mutes(rule);
}

} // namespace sandglass
