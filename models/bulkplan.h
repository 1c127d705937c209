// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/capabilities.h"

#include <QList>

#include <functional>

namespace sandglass {

struct LifecycleAdvice;

// What one command would do to a selection: whom it takes, and whom it leaves out and why.
struct BulkPlan
{
    struct Item
    {
        SandboxKey key;
        QString name;
        QString consequence; // what is lost or kept, a sentence
    };
    struct Excluded
    {
        SandboxKey key;
        QString name;
        QString reason;
    };
    Command command = Command::Pause;
    QList<Item> items;
    QList<Excluded> excluded;

    [[nodiscard]] bool isPossible() const { return !items.isEmpty(); }
};

using CapabilitiesOf = std::function<Capabilities(const ContextId &)>;

[[nodiscard]] BulkPlan bulkPlan(Command command, const QList<Sandbox> &selection,
                                const CapabilitiesOf &capabilities, WallTime now);
// What the command means for one sandbox: what is lost or kept, a sentence.
[[nodiscard]] QString consequenceOf(Command command, const Sandbox &sandbox, const LifecycleAdvice &advice,
                                    WallTime now);
// "3 of 5 will be paused."
[[nodiscard]] QString bulkSummary(const BulkPlan &plan);
[[nodiscard]] QString bulkSummary(Command command, qsizetype taken, qsizetype leftOut);

} // namespace sandglass
