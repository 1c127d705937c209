// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/labelpostings.h"

namespace sandglass {

// `rows`, which are in order but for those that changed, without these; then those of `put` where they
// belong. Few new ones among many are searched for one by one, which costs few comparisons.
template<typename Before>
[[nodiscard]] SlotList mended(const SlotList &rows, const std::vector<char> &isChanged, SlotList put,
                              const Before &before)
{
    SlotList kept;
    kept.reserve(rows.size() + put.size());
    std::ranges::copy_if(rows, std::back_inserter(kept), [&](Slot slot) { return !isChanged[slot]; });
    if (put.empty())
        return kept;
    std::ranges::sort(put, before);
    SlotList answer;
    answer.reserve(kept.size() + put.size());
    if (put.size() > kept.size() / 16) {
        std::ranges::merge(kept, put, std::back_inserter(answer), before);
        return answer;
    }
    auto from = kept.cbegin();
    for (const Slot slot : put) {
        const auto to = std::lower_bound(from, kept.cend(), slot, before);
        answer.insert(answer.end(), from, to);
        answer.push_back(slot);
        from = to;
    }
    answer.insert(answer.end(), from, kept.cend());
    return answer;
}

} // namespace sandglass
