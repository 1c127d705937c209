// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertwords.h"

#include "models/wording.h"

#include <QDateTime>
#include <QLocale>

namespace sandglass {

namespace {

using When = AlertCondition::Kind;

QString spanText(std::chrono::milliseconds span)
{
    return wording::durationText(std::chrono::ceil<std::chrono::seconds>(span));
}

QString amounts(const AlertReading &reading)
{
    QStringList all;
    for (auto it = reading.rate.cbegin(); it != reading.rate.cend(); ++it)
        all.append(wording::moneyRateText(it.value(), it.key()));
    return all.join(QStringLiteral(" + "));
}

} // namespace

QString AlertWords::severity(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return tr("Notice");
    case AlertSeverity::Warning:
        return tr("Warning");
    case AlertSeverity::Critical:
        break;
    }
    return tr("Critical");
}

QString AlertWords::state(AlertState state)
{
    switch (state) {
    case AlertState::Off:
        return tr("off");
    case AlertState::Invalid:
        return tr("cannot be read");
    case AlertState::Unknown:
        return tr("not known");
    case AlertState::Ok:
        return tr("ok");
    case AlertState::Pending:
        return tr("about to fire");
    case AlertState::Firing:
        return tr("fires");
    case AlertState::Snoozed:
        return tr("snoozed");
    case AlertState::Muted:
        break;
    }
    return tr("fires, quiet hours");
}

QString AlertWords::conditionKind(When kind)
{
    switch (kind) {
    case When::AtLeast:
        return tr("So many or more match");
    case When::AtMost:
        return tr("So many or fewer match");
    case When::InState:
        return tr("One is in its state for longer than");
    case When::CostRate:
        return tr("Together they cost more an hour than");
    case When::InError:
        break;
    }
    return tr("One is in error");
}

QString AlertWords::condition(const AlertRule &rule)
{
    const AlertCondition &condition = rule.condition;
    QString text;
    switch (condition.kind) {
    case When::AtLeast:
        text = tr("%n or more match", nullptr, condition.count);
        break;
    case When::AtMost:
        text = condition.count == 0 ? tr("none matches") : tr("%n or fewer match", nullptr, condition.count);
        break;
    case When::InState:
        text = tr("one is in its state for longer than %1").arg(spanText(condition.age));
        break;
    case When::CostRate:
        text = tr("they cost more than %1")
                   .arg(wording::moneyRateText(condition.rate, condition.currency).trimmed());
        break;
    case When::InError:
        text = condition.age.count() == 0 ? tr("one is in error")
                                          : tr("one failed in the last %1").arg(spanText(condition.age));
        break;
    }
    return rule.hold.count() == 0 ? text : tr("%1, for %2", "condition, time").arg(text, spanText(rule.hold));
}

QString AlertWords::query(const AlertRule &rule)
{
    const QString text = rule.query.trimmed().isEmpty() ? tr("everything but stopped and deleted ones")
                                                        : rule.query.simplified();
    return rule.context.isEmpty() ? text
                                  : tr("%1 in %2", "query, context").arg(text, rule.context.toString());
}

QString AlertWords::reading(const AlertRule &rule, const AlertReading &reading)
{
    if (reading.fault)
        return wording::queryFaultSentence(*reading.fault);
    if (reading.nobody)
        return tr("not known: its context is not here");
    QString text = tr("%n match(es)", nullptr, reading.matching);
    if (rule.condition.kind == When::CostRate && !reading.rate.isEmpty())
        text = tr("%1 by %2", "money, how many").arg(amounts(reading), text);
    if (!reading.names.isEmpty() && rule.condition.kind != When::CostRate) {
        QString names = reading.names.join(tr(", ", "between names"));
        if (reading.matching > reading.names.size())
            names = tr("%1 and %n more", "names", int(reading.matching - reading.names.size())).arg(names);
        text = tr("%1: %2", "how many, names").arg(text, names);
    }
    if (!reading.silent.isEmpty())
        text = tr("%1; %2 cannot be believed now", "what is known, backends")
                   .arg(text, reading.silent.join(tr(", ", "between names")));
    if (reading.unpriced > 0)
        text = tr("%1; of %n the price is not known", "what is known", reading.unpriced).arg(text);
    return reading.verdict == AlertVerdict::Unknown ? tr("not known: %1").arg(text) : text;
}

QString AlertWords::trial(const AlertRule &rule, const AlertReading &reading)
{
    const QString found = AlertWords::reading(rule, reading);
    if (reading.fault || reading.verdict == AlertVerdict::Unknown)
        return found;
    if (reading.verdict == AlertVerdict::No)
        return tr("Would not fire now: %1").arg(found);
    return rule.hold.count() == 0
               ? tr("Would fire now: %1").arg(found)
               : tr("Would fire if it stays so for %1: %2").arg(spanText(rule.hold), found);
}

QString AlertWords::since(const AlertRule &rule, const AlertProgress &progress, AlertState state,
                          const AlertSurroundings &around, BootTime boot)
{
    const auto age = [&] {
        const auto passed = around.now - progress.raisedAt.value_or(around.now);
        return wording::ageText(
            std::max(std::chrono::floor<std::chrono::seconds>(passed), std::chrono::seconds(0)));
    };
    switch (state) {
    case AlertState::Firing:
    case AlertState::Muted:
        return tr("for %1", "an age").arg(age());
    case AlertState::Unknown:
        return progress.raised ? tr("fired %1 ago").arg(age()) : QString();
    case AlertState::Pending: {
        const auto left = rule.hold - (boot - progress.holdsSince.value_or(boot));
        return tr("in %1").arg(spanText(std::chrono::ceil<std::chrono::milliseconds>(left)));
    }
    case AlertState::Snoozed: {
        const auto until = snoozedUntil(progress, around);
        return until ? tr("until %1").arg(moment(*until, around.now)) : QString();
    }
    default:
        return {};
    }
}

QString AlertWords::record(const AlertRecord &record, bool isKnown)
{
    QString found = tr("%n match(es)", nullptr, record.count);
    if (!record.amount.isEmpty())
        found = tr("%1 by %2", "money, how many").arg(record.amount, found);
    else if (!record.names.isEmpty())
        found = tr("%1: %2", "how many, names").arg(found, record.names.join(tr(", ", "between names")));
    if (record.resolvedAt)
        return tr("%1 · over after %2", "what was found")
            .arg(found, spanText(std::max(*record.resolvedAt - record.at, std::chrono::milliseconds(0))));
    return isKnown ? tr("%1 · still so", "what was found").arg(found) : found;
}

QString AlertWords::noticeBody(const AlertRule &rule, const AlertReading &reading)
{
    return tr("%1 (%2)", "what was found, condition")
        .arg(AlertWords::reading(rule, reading), AlertWords::condition(rule));
}

QString AlertWords::quietHours(const QuietHours &hours)
{
    if (!hours.enabled || hours.days == 0)
        return tr("No quiet hours");
    const QLocale locale;
    QStringList days;
    for (int day = 1; day <= 7; ++day) {
        if (hours.has(day))
            days.append(locale.dayName(day, QLocale::ShortFormat));
    }
    const QString which = hours.days == QuietHours::EveryDay
                              ? tr("every day")
                              : days.join(tr(" ", "between the short names of days"));
    return tr("Quiet %1 – %2, %3", "from, to, days")
        .arg(hours.from.toString(QStringLiteral("HH:mm")), hours.to.toString(QStringLiteral("HH:mm")), which);
}

QString AlertWords::moment(WallTime time, WallTime now)
{
    const QTimeZone zone = chosenZone();
    const auto local = [&](WallTime at) {
        return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count(), zone);
    };
    const QDateTime there = local(time);
    const QString clock = there.toString(QStringLiteral("HH:mm"));
    if (there.date() == local(now).date())
        return clock;
    return there.toString(QStringLiteral("yyyy-MM-dd ")) + clock;
}

} // namespace sandglass
