// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/keptalerts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

namespace sandglass {

namespace {

constexpr int Version = 1;
constexpr qsizetype MostComplaints = 20;
constexpr qsizetype LongestText = 200;
constexpr qsizetype MostNames = 10;
constexpr double LatestTime = 253'402'300'799'999.0; // the end of the year 9999

const QLatin1StringView VersionKey("version");
const QLatin1StringView RulesKey("rules");
const QLatin1StringView QuietKey("quiet_hours");
const QLatin1StringView SnoozedKey("snoozed_until_ms");
const QLatin1StringView StatesKey("states");
const QLatin1StringView HistoryKey("history");
const QLatin1StringView IdKey("id");
const QLatin1StringView RaisedAtKey("raised_at_ms");
const QLatin1StringView ToldKey("told");
const QLatin1StringView NameKey("name");
const QLatin1StringView SeverityKey("severity");
const QLatin1StringView AtKey("at_ms");
const QLatin1StringView ResolvedKey("resolved_at_ms");
const QLatin1StringView CountKey("count");
const QLatin1StringView NamesKey("names");
const QLatin1StringView AmountKey("amount");

struct Said
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::KeptAlerts)
};

qint64 millis(WallTime time)
{
    return time.time_since_epoch().count();
}

void insertTime(QJsonObject &json, QLatin1StringView key, const std::optional<WallTime> &time)
{
    if (time)
        json.insert(key, millis(*time));
}

std::optional<WallTime> timeOf(const QJsonObject &json, QLatin1StringView key)
{
    const double number = json.value(key).toDouble(-1);
    if (!(number >= 0 && number <= LatestTime))
        return std::nullopt;
    return WallTime(std::chrono::milliseconds(qint64(number)));
}

QString textOf(const QJsonObject &json, QLatin1StringView key)
{
    return json.value(key).toString().left(LongestText);
}

QJsonObject recordToJson(const AlertRecord &record)
{
    QJsonObject json{{IdKey, record.rule},
                     {NameKey, record.name},
                     {SeverityKey, alertSeverityName(record.severity)},
                     {CountKey, record.count},
                     {NamesKey, QJsonArray::fromStringList(record.names)}};
    insertTime(json, AtKey, record.at);
    insertTime(json, ResolvedKey, record.resolvedAt);
    if (!record.amount.isEmpty())
        json.insert(AmountKey, record.amount);
    return json;
}

std::optional<AlertRecord> recordFromJson(const QJsonObject &json)
{
    AlertRecord record;
    record.rule = textOf(json, IdKey);
    record.name = textOf(json, NameKey).simplified();
    const std::optional<WallTime> at = timeOf(json, AtKey);
    if (!isAlertId(record.rule) || record.name.isEmpty() || !at)
        return std::nullopt;
    record.at = *at;
    for (const AlertSeverity severity : AllAlertSeverities) {
        if (textOf(json, SeverityKey) == alertSeverityName(severity))
            record.severity = severity;
    }
    record.resolvedAt = timeOf(json, ResolvedKey);
    record.count = std::max(0, json.value(CountKey).toInt());
    for (const QJsonValue &name : json.value(NamesKey).toArray()) {
        if (record.names.size() < MostNames)
            record.names.append(name.toString().left(LongestText).simplified());
    }
    record.amount = textOf(json, AmountKey);
    return record;
}

void readRules(const QJsonObject &root, ReadAlerts &into)
{
    const auto complain = [&](const QString &why) {
        if (into.complaints.size() < MostComplaints)
            into.complaints.append(why);
    };
    for (const QJsonValue &each : root.value(RulesKey).toArray()) {
        const ReadAlert read = alertFromJson(each.toObject());
        if (!read.rule)
            complain(read.complaint);
        else if (std::ranges::any_of(into.kept.rules,
                                     [&](const AlertRule &rule) { return rule.id == read.rule->id; }))
            complain(Said::tr("The alert “%1” has the id of another one.").arg(read.rule->name));
        else if (into.kept.rules.size() >= AlertLimits::MostRules) {
            complain(Said::tr("There are more than %1 alerts; the others are left out.")
                         .arg(AlertLimits::MostRules));
            break;
        } else
            into.kept.rules.append(*read.rule);
    }
    if (!root.contains(QuietKey))
        return;
    if (const auto quiet = quietHoursFromJson(root.value(QuietKey).toObject()))
        into.kept.quiet = *quiet;
    else
        complain(Said::tr("The quiet hours cannot be read: times are such as \"22:00\", days a number "
                          "from 0 to 127."));
}

void readStates(const QJsonObject &root, KeptAlerts &into)
{
    for (const QJsonValue &each : root.value(StatesKey).toArray()) {
        const QJsonObject json = each.toObject();
        const QString id = json.value(IdKey).toString();
        if (!std::ranges::any_of(into.rules, [&](const AlertRule &rule) { return rule.id == id; }))
            continue;
        AlertProgress progress;
        progress.raisedAt = timeOf(json, RaisedAtKey);
        progress.raised = progress.raisedAt.has_value();
        progress.told = progress.raised && json.value(ToldKey).toBool();
        progress.snoozedUntil = timeOf(json, SnoozedKey);
        into.progress.insert(id, progress);
    }
}

} // namespace

QByteArray keptAlertsToJson(const KeptAlerts &kept)
{
    QJsonArray rules;
    for (const AlertRule &rule : kept.rules)
        rules.append(alertToJson(rule));
    QJsonArray states;
    for (auto it = kept.progress.cbegin(); it != kept.progress.cend(); ++it) {
        QJsonObject json{{IdKey, it.key()}};
        if (it->raised) {
            insertTime(json, RaisedAtKey, it->raisedAt);
            json.insert(ToldKey, it->told);
        }
        insertTime(json, SnoozedKey, it->snoozedUntil);
        if (json.size() > 1)
            states.append(json);
    }
    QJsonArray history;
    for (const AlertRecord &record : kept.history)
        history.append(recordToJson(record));
    QJsonObject root{{VersionKey, Version},
                     {RulesKey, rules},
                     {QuietKey, quietHoursToJson(kept.quiet)},
                     {StatesKey, states},
                     {HistoryKey, history}};
    insertTime(root, SnoozedKey, kept.snoozedUntil);
    return QJsonDocument(root).toJson();
}

std::optional<ReadAlerts> keptAlertsFromJson(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonObject root = document.object();
    if (root.value(VersionKey).toInt() != Version || !root.value(RulesKey).isArray())
        return std::nullopt;
    ReadAlerts read;
    readRules(root, read);
    read.kept.snoozedUntil = timeOf(root, SnoozedKey);
    readStates(root, read.kept);
    const QJsonArray history = root.value(HistoryKey).toArray();
    for (qsizetype i = std::max<qsizetype>(0, history.size() - MostAlertRecords); i < history.size(); ++i) {
        if (const auto record = recordFromJson(history.at(i).toObject()))
            read.kept.history.append(*record);
    }
    return read;
}

} // namespace sandglass
