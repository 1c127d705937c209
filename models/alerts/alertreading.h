// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertrule.h"
#include "models/fleetfilter.h"

#include <QMap>

namespace sandglass {

enum class AlertVerdict : quint8 { No, Yes, Unknown };

// What the fleet says to a rule at one moment. Only rows of backends that are fresh count. Where one says
// nothing, a condition that the others fulfil is fulfilled; whatever hangs on it is not known.
struct AlertReading
{
    AlertVerdict verdict = AlertVerdict::Unknown;
    int matching = 0;            // rows that can be believed
    int doubtful = 0;            // of backends that are old or silent: they were so last
    int unpriced = 0;            // of those that match; their price is not known
    QStringList names{};         // of the first that match, cut
    QMap<QString, Money> rate{}; // an hour, by currency; of CostRate only
    QStringList silent{};        // the names of the backends that are asked for and say nothing
    bool nobody = false;         // no backend is asked for at all
    std::optional<query::Fault> fault{};

    friend bool operator==(const AlertReading &, const AlertReading &) = default;
};

// One backend, and whether all of its rows are as it says now.
struct AlertSource
{
    ContextId id{};
    QString name{};
    bool fresh = false;
};

// A query that one rule or more ask.
struct AlertQuestion
{
    FleetQuery query{};
    FleetLookUp lookUp{}; // made together with the snapshot
};

struct AlertAsked
{
    AlertRule rule{};
    std::optional<query::Fault> fault{};
    std::size_t question = 0; // unless there is a fault
};

// Everything that readings are made from; values only.
struct AlertJob
{
    FleetSnapshot fleet{};
    std::vector<AlertAsked> asked{};
    std::vector<AlertQuestion> questions{};
    FleetPrices prices{};
    WallTime now{};
    std::vector<RowSet> gone{}; // by chunk
    QList<AlertSource> sources{};
};

// In the order of what is asked; each query is put once. Not for the GUI thread.
[[nodiscard]] QList<AlertReading> readAlerts(const AlertJob &job);

// What a condition says to sums that are known as far as `allFresh` goes. Pure.
[[nodiscard]] AlertVerdict verdictOf(const AlertCondition &condition, const AlertReading &sums,
                                     bool allFresh);

} // namespace sandglass
