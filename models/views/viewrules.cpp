// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/views/viewrules.h"

#include "backend/domain/query/parser.h"
#include "models/wording.h"

#include <QCoreApplication>
#include <QJsonObject>

namespace sandglass {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::ViewRule)
};

const QLatin1StringView QueryKey("query");
const QLatin1StringView ColorKey("color");
const QLatin1StringView LabelKey("label");

constexpr std::array<const char *, AllRuleColors.size()> Names{"red",  "orange", "yellow", "green",
                                                               "teal", "blue",   "purple", "grey"};

} // namespace

QString ruleColorName(RuleColor color)
{
    return QLatin1StringView(Names[static_cast<std::size_t>(color)]);
}

std::optional<RuleColor> ruleColorFromName(const QString &name)
{
    for (const RuleColor color : AllRuleColors) {
        if (ruleColorName(color) == name)
            return color;
    }
    return std::nullopt;
}

QString ruleColorText(RuleColor color)
{
    switch (color) {
    case RuleColor::Red:
        return Words::tr("Red");
    case RuleColor::Orange:
        return Words::tr("Orange");
    case RuleColor::Yellow:
        return Words::tr("Yellow");
    case RuleColor::Green:
        return Words::tr("Green");
    case RuleColor::Teal:
        return Words::tr("Teal");
    case RuleColor::Blue:
        return Words::tr("Blue");
    case RuleColor::Purple:
        return Words::tr("Purple");
    case RuleColor::Grey:
        return Words::tr("Grey");
    }
    Q_UNREACHABLE();
}

QString ruleText(const ViewRule &rule)
{
    if (!rule.label.isEmpty())
        return rule.label;
    return rule.query.isEmpty() ? Words::tr("every sandbox") : rule.query;
}

QJsonArray rulesToJson(const QList<ViewRule> &rules)
{
    QJsonArray array;
    for (const ViewRule &rule : rules) {
        QJsonObject json{{QueryKey, rule.query}, {ColorKey, ruleColorName(rule.color)}};
        if (!rule.label.isEmpty())
            json.insert(LabelKey, rule.label);
        array.append(json);
    }
    return array;
}

ReadRules rulesFromJson(const QJsonValue &json)
{
    if (json.isUndefined())
        return {};
    const QJsonArray array = json.toArray();
    if (!json.isArray() || array.size() > MostRules)
        return {{}, Words::tr("a view has a list of %1 colour rules at most").arg(MostRules)};
    ReadRules read;
    for (const QJsonValue &each : array) {
        const auto number = read.rules.size() + 1;
        const QJsonObject object = each.toObject();
        const auto color = ruleColorFromName(object.value(ColorKey).toString());
        if (!color || !object.value(QueryKey).isString())
            return {{}, Words::tr("rule %1 names no query or no colour that exists here").arg(number)};
        const query::Parsed parsed = query::parse(object.value(QueryKey).toString());
        if (parsed.fault)
            return {{},
                    Words::tr("the query of rule %1 cannot be read: %2")
                        .arg(number)
                        .arg(wording::queryFaultSentence(*parsed.fault))};
        const QString label = object.value(LabelKey).toString().simplified().left(LongestRuleLabel);
        read.rules.append({parsed.query.text(), *color, label});
    }
    return read;
}

} // namespace sandglass
