// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertengine.h"

#include "models/wording.h"

namespace sandglass {

namespace {

const AlertRule *findIn(const QList<AlertRule> &rules, const QString &id)
{
    const auto found = std::ranges::find(rules, id, &AlertRule::id);
    return found == rules.end() ? nullptr : &*found;
}

} // namespace

AlertEngine::AlertEngine(FleetStore &store, AlertBook &book, QObject *parent)
    : QObject(parent), m_store(store), m_book(book), m_reader(store)
{
    connect(&book, &AlertBook::changed, this, &AlertEngine::takeRules);
    connect(&m_reader, &AlertReader::read, this, &AlertEngine::take);
    takeRules();
}

void AlertEngine::restore(const QMap<QString, AlertProgress> &progress, const QList<AlertRecord> &history)
{
    for (auto it = progress.cbegin(); it != progress.cend(); ++it)
        m_progress.insert(it.key(), *it);
    m_history = history;
    emit changed();
}

KeptAlerts AlertEngine::kept() const
{
    KeptAlerts kept{.rules = m_book.rules(),
                    .quiet = m_book.quietHours(),
                    .snoozedUntil = m_book.snoozedUntil(),
                    .progress = {},
                    .history = m_history};
    for (const AlertRule &rule : m_book.rules()) {
        const auto known = m_progress.constFind(rule.id);
        if (known == m_progress.cend())
            continue;
        const AlertProgress lasting{.raised = known->raised,
                                    .raisedAt = known->raisedAt,
                                    .told = known->told,
                                    .snoozedUntil = known->snoozedUntil};
        if (lasting != AlertProgress())
            kept.progress.insert(rule.id, lasting);
    }
    return kept;
}

AlertSurroundings AlertEngine::surroundings() const
{
    const WallTime now = m_store.clock().wallNow();
    const QuietHours &quiet = m_book.quietHours();
    return {.now = now,
            .snoozedUntil = m_book.snoozedUntil(),
            .quiet = quiet.enabled && quiet.isQuiet(now, chosenZone()),
            .criticalAnyway = quiet.criticalAnyway};
}

AlertState AlertEngine::state(const AlertRule &rule) const
{
    const auto reading = m_readings.constFind(rule.id);
    const bool isReadable = reading == m_readings.cend() || !reading->fault;
    return stateOf(rule, m_progress.value(rule.id), isReadable, surroundings());
}

std::optional<AlertReading> AlertEngine::reading(const QString &id) const
{
    const auto known = m_readings.constFind(id);
    return known == m_readings.cend() ? std::nullopt : std::optional(*known);
}

std::optional<WallTime> AlertEngine::snoozedUntil(const AlertRule &rule) const
{
    return sandglass::snoozedUntil(m_progress.value(rule.id), surroundings());
}

bool AlertEngine::isUp(const AlertRule &rule) const
{
    return rule.enabled && m_progress.value(rule.id).raised && !snoozedUntil(rule);
}

AlertSum AlertEngine::sum() const
{
    AlertSum sum;
    sum.quiet = surroundings().quiet;
    for (const AlertRule &rule : m_book.rules()) {
        const AlertState at = state(rule);
        if (at == AlertState::Snoozed)
            ++sum.snoozed;
        else if (at == AlertState::Invalid || (at == AlertState::Unknown && m_readings.contains(rule.id)))
            ++sum.unknown;
        if (!isUp(rule))
            continue;
        ++sum.up;
        sum.worst = std::max(sum.worst, rule.severity);
    }
    return sum;
}

void AlertEngine::snooze(const QString &id, std::optional<WallTime> until)
{
    if (!m_book.find(id))
        return;
    AlertProgress &progress = m_progress[id];
    progress.snoozedUntil = until;
    progress.told = progress.told && !until; // afterwards it is said once more, if it still fires
    if (until)
        emit resolved(id);
    else
        tell();
    emit changed();
    emit keptChanged();
}

void AlertEngine::clearHistory()
{
    m_history.removeIf([](const AlertRecord &record) { return record.resolvedAt.has_value(); });
    emit changed();
    emit keptChanged();
}

// What asks something else than before begins anew.
void AlertEngine::takeRules()
{
    QList<AlertRule> asked;
    for (const AlertRule &rule : m_book.rules()) {
        const AlertRule *before = findIn(m_rules, rule.id);
        if (before && !before->asksTheSame(rule)) {
            settle(rule.id);
            m_readings.remove(rule.id);
        }
        if (rule.enabled)
            asked.append(rule);
        else if (before && before->enabled)
            settle(rule.id);
    }
    for (const AlertRule &rule : std::as_const(m_rules)) {
        if (!m_book.find(rule.id))
            emit resolved(rule.id); // what is known of it stays, in case that it comes back
    }
    m_rules = m_book.rules();
    if (asked != m_reader.rules())
        m_reader.setRules(asked);
    tell();
    emit changed();
    emit keptChanged();
}

// It is over, and what was known is forgotten but for the snooze.
void AlertEngine::settle(const QString &id)
{
    AlertProgress &progress = m_progress[id];
    progress = {.snoozedUntil = progress.snoozedUntil};
    for (AlertRecord &record : m_history) {
        if (record.rule == id && !record.resolvedAt)
            record.resolvedAt = m_store.clock().wallNow();
    }
    emit resolved(id);
}

void AlertEngine::raise(const AlertRule &rule, const AlertReading &reading)
{
    QStringList amounts;
    for (auto it = reading.rate.cbegin(); it != reading.rate.cend(); ++it)
        amounts.append(wording::moneyRateText(it.value(), it.key()));
    m_history.append({.rule = rule.id,
                      .name = rule.name,
                      .severity = rule.severity,
                      .at = m_store.clock().wallNow(),
                      .resolvedAt = {},
                      .count = reading.matching,
                      .names = reading.names,
                      .amount = amounts.join(QStringLiteral(" + "))});
    if (m_history.size() > MostAlertRecords)
        m_history.removeFirst();
}

void AlertEngine::take(const QList<AlertReading> &readings)
{
    const WallTime now = m_store.clock().wallNow();
    const BootTime boot = m_store.clock().bootNow();
    const QList<AlertRule> asked = m_reader.rules();
    bool kept = false;
    for (qsizetype i = 0; i < std::min(asked.size(), readings.size()); ++i) {
        const AlertRule &rule = asked.at(i);
        m_readings.insert(rule.id, readings.at(i));
        const AlertNews news = step(m_progress[rule.id], readings.at(i).verdict, rule.hold, boot, now);
        if (news == AlertNews::Raised)
            raise(rule, readings.at(i));
        else if (news == AlertNews::Resolved)
            settle(rule.id);
        kept = kept || news != AlertNews::None;
    }
    if (kept)
        emit keptChanged();
    tell();
    emit changed();
}

void AlertEngine::tell()
{
    const AlertSurroundings around = surroundings();
    QList<AlertRule> now;
    for (const AlertRule &rule : m_book.rules()) {
        const auto progress = m_progress.find(rule.id);
        if (progress == m_progress.end() || !isToBeTold(rule, *progress, around))
            continue;
        progress->told = true;
        now.append(rule);
    }
    if (now.isEmpty())
        return;
    emit keptChanged();
    emit toldOf(now);
}

} // namespace sandglass
