// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QList>
#include <QString>

#include <array>
#include <optional>

namespace sandglass {

// The colours that rows can be given by a rule. Names only: each theme has its own red.
enum class RuleColor { Red, Orange, Yellow, Green, Teal, Blue, Purple, Grey };
inline constexpr std::array AllRuleColors{RuleColor::Red,    RuleColor::Orange, RuleColor::Yellow,
                                          RuleColor::Green,  RuleColor::Teal,   RuleColor::Blue,
                                          RuleColor::Purple, RuleColor::Grey};

// Of a view: rows that meet the query get the colour, and the label says what it stands for. The first rule
// that is met counts. An empty query means every row.
struct ViewRule
{
    QString query; // in the language of backend/domain/query
    RuleColor color = RuleColor::Red;
    QString label{};

    friend bool operator==(const ViewRule &, const ViewRule &) = default;
};

inline constexpr qsizetype MostRules = 16;
inline constexpr qsizetype LongestRuleLabel = 40;

// In files, the same in every language.
[[nodiscard]] QString ruleColorName(RuleColor color);
[[nodiscard]] std::optional<RuleColor> ruleColorFromName(const QString &name);
// For people.
[[nodiscard]] QString ruleColorText(RuleColor color);
[[nodiscard]] QString ruleText(const ViewRule &rule); // its label, or else what it asks for

// What is read was written by others: all of it is right, or it is refused with a sentence for people.
struct ReadRules
{
    QList<ViewRule> rules;
    QString complaint;
};
[[nodiscard]] QJsonArray rulesToJson(const QList<ViewRule> &rules);
[[nodiscard]] ReadRules rulesFromJson(const QJsonValue &json);

} // namespace sandglass
