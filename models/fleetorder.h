// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filterexplanation.h"

#include <memory>

namespace sandglass {

// Which rows, and in which order. `column` is one of FleetTableModel::Column.
//
// Rows without a value come last either way; then by the column's value; equal ones by name whichever way the
// column runs (with columns of text the names run with it); at last by slot, so that the order is total.
// Texts are compared by naturalKey, labels one after another.
struct FleetOrderWish
{
    FleetQuery query;
    int column = 1; // the name
    Qt::SortOrder order = Qt::AscendingOrder;

    [[nodiscard]] bool isSameOrder(const FleetOrderWish &other) const
    {
        return column == other.column && order == other.order;
    }
    friend bool operator==(const FleetOrderWish &, const FleetOrderWish &) = default;
};

using FleetPrices = QHash<ContextId, PriceBook>;
using SlotList = std::vector<Slot>;

// Every sandbox in one order, whatever is asked for; kept so that another query needs no sorting. Values that
// move with time are taken as they were at `now`, so that the order does not shift under the eyes.
struct FleetSequence
{
    FleetOrderWish wish; // its query means nothing
    FleetPrices prices;
    WallTime now{};
    SlotList all;
    // The same by name alone: what any other order is made from without comparing a text.
    SlotList names;
};

// Compares rows the way FleetOrderWish says, at the sequence's time. Not for many: texts are made as needed.
class FleetComparison
{
public:
    FleetComparison(const FleetSnapshot &fleet, const FleetSequence &sequence, bool namesOnly = false);
    [[nodiscard]] bool before(Slot a, Slot b) const;

private:
    struct Key;
    [[nodiscard]] Key keyOf(Slot slot) const;

    const FleetSnapshot &m_fleet;
    const FleetSequence &m_sequence;
    bool m_namesOnly;
};

// Everything that an order is worked out from; values only, so that any thread can do it.
struct FleetOrderJob
{
    quint64 generation = 0;
    FleetSnapshot fleet;
    FleetOrderWish wish;
    FleetPrices prices;
    WallTime now{};
    // An order that is known already, and the slots whose sandboxes came, went or changed since then.
    std::shared_ptr<const FleetSequence> known;
    SlotList changed;
    bool anew = false; // what is known of times and money is too old
};

struct FleetOrderAnswer
{
    quint64 generation = 0;
    FleetOrderWish wish;
    FleetSnapshot fleet;
    std::shared_ptr<const FleetSequence> sequence;
    SlotList rows;
    FilterExplanation explanation;
};

[[nodiscard]] FleetOrderAnswer workOut(FleetOrderJob job);
// All used slots of a snapshot in order; `names` as in FleetSequence.
[[nodiscard]] SlotList sorted(const FleetSnapshot &fleet, const FleetSequence &sequence, SlotList names);
[[nodiscard]] SlotList sortedByName(const FleetSnapshot &fleet);
// `rows`, which are in order but for `changed`, without these; then those of `put` where they belong.
[[nodiscard]] SlotList mended(const SlotList &rows, const SlotList &changed, SlotList put,
                              const FleetComparison &comparison, std::size_t slotCount);

// Ordered by text, so that the other direction turns the names around too.
[[nodiscard]] bool isTextColumn(int column);
// A column's value as a number whose order is the column's, greatest where there is none. Not for texts.
[[nodiscard]] quint64 columnNumber(const FleetSnapshot &fleet, Slot slot, int column, const PriceBook *prices,
                                   WallTime now, Sandbox &figures);
// Puts numbers in a text in the order of their value, ignoring case; compared byte by byte.
[[nodiscard]] QByteArray naturalKey(std::string_view utf8);

} // namespace sandglass
