// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertrule.h"

#include "backend/domain/query/edit.h"
#include "backend/domain/query/quantity.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace sandglass {

namespace {

using When = AlertCondition::Kind;

constexpr std::array SeverityNames{"notice", "warning", "critical"};
constexpr std::array ConditionNames{"at_least", "at_most", "in_state", "cost_rate", "in_error"};
constexpr qsizetype LongestId = 64;

const QLatin1StringView IdKey("id");
const QLatin1StringView NameKey("name");
const QLatin1StringView QueryKey("query");
const QLatin1StringView ContextKey("context");
const QLatin1StringView ConditionKey("condition");
const QLatin1StringView CountKey("count");
const QLatin1StringView AgeKey("age_s");
const QLatin1StringView RateKey("rate");
const QLatin1StringView CurrencyKey("currency");
const QLatin1StringView HoldKey("hold_s");
const QLatin1StringView SeverityKey("severity");
const QLatin1StringView EnabledKey("enabled");
const QLatin1StringView DesktopKey("desktop");

struct Said
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::AlertRule)
};

// Reads one member after another and keeps the first complaint.
class Reader
{
public:
    explicit Reader(const QJsonObject &json) : m_json(json) {}

    [[nodiscard]] const QString &complaint() const { return m_complaint; }
    void complain(const QString &why)
    {
        if (m_complaint.isEmpty())
            m_complaint = why;
    }
    [[nodiscard]] QString text(QLatin1StringView key, qsizetype longest)
    {
        const QJsonValue value = m_json.value(key);
        if (value.isUndefined())
            return {};
        const QString text = value.toString();
        if (!value.isString() || text.size() > longest)
            complain(Said::tr("“%1” must be a text of at most %2 characters.").arg(key).arg(longest));
        return text;
    }
    [[nodiscard]] qint64 number(QLatin1StringView key, qint64 least, qint64 most, qint64 otherwise)
    {
        const QJsonValue value = m_json.value(key);
        if (value.isUndefined())
            return otherwise;
        const double number = value.toDouble(std::nan(""));
        if (number >= double(least) && number <= double(most) && std::floor(number) == number)
            return qint64(number);
        const QLocale plain = QLocale::c();
        complain(Said::tr("“%1” must be a whole number from %2 to %3.")
                     .arg(key, plain.toString(least), plain.toString(most)));
        return otherwise;
    }
    [[nodiscard]] bool flag(QLatin1StringView key, bool otherwise)
    {
        const QJsonValue value = m_json.value(key);
        if (!value.isUndefined() && !value.isBool())
            complain(Said::tr("“%1” must be true or false.").arg(key));
        return value.toBool(otherwise);
    }
    template<std::size_t N>
    [[nodiscard]] std::size_t oneOf(QLatin1StringView key, const std::array<const char *, N> &names,
                                    std::optional<std::size_t> otherwise)
    {
        const QJsonValue value = m_json.value(key);
        if (value.isUndefined() && otherwise)
            return *otherwise;
        QStringList all;
        for (std::size_t i = 0; i < N; ++i) {
            all.append(QLatin1StringView(names[i]));
            if (value.isString() && value.toString() == all.constLast())
                return i;
        }
        complainOfChoice(key, all);
        return 0;
    }
    [[nodiscard]] Money rate()
    {
        const auto money = Money::fromDecimal(m_json.value(RateKey).toString());
        const Money most = Money::fromPicos(Int128(AlertLimits::LargestRate) * 1'000'000'000'000);
        if (money && *money >= Money() && *money <= most)
            return *money;
        complain(Said::tr("“%1” must be an amount such as \"1.50\", of at most %2.")
                     .arg(RateKey)
                     .arg(AlertLimits::LargestRate));
        return {};
    }

private:
    void complainOfChoice(QLatin1StringView key, const QStringList &all)
    {
        complain(Said::tr("“%1” must be one of: %2.").arg(key, all.join(QStringLiteral(", "))));
    }

    const QJsonObject &m_json;
    QString m_complaint;
};

void readCondition(Reader &reader, AlertCondition &into)
{
    into.kind = AllAlertConditions[reader.oneOf(ConditionKey, ConditionNames, std::nullopt)];
    const bool atLeast = into.kind == When::AtLeast;
    if (atLeast || into.kind == When::AtMost)
        into.count = int(reader.number(CountKey, atLeast ? 1 : 0, AlertLimits::LargestCount, 1));
    if (into.kind == When::InState || into.kind == When::InError)
        into.age = std::chrono::seconds(reader.number(AgeKey, into.kind == When::InState ? 1 : 0,
                                                      AlertLimits::LongestAge.count(),
                                                      into.kind == When::InState ? 600 : 0));
    if (into.kind == When::CostRate) {
        into.rate = reader.rate();
        into.currency = reader.text(CurrencyKey, 3);
    }
}

Query only(const QString &term)
{
    return query::parse(term).query;
}

} // namespace

bool AlertRule::asksTheSame(const AlertRule &other) const
{
    return query == other.query && context == other.context && condition == other.condition;
}

bool isAlertId(QStringView id)
{
    return !id.isEmpty() && id.size() <= LongestId && std::ranges::all_of(id, [](QChar each) {
        return each == u'-' || (each.unicode() < 0x80 && each.isLetterOrNumber());
    });
}

QLatin1StringView alertSeverityName(AlertSeverity severity)
{
    return QLatin1StringView(SeverityNames[std::size_t(severity)]);
}

QLatin1StringView alertConditionName(When kind)
{
    return QLatin1StringView(ConditionNames[std::size_t(kind)]);
}

query::Parsed askedBy(const AlertRule &rule)
{
    query::Parsed parsed = query::parse(rule.query);
    if (parsed.fault)
        return {.query = {}, .fault = parsed.fault};
    const AlertCondition &condition = rule.condition;
    const query::Amount millis = query::Amount(condition.age.count()) * 1000;
    const QString span = query::quantityText(query::FieldType::Span, millis);
    if (condition.kind == When::InState)
        parsed.query = query::both(parsed.query, only(QStringLiteral("unchanged>") + span));
    if (condition.kind == When::InError) {
        parsed.query = query::both(parsed.query, only(QStringLiteral("status:error")));
        if (condition.age.count() > 0)
            parsed.query = query::both(parsed.query, only(QStringLiteral("unchanged<") + span));
    }
    return parsed;
}

QJsonObject alertToJson(const AlertRule &rule)
{
    const AlertCondition &condition = rule.condition;
    QJsonObject json{{IdKey, rule.id},
                     {NameKey, rule.name},
                     {QueryKey, rule.query},
                     {ConditionKey, alertConditionName(condition.kind)},
                     {HoldKey, qint64(rule.hold.count())},
                     {SeverityKey, alertSeverityName(rule.severity)},
                     {EnabledKey, rule.enabled},
                     {DesktopKey, rule.desktop}};
    if (!rule.context.isEmpty())
        json.insert(ContextKey, rule.context.toString());
    switch (condition.kind) {
    case When::AtLeast:
    case When::AtMost:
        json.insert(CountKey, condition.count);
        break;
    case When::InState:
    case When::InError:
        json.insert(AgeKey, qint64(condition.age.count()));
        break;
    case When::CostRate:
        json.insert(RateKey, condition.rate.toDecimal());
        if (!condition.currency.isEmpty())
            json.insert(CurrencyKey, condition.currency);
        break;
    }
    return json;
}

ReadAlert alertFromJson(const QJsonObject &json)
{
    constexpr qsizetype LongestContext = 256;
    Reader reader(json);
    AlertRule rule;
    rule.name = reader.text(NameKey, AlertLimits::LongestName).simplified();
    if (rule.name.isEmpty())
        reader.complain(Said::tr("An alert has no name."));
    const QString name = rule.name;
    rule.id = reader.text(IdKey, LongestId);
    if (!isAlertId(rule.id))
        reader.complain(
            Said::tr("“%1” must be 1 to %2 letters, digits and dashes.").arg(IdKey).arg(LongestId));
    rule.query = reader.text(QueryKey, query::MaxLength);
    rule.context = ContextId(reader.text(ContextKey, LongestContext));
    readCondition(reader, rule.condition);
    rule.hold = std::chrono::seconds(reader.number(HoldKey, 0, AlertLimits::LongestHold.count(), 0));
    rule.severity = AllAlertSeverities[reader.oneOf(SeverityKey, SeverityNames, 1)];
    rule.enabled = reader.flag(EnabledKey, true);
    rule.desktop = reader.flag(DesktopKey, true);
    if (!reader.complaint().isEmpty())
        return {std::nullopt, name.isEmpty() ? reader.complaint()
                                             : Said::tr("The alert “%1”: %2").arg(name, reader.complaint())};
    return {rule, {}};
}

} // namespace sandglass
