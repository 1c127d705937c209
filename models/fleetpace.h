// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

namespace sandglass {

// From which size on FleetTableModel spares the GUI thread, and how. Others than these are for tests, which
// need few rows to see what many do.
struct FleetPace
{
    // A fleet that is larger is not ordered anew for each delta, but so often, or less when that takes long.
    int manyRows = 20'000;
    std::chrono::milliseconds shortestPause{250};
    std::chrono::milliseconds longestPause{2000};
    // Up to so many changes are put in place one by one, as long as it takes a few milliseconds: a view of a
    // million rows takes as many for each row that comes or goes.
    std::size_t fewChanges = 64;
    std::size_t rowsLookedAlong = 1'500'000; // by all of them together
    // Up to so many changes that came while an order was worked out are mended into it, up to so many rows.
    std::size_t mendableChanges = 200;
    std::size_t mendableRows = 200'000;
};

} // namespace sandglass
