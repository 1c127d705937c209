// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetfilter.h"

namespace sandglass {

// What rows cost, for those who ask a million of them: what an hour costs is the same for all of a shape, a
// mode and a state, and what was spent is first worked out about, which leaves few rows for the exact sum. A
// value, one for each thread; the snapshot must outlive it.
class FleetMoney
{
public:
    FleetMoney(const FleetSnapshot &fleet, const FleetPrices &prices);

    // By number of a context; null: not known.
    [[nodiscard]] const PriceBook *prices(quint32 context) const
    {
        return m_prices[context] ? &*m_prices[context] : nullptr;
    }
    [[nodiscard]] const Shape &shape(const FleetChunk &chunk, std::size_t row) const
    {
        return m_fleet->words().shapes.at(chunk.traits.shape[row]);
    }
    // As hourlyRate(); nothing without prices.
    [[nodiscard]] std::optional<Money> rate(const FleetChunk &chunk, std::size_t row);
    // As costAt(); nothing without prices.
    [[nodiscard]] std::optional<Money> cost(const FleetChunk &chunk, std::size_t row, WallTime now);
    // The same in picos, within a millionth of a millionth of it and two; nothing without prices.
    [[nodiscard]] std::optional<double> about(const FleetChunk &chunk, std::size_t row, WallTime now);

private:
    struct Rates // picos
    {
        double perRunMilli = 0;
        double perDiskMilli = 0;
    };
    [[nodiscard]] std::size_t placeOf(const FleetChunk &chunk, std::size_t row) const
    {
        return chunk.traits.shape[row] * m_prices.size() + chunk.traits.context[row];
    }

    const FleetSnapshot *m_fleet;
    std::vector<std::optional<PriceBook>> m_prices; // by context
    std::vector<Rates> m_rates;                     // by shape and context
    QHash<quint64, Money> m_hours;                  // by shape, context, mode, running, frozen
    Sandbox m_value;
};

} // namespace sandglass
