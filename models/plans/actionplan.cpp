// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plans/actionplan.h"

#include "models/bulkplan.h"
#include "models/lifecycleadvice.h"

#include <QCoreApplication>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype TypedDelete = 5;  // and more: the number is typed
constexpr qsizetype TypedOthers = 50; // of what can be taken back
const QLatin1StringView OwnerLabel("owner");

QString say(const char *text)
{
    return QCoreApplication::translate("sandglass::ActionPlan", text);
}

// What an hour costs once the command is carried out.
Money rateAfter(Command command, const Sandbox &sandbox, const PriceBook &prices, WallTime now)
{
    Sandbox after = sandbox;
    switch (command) {
    case Command::Delete:
        return {};
    case Command::Pause:
    case Command::Stop:
        after.usage = after.usage.freezing(now);
        break;
    case Command::Resume:
    case Command::Start:
        after.usage = after.usage.running(now);
        break;
    case Command::SetTimeout:
        break;
    }
    return hourlyRate(after, prices);
}

void addCost(QList<HourlyCost> &costs, const QString &currency, Money before, Money after)
{
    auto at = std::ranges::find(costs, currency, &HourlyCost::currency);
    if (at == costs.end()) {
        costs.append({currency, before, after});
        return;
    }
    at->before += before;
    at->after += after;
}

bool takesAway(Command command)
{
    return command == Command::Delete || command == Command::Stop;
}

bool isOwn(const Sandbox &sandbox, const OwnLabel &own)
{
    return sandbox.metadata.value(own.key) == own.value && sandbox.metadata.contains(own.key);
}

bool nodeNamesLabel(const query::Node &node)
{
    using query::Field;
    using query::Node;
    const auto names = [](const Node &child) {
        return nodeNamesLabel(child);
    };
    switch (node.type) {
    case Node::Type::And:
        return std::ranges::any_of(node.children, names);
    case Node::Type::Or:
        return std::ranges::all_of(node.children, names);
    case Node::Type::Not:
        return false;
    case Node::Type::Term:
        break;
    }
    const Field field = node.term.field;
    // A pattern of nothing but '*' names nothing.
    const bool says = std::ranges::all_of(node.term.values, [](const query::Value &value) {
        return !value.pattern ||
               std::ranges::any_of(value.text, [](QChar c) { return c != u'*' && c != u'?'; });
    });
    // "id:" looks for a part, which any id may have.
    const bool isId = field == Field::Id && node.term.op == query::Op::Equal;
    return says && node.term.op != query::Op::NotEqual &&
           (field == Field::Meta || field == Field::Agent || field == Field::Owner || isId);
}

} // namespace

qsizetype ActionPlan::excludedFor(Exclusion why) const
{
    return std::ranges::count(excluded, why, &Excluded::why);
}

QList<std::pair<QString, qsizetype>> ActionPlan::owners() const
{
    QMap<QString, qsizetype> counts;
    for (const Item &item : items)
        ++counts[item.owner];
    QList<std::pair<QString, qsizetype>> owners;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        owners.append({it.key(), it.value()});
    std::ranges::sort(owners, [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return owners;
}

std::optional<OwnLabel> OwnLabel::fromText(const QString &text)
{
    if (text.trimmed().isEmpty())
        return OwnLabel();
    const auto pair = parseMetadataEntry(text.trimmed());
    if (!pair || !checkMetadataEntry(pair->first, pair->second))
        return std::nullopt;
    return OwnLabel{pair->first, pair->second};
}

ActionPlan makePlan(const QList<PlanSubject> &selection, const PlanWish &wish)
{
    ActionPlan plan;
    plan.command = wish.command;
    plan.timeout = wish.timeout;
    plan.more = wish.more;
    plan.query = wish.query;
    for (const PlanSubject &subject : selection) {
        const Sandbox &sandbox = subject.sandbox;
        const auto leaveOut = [&](Exclusion why, const QString &reason) {
            plan.excluded.append({sandbox.key, sandbox.name, why, reason});
        };
        if (subject.truth.isGone()) {
            leaveOut(Exclusion::Vanished, say(QT_TRANSLATE_NOOP("sandglass::ActionPlan",
                                                                "Its backend does not list it any more.")));
            continue;
        }
        if (!subject.truth.isReachable()) {
            leaveOut(Exclusion::Silent,
                     say(QT_TRANSLATE_NOOP("sandglass::ActionPlan", "Its backend does not answer.")));
            continue;
        }
        const LifecycleAdvice advice = lifecycleAdvice(sandbox, subject.capabilities, wish.now);
        if (const CommandAdvice &may = advice.of(wish.command); !may.enabled) {
            leaveOut(Exclusion::NotPossible, may.reason);
            continue;
        }
        if (!wish.own.isEmpty() && !wish.othersToo && takesAway(wish.command) && !isOwn(sandbox, wish.own)) {
            leaveOut(Exclusion::NotYours,
                     say(QT_TRANSLATE_NOOP("sandglass::ActionPlan", "It does not have your label %1=%2."))
                         .arg(wish.own.key, wish.own.value));
            continue;
        }
        ActionPlan::Item item{.key = sandbox.key,
                              .name = sandbox.name,
                              .owner = sandbox.metadata.value(OwnerLabel),
                              .status = sandbox.status,
                              .consequence = consequenceOf(wish.command, sandbox, advice, wish.now),
                              .rate = {},
                              .currency = {}};
        if (subject.prices) {
            item.rate = hourlyRate(sandbox, *subject.prices);
            item.currency = subject.prices->currency;
            addCost(plan.costs, item.currency, item.rate,
                    rateAfter(wish.command, sandbox, *subject.prices, wish.now));
        }
        plan.items.append(item);
    }
    return plan;
}

QString planSummary(const ActionPlan &plan)
{
    return bulkSummary(plan.command, plan.items.size(), plan.excluded.size());
}

std::optional<Command> oppositeOf(Command command)
{
    switch (command) {
    case Command::Pause:
        return Command::Resume;
    case Command::Resume:
        return Command::Pause;
    case Command::Stop:
        return Command::Start;
    case Command::Start: // a stop loses memory
    case Command::SetTimeout:
    case Command::Delete:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

bool namesLabelOrId(const Query &query)
{
    return query.root() && nodeNamesLabel(*query.root());
}

Confirmation confirmationOf(const ActionPlan &plan)
{
    const qsizetype count = plan.items.size();
    const bool several = count > 1 || !plan.excluded.isEmpty();
    const QString number = QString::number(count);
    if (plan.command == Command::Delete) {
        if (plan.query && count > 1 && !namesLabelOrId(*plan.query))
            return {Confirmation::Kind::Typed,
                    say(QT_TRANSLATE_NOOP("sandglass::ActionPlan", "delete %1")).arg(number), true};
        if (count >= TypedDelete)
            return {Confirmation::Kind::Typed, number, false};
        return {Confirmation::Kind::Button, {}, false};
    }
    if (count >= TypedOthers)
        return {Confirmation::Kind::Typed, number, false};
    return {several || takesAway(plan.command) ? Confirmation::Kind::Button : Confirmation::Kind::None,
            {},
            false};
}

} // namespace sandglass
