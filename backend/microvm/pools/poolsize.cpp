// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/pools/poolsize.h"

#include <algorithm>

namespace sandglass::microvm {

namespace {

int busiestSpan(const std::deque<BootTime> &launches, BootTime now)
{
    std::size_t most = 0;
    std::size_t begin = 0;
    for (std::size_t end = 0; end < launches.size(); ++end) {
        while (launches[end] - launches[begin] > DemandSpan)
            ++begin;
        if (launches[begin] >= now - DemandKept)
            most = std::max(most, end - begin + 1);
    }
    return static_cast<int>(most);
}

} // namespace

int wantedMembers(const PoolSetting &setting, const std::deque<BootTime> &launches, BootTime now, int there,
                  Bytes memory, Bytes each)
{
    const int demanded = std::clamp(busiestSpan(launches, now), setting.least, setting.most);
    const qint64 room = each.value > 0 ? std::max<qint64>(0, memory.value) / each.value : 0;
    return static_cast<int>(std::min<qint64>(demanded, there + room));
}

void forgetOld(std::deque<BootTime> &launches, BootTime now)
{
    while (!launches.empty() && launches.front() < now - DemandKept)
        launches.pop_front();
}

} // namespace sandglass::microvm
