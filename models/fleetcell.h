// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/pricebook.h"
#include "models/truth/rowtruth.h"

#include <QVariant>

namespace sandglass {

// What the cells of one row of FleetTableModel say, by column and role. Looks at the sandbox for as long as
// it lives; a value otherwise.
struct FleetCell
{
    const Sandbox &sandbox;
    RowTruth truth;
    PriceBook prices;
    QString source; // the context's name
    QString label;  // whose column it is, if it is a label's
    WallTime now{};
    bool absoluteTimes = false; // ages and spans as moments

    // Nobody said what it would say.
    [[nodiscard]] bool isUnknown(int column) const;
    [[nodiscard]] QString text(int column) const;
    [[nodiscard]] QString toolTip(int column) const;
    [[nodiscard]] QVariant meaning(int column, int role) const;

private:
    [[nodiscard]] QString momentText(WallTime moment) const;
};

} // namespace sandglass
