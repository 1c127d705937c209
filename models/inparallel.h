// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace sandglass {

// Shares 0..count out to several threads in steps and returns when all is done. `worker()` is called in each
// thread and gives what is called there with (first, end) of one step after another; what it writes must be
// of these steps only. Small counts stay in the caller's thread, which waits: not for the GUI's.
template<typename MakeWorker>
void inParallel(std::size_t count, std::size_t step, const MakeWorker &makeWorker)
{
    constexpr std::size_t MostThreads = 4;
    const std::size_t steps = (count + step - 1) / step;
    const std::size_t threads =
        std::min({std::max<std::size_t>(std::thread::hardware_concurrency(), 1), MostThreads, steps});
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        auto worker = makeWorker();
        for (std::size_t at = next++; at < steps; at = next++)
            worker(at * step, std::min(count, (at + 1) * step));
    };
    std::vector<std::jthread> others; // joined when it goes
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back(run);
    run();
}

} // namespace sandglass
