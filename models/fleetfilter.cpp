// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetfilter.h"

#include "models/fleetscan.h"
#include "models/inparallel.h"

namespace sandglass {

namespace {

constexpr std::size_t ChunksAtOnce = 32;

// By chunk.
} // namespace

std::vector<RowSet> setsOf(const SlotList &slots_, std::size_t chunkCount)
{
    std::vector<RowSet> sets(chunkCount);
    for (const Slot slot : slots_)
        sets[slot / FleetChunk::Size].set(slot % FleetChunk::Size);
    return sets;
}

std::vector<RowSet> filtered(const FleetFilterJob &job)
{
    const std::size_t chunks = job.fleet.chunkCount();
    std::vector<RowSet> sets(chunks);
    const FleetScan ready(job.fleet, job.query, job.prices, job.now, &job.lookUp);
    if (job.lookUp.among) {
        const std::vector<RowSet> among = setsOf(*job.lookUp.among, chunks);
        FleetScan scan = ready;
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            if (!among[chunk].isEmpty())
                sets[chunk] = scan.matching(chunk, among[chunk]);
        }
        return sets;
    }
    inParallel(chunks, ChunksAtOnce, [&] {
        return [&, scan = ready](std::size_t first, std::size_t end) mutable {
            for (std::size_t chunk = first; chunk < end; ++chunk)
                sets[chunk] = scan.matching(chunk);
        };
    });
    return sets;
}

std::size_t countOf(const std::vector<RowSet> &sets)
{
    std::size_t sum = 0;
    for (const RowSet &set : sets)
        sum += set.count();
    return sum;
}

SlotList chosen(const SlotList &order, const std::vector<RowSet> &sets)
{
    // One more than there are, so that the loop writes without asking.
    SlotList rows(countOf(sets) + 1);
    std::size_t count = 0;
    for (const Slot slot : order) {
        rows[count] = slot;
        count += sets[slot / FleetChunk::Size].has(slot % FleetChunk::Size) ? 1 : 0;
    }
    rows.resize(count);
    return rows;
}

} // namespace sandglass
