// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/capabilities.h"
#include "backend/domain/pricebook.h"
#include "backend/domain/query/query.h"
#include "models/truth/rowtruth.h"

#include <QList>

#include <functional>

namespace sandglass {

// Why a sandbox that was selected is left out.
enum class Exclusion { NotPossible, NotYours, Vanished, Silent };

// Money an hour in one currency.
struct HourlyCost
{
    QString currency;
    Money before;
    Money after;

    friend bool operator==(const HourlyCost &, const HourlyCost &) = default;
};

// What one command will do to a selection, frozen: by ids, as everything was when the plan was made. Whom it
// takes and what each of these loses, whom it leaves out and why, what it costs before and after. A value.
struct ActionPlan
{
    struct Item
    {
        SandboxKey key;
        QString name;
        QString owner; // its label; empty: none
        Status status = Status::Running;
        QString consequence; // what is lost or kept, a sentence
        Money rate;          // an hour, now
        QString currency;
    };
    struct Excluded
    {
        SandboxKey key;
        QString name;
        Exclusion why = Exclusion::NotPossible;
        QString reason; // a sentence
    };

    Command command = Command::Pause;
    std::optional<std::chrono::seconds> timeout; // of SetTimeout; none: it renews
    std::optional<std::chrono::seconds> more;    // of SetTimeout: instead, beyond what is left by then
    QList<Item> items;
    QList<Excluded> excluded;
    QList<HourlyCost> costs; // of the items, by currency
    // The query that chose them, when they are everything that it found and not picked by hand.
    std::optional<Query> query;

    [[nodiscard]] bool isPossible() const { return !items.isEmpty(); }
    [[nodiscard]] qsizetype excludedFor(Exclusion why) const;
    // How many items each owner has, the most first; those without a label under an empty name.
    [[nodiscard]] QList<std::pair<QString, qsizetype>> owners() const;
};

// One sandbox of the selection, with what the plan must know of it.
struct PlanSubject
{
    Sandbox sandbox;
    Capabilities capabilities;
    std::optional<PriceBook> prices;
    RowTruth truth;
};

// What people call their own: a label that their sandboxes have. Empty: nothing is guarded.
struct OwnLabel
{
    QString key;
    QString value;

    [[nodiscard]] bool isEmpty() const { return key.isEmpty(); }
    // "key=value", as people type it; nothing for anything else.
    [[nodiscard]] static std::optional<OwnLabel> fromText(const QString &text);
    friend bool operator==(const OwnLabel &, const OwnLabel &) = default;
};

struct PlanWish
{
    Command command = Command::Pause;
    std::optional<std::chrono::seconds> timeout;
    std::optional<std::chrono::seconds> more{};
    std::optional<Query> query; // as in ActionPlan
    OwnLabel own;
    bool othersToo = false; // those without the own label are not left out
    WallTime now{};
};

[[nodiscard]] ActionPlan makePlan(const QList<PlanSubject> &selection, const PlanWish &wish);
// "3 of 5 will be paused."
[[nodiscard]] QString planSummary(const ActionPlan &plan);
// What takes back what was done: resume what was paused. Nothing for what would lose something by it.
[[nodiscard]] std::optional<Command> oppositeOf(Command command);

// How the plan is agreed to.
struct Confirmation
{
    enum class Kind { None, Button, Typed };
    Kind kind = Kind::None;
    QString word; // what has to be typed
    // The query that chose them says nothing of a label or an id: others' sandboxes may be among them.
    bool unlabelled = false;

    friend bool operator==(const Confirmation &, const Confirmation &) = default;
};

// One sandbox is paused or resumed at once; what loses something, or goes to several, is agreed to. Beyond
// some size the number has to be typed; a delete by a query without a label or an id asks for more (seed 002:
// delete by your own label, not by status).
[[nodiscard]] Confirmation confirmationOf(const ActionPlan &plan);
// Whatever the query finds has a label or an id that the query names.
[[nodiscard]] bool namesLabelOrId(const Query &query);

} // namespace sandglass
