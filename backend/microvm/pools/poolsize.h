// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/domain/poolinfo.h"

#include <deque>

namespace sandglass::microvm {

// What demand is reckoned from: launches older than this are forgotten.
inline constexpr std::chrono::minutes DemandKept{15};
// As many as were launched in the busiest span of this length are kept ready for the next such one.
inline constexpr std::chrono::minutes DemandSpan{1};

// How many clones shall wait: the setting's least, or what demand asks for, up to its most; and no more than
// `memory` has room for at `each`, besides those that are there (`there`), which have theirs. `launches` are
// the times of recent launches, oldest first. Pure.
[[nodiscard]] int wantedMembers(const PoolSetting &setting, const std::deque<BootTime> &launches,
                                BootTime now, int there, Bytes memory, Bytes each);

// Drops the launches that are too old to count. Pure.
void forgetOld(std::deque<BootTime> &launches, BootTime now);

} // namespace sandglass::microvm
