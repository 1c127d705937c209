// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/domain/money.h"
#include "backend/domain/query/parser.h"

#include <QJsonObject>

#include <array>
#include <chrono>

namespace sandglass {

enum class AlertSeverity : quint8 { Notice, Warning, Critical };
inline constexpr std::array AllAlertSeverities{AlertSeverity::Notice, AlertSeverity::Warning,
                                               AlertSeverity::Critical};

// What must be so of those that a query finds.
struct AlertCondition
{
    enum class Kind : quint8 {
        AtLeast,  // `count` of them or more
        AtMost,   // `count` of them or fewer
        InState,  // one is in its state for longer than `age`
        CostRate, // all together cost more than `rate` an hour
        InError,  // one is in error; with an `age`: came into it in that time
    };
    Kind kind = Kind::AtLeast;
    int count = 1;
    std::chrono::seconds age{0};
    Money rate{};
    QString currency{}; // empty: the sum of any one currency

    friend bool operator==(const AlertCondition &, const AlertCondition &) = default;
};
inline constexpr std::array AllAlertConditions{AlertCondition::Kind::AtLeast, AlertCondition::Kind::AtMost,
                                               AlertCondition::Kind::InState, AlertCondition::Kind::CostRate,
                                               AlertCondition::Kind::InError};

// A question that is asked all the time, and when its answer is worth disturbing somebody. A value. Its query
// may be one that cannot be read (any more): it is kept as it was written, and never fires.
struct AlertRule
{
    QString id{};
    QString name{};
    QString query{};     // in the language of backend/domain/query
    ContextId context{}; // empty: every one
    AlertCondition condition{};
    std::chrono::seconds hold{0}; // so long without a break, or it is nothing
    AlertSeverity severity = AlertSeverity::Warning;
    bool enabled = true;
    bool desktop = true; // else only the badge

    // The same question and the same condition.
    [[nodiscard]] bool asksTheSame(const AlertRule &other) const;
    friend bool operator==(const AlertRule &, const AlertRule &) = default;
};

struct AlertLimits
{
    static constexpr qsizetype LongestName = 80;
    static constexpr qsizetype MostRules = 200;
    static constexpr int LargestCount = 10'000'000;
    static constexpr std::chrono::seconds LongestAge = std::chrono::days(365);
    static constexpr std::chrono::seconds LongestHold = std::chrono::days(7);
    static constexpr int LargestRate = 1'000'000'000; // an hour
};

// The rows that the condition is about, as one query: with how long they are in their state, or in error.
// This is also what is shown to whoever wants to see them. A fault: the empty query.
[[nodiscard]] query::Parsed askedBy(const AlertRule &rule);

// As a part of a file, and back. What is read may have been written by anybody: it is checked, and what is
// wrong is said in a sentence that names it.
struct ReadAlert
{
    std::optional<AlertRule> rule{};
    QString complaint{};
};
[[nodiscard]] QJsonObject alertToJson(const AlertRule &rule);
[[nodiscard]] ReadAlert alertFromJson(const QJsonObject &json);
[[nodiscard]] bool isAlertId(QStringView id);

[[nodiscard]] QLatin1StringView alertSeverityName(AlertSeverity severity);
[[nodiscard]] QLatin1StringView alertConditionName(AlertCondition::Kind kind);

} // namespace sandglass
