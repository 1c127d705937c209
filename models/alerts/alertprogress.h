// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertreading.h"
#include "models/alerts/quiethours.h"

namespace sandglass {

// Where a rule stands. What is kept over a restart comes first: what fired before does not fire once more.
struct AlertProgress
{
    bool raised = false;
    std::optional<WallTime> raisedAt{};
    bool told = false; // people were told that it is raised
    std::optional<WallTime> snoozedUntil{};
    // Of this run.
    std::optional<BootTime> holdsSince{}; // fulfilled without a break, and not raised yet
    AlertVerdict verdict = AlertVerdict::Unknown;

    friend bool operator==(const AlertProgress &, const AlertProgress &) = default;
};

enum class AlertNews : quint8 { None, Raised, Resolved };

// One reading further. Raised when the condition was fulfilled for as long as it must hold, resolved as soon
// as it is not; not knowing changes neither, and does not interrupt what is fulfilled before and after it.
[[nodiscard]] AlertNews step(AlertProgress &progress, AlertVerdict verdict, std::chrono::seconds hold,
                             BootTime boot, WallTime now);

// What is said of it; the worst that is known does not hide behind what is merely quiet.
enum class AlertState : quint8 {
    Off,     // not enabled
    Invalid, // its query cannot be read
    Unknown, // what it hangs on is not known
    Ok,
    Pending, // fulfilled, but not long enough
    Firing,
    Snoozed, // somebody asked to be left alone by it, or by all
    Muted,   // it fires, in quiet hours
};
inline constexpr std::array AllAlertStates{AlertState::Off,     AlertState::Invalid, AlertState::Unknown,
                                           AlertState::Ok,      AlertState::Pending, AlertState::Firing,
                                           AlertState::Snoozed, AlertState::Muted};

// What holds for all alerts at a moment.
struct AlertSurroundings
{
    WallTime now{};
    std::optional<WallTime> snoozedUntil{}; // all of them
    bool quiet = false;
    bool criticalAnyway = true;

    [[nodiscard]] bool mutes(const AlertRule &rule) const
    {
        return quiet && !(criticalAnyway && rule.severity == AlertSeverity::Critical);
    }
};

// The later of both, if it is still to come.
[[nodiscard]] std::optional<WallTime> snoozedUntil(const AlertProgress &progress,
                                                   const AlertSurroundings &around);
[[nodiscard]] AlertState stateOf(const AlertRule &rule, const AlertProgress &progress, bool isReadable,
                                 const AlertSurroundings &around);
// It is raised for sure, nobody was told of it, and people may be disturbed.
[[nodiscard]] bool isToBeTold(const AlertRule &rule, const AlertProgress &progress,
                              const AlertSurroundings &around);

} // namespace sandglass
