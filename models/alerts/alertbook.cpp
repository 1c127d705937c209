// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertbook.h"

#include <QUuid>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype MostUndone = 20;

} // namespace

void AlertBook::restore(const QList<AlertRule> &rules, const QuietHours &quiet,
                        std::optional<WallTime> snoozed)
{
    m_rules = rules;
    m_quiet = quiet;
    m_snoozed = snoozed;
    m_removed.clear();
    emit changed();
}

qsizetype AlertBook::indexOf(const QString &id) const
{
    const auto found = std::ranges::find(m_rules, id, &AlertRule::id);
    return found == m_rules.end() ? -1 : found - m_rules.begin();
}

const AlertRule *AlertBook::find(const QString &id) const
{
    const qsizetype at = indexOf(id);
    return at < 0 ? nullptr : &m_rules.at(at);
}

QString AlertBook::freeName(const QString &wanted, const QString &except) const
{
    const auto isTaken = [&](const QString &name) {
        return std::ranges::any_of(m_rules, [&](const AlertRule &rule) {
            return rule.id != except && rule.name.compare(name, Qt::CaseInsensitive) == 0;
        });
    };
    const QString base = wanted.simplified().left(AlertLimits::LongestName);
    QString name = base;
    for (int number = 2; isTaken(name); ++number) {
        const QString end = tr(" (%1)", "a number behind an alert's name").arg(number);
        name = base.left(AlertLimits::LongestName - end.size()) + end;
    }
    return name;
}

QString AlertBook::insert(qsizetype at, AlertRule rule)
{
    if (isFull())
        return {};
    rule.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    rule.name = freeName(rule.name);
    const QString id = rule.id;
    m_rules.insert(at, std::move(rule));
    emit changed();
    return id;
}

QString AlertBook::add(AlertRule rule)
{
    return insert(m_rules.size(), std::move(rule));
}

bool AlertBook::update(const AlertRule &rule)
{
    const qsizetype at = indexOf(rule.id);
    if (at < 0)
        return false;
    AlertRule wanted = rule;
    wanted.name = freeName(rule.name, rule.id);
    if (wanted == m_rules.at(at))
        return true;
    m_rules[at] = wanted;
    emit changed();
    return true;
}

void AlertBook::setEnabled(const QString &id, bool enabled)
{
    const qsizetype at = indexOf(id);
    if (at < 0 || m_rules.at(at).enabled == enabled)
        return;
    m_rules[at].enabled = enabled;
    emit changed();
}

QString AlertBook::duplicate(const QString &id)
{
    const qsizetype at = indexOf(id);
    return at < 0 ? QString() : insert(at + 1, m_rules.at(at));
}

void AlertBook::remove(const QString &id)
{
    const qsizetype at = indexOf(id);
    if (at < 0)
        return;
    m_removed.append({m_rules.takeAt(at), at});
    if (m_removed.size() > MostUndone)
        m_removed.removeFirst();
    emit changed();
}

QString AlertBook::undo()
{
    if (m_removed.isEmpty() || isFull())
        return {};
    Removed back = m_removed.takeLast();
    back.rule.name = freeName(back.rule.name);
    m_rules.insert(std::min(back.at, m_rules.size()), back.rule);
    emit changed();
    return back.rule.id;
}

void AlertBook::setQuietHours(const QuietHours &hours)
{
    if (hours == m_quiet)
        return;
    m_quiet = hours;
    emit changed();
}

void AlertBook::snoozeAll(std::optional<WallTime> until)
{
    if (until == m_snoozed)
        return;
    m_snoozed = until;
    emit changed();
}

} // namespace sandglass
