// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/pricebook.h"
#include "models/filterexplanation.h"

#include <QHash>

namespace sandglass {

// What a row is ordered by: rows without a value come last either way, then the number, then the text
// (natural: agent-2 before agent-10), then the slot, so that the order is total and stable.
struct FleetOrderKey
{
    bool missing = false;
    double number = 0;
    QString text;

    friend bool operator==(const FleetOrderKey &, const FleetOrderKey &) = default;
};
using FleetOrderKeys = std::vector<FleetOrderKey>; // by slot

// Which rows, and in which order. `column` is one of FleetTableModel::Column.
struct FleetOrderWish
{
    FleetQuery query;
    int column = 1; // the name
    Qt::SortOrder order = Qt::AscendingOrder;

    [[nodiscard]] bool before(const FleetOrderKeys &keys, Slot a, Slot b) const;
    friend bool operator==(const FleetOrderWish &, const FleetOrderWish &) = default;
};

// Everything that an order is worked out from; values only, so that any thread can do it.
struct FleetOrderJob
{
    quint64 generation = 0;
    FleetSnapshot fleet;
    FleetOrderWish wish;
    QHash<ContextId, PriceBook> prices;
    WallTime now{};
};

struct FleetOrderAnswer
{
    quint64 generation = 0;
    FleetOrderWish wish;
    std::vector<Slot> rows;
    FleetOrderKeys keys;
    FilterExplanation explanation;
};

[[nodiscard]] FleetOrderKey orderKey(const Sandbox &sandbox, int column, const PriceBook &prices,
                                     WallTime now);
// Ordered by text, so that the other direction turns the texts around too.
[[nodiscard]] bool isTextColumn(int column);
[[nodiscard]] FleetOrderAnswer workOut(const FleetOrderJob &job);

// Mends an answer whose snapshot is older than the store: `dropped` leave, then `put` come in where they
// belong (a slot that changed is in both). All slots must be below keys.size().
void amend(FleetOrderAnswer &answer, std::vector<std::pair<Slot, FleetOrderKey>> put,
           const std::vector<Slot> &dropped);

// Puts numbers in a text in the order of their value, ignoring case.
[[nodiscard]] QString naturalKey(const QString &text);

} // namespace sandglass
