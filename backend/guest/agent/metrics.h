// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace sandglass::guest {

// What the guest uses of its machine, as GET /metrics of the E2B contract tells it: bytes, and the share of
// all CPUs that was busy since the last question (0 to 100).
class Metrics
{
public:
    Metrics();
    nlohmann::json sample();

private:
    std::uint64_t m_busy = 0;
    std::uint64_t m_total = 0;
    double m_percent = 0;
};

// Pure parts: the first line of /proc/stat, and /proc/meminfo in bytes.
struct CpuTicks
{
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
};
CpuTicks parseCpuTicks(std::string_view stat);

struct MemoryUse
{
    std::uint64_t total = 0;
    std::uint64_t used = 0; // without what the kernel would give back
    std::uint64_t cache = 0;
};
MemoryUse parseMemory(std::string_view meminfo);

} // namespace sandglass::guest
