// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filterexplanation.h"
#include "models/fleetmoney.h"
#include "models/rowsort.h"

#include <memory>

namespace sandglass {

// One thing that rows are ordered by: a column of FleetTableModel, or the value of a label.
struct FleetOrderKey
{
    int column = 1; // the name
    Qt::SortOrder order = Qt::AscendingOrder;
    QString label; // its key; the column means nothing then

    [[nodiscard]] bool isRising() const { return order == Qt::AscendingOrder; }
    friend bool operator==(const FleetOrderKey &, const FleetOrderKey &) = default;
};
using FleetOrderKeys = std::vector<FleetOrderKey>; // the first counts most; at least one

// Which rows, and in which order.
//
// By the first key, rows without a value last either way; equal ones by the next key; at last by name, rising
// (with a first key of text the names run with it), and by slot, so that the order is total. Texts are
// compared as in naturaltext.h, labels one after another, each by its key and then its value.
struct FleetOrderWish
{
    FleetQuery query;
    FleetOrderKeys keys{FleetOrderKey()};

    friend bool operator==(const FleetOrderWish &, const FleetOrderWish &) = default;
};

// Every sandbox in one order, whatever is asked for; kept so that another query needs no sorting. Values that
// move with time are taken as they were at `now`, so that the order does not shift under the eyes.
struct FleetSequence
{
    FleetOrderKeys keys{FleetOrderKey()};
    FleetPrices prices;
    WallTime now{};
    SlotList all;
    // The same by name alone: what any other order is made from without comparing a text.
    std::shared_ptr<const NameOrder> names;
};

// Compares rows the way FleetOrderWish says, at the sequence's time. Texts are compared as needed: not for
// many, unless the names' ranks are of this very snapshot.
class FleetComparison
{
public:
    enum class Names { AsTexts, ByRank };

    FleetComparison(const FleetSnapshot &fleet, const FleetSequence &sequence, Names names = Names::AsTexts);
    [[nodiscard]] bool before(Slot a, Slot b) const;

private:
    // Whether there is a value at all: false counts as more.
    struct Order
    {
        bool hasLeft = true;
        bool hasRight = true;
        std::strong_ordering order = std::strong_ordering::equal;
    };
    [[nodiscard]] Order compare(const FleetOrderKey &key, Slot a, Slot b) const;
    [[nodiscard]] Order compareNumbers(int column, Slot a, Slot b) const;
    [[nodiscard]] Order compareLabel(const QString &key, Slot a, Slot b) const;
    [[nodiscard]] Order compareLabels(Slot a, Slot b) const;
    [[nodiscard]] std::strong_ordering compareNames(Slot a, Slot b) const;

    const FleetSnapshot &m_fleet;
    const FleetSequence &m_sequence;
    Names m_names;
    mutable FleetMoney m_money;
};

// Everything that an order is worked out from; values only, so that any thread can do it.
struct FleetOrderJob
{
    quint64 generation = 0;
    FleetSnapshot fleet;
    FleetOrderWish wish;
    FleetPrices prices;
    WallTime now{};
    FleetLookUp lookUp;
    // An order that is known already, and the slots whose sandboxes came, went or changed since then; in
    // `renamed` those of them that came, went or changed in more than figures.
    std::shared_ptr<const FleetSequence> known;
    SlotList changed;
    SlotList renamed;
    bool anew = false; // what is known of times and money is too old
};

struct FleetOrderAnswer
{
    quint64 generation = 0;
    FleetOrderWish wish;
    FleetSnapshot fleet;
    FleetLookUp lookUp;
    std::shared_ptr<const FleetSequence> sequence;
    SlotList rows;
    // Why there are none; of a large fleet that is left to be asked for.
    FilterExplanation explanation;
    bool isExplained = false;
};

[[nodiscard]] FleetOrderAnswer workOut(FleetOrderJob job);
// All used slots of a snapshot in the order that the sequence's keys, prices and time make; its names are
// those of this very snapshot.
[[nodiscard]] SlotList sorted(const FleetSnapshot &fleet, const FleetSequence &sequence);

// Ordered by text, so that the other direction turns the names around too.
[[nodiscard]] bool isTextKey(const FleetOrderKey &key);
// A column's value as a number whose order is the column's, NoNumber where there is none. Not for texts.
[[nodiscard]] quint64 columnNumber(const FleetChunk &chunk, std::size_t row, int column, FleetMoney &money,
                                   WallTime now);

} // namespace sandglass
