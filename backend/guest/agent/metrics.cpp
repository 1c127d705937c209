// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/metrics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <sys/statvfs.h>
#include <unistd.h>

#include "backend/guest/agent/files.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t procLimit = 16 << 10;

std::uint64_t takeNumber(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

} // namespace

CpuTicks parseCpuTicks(std::string_view stat)
{
    std::string_view line = stat.substr(0, stat.find('\n'));
    CpuTicks ticks;
    // user nice system idle iowait irq softirq steal; guest time is in user's already
    for (int column = 0; column < 8; ++column) {
        const std::uint64_t value = takeNumber(line);
        ticks.total += value;
        if (column != 3 && column != 4)
            ticks.busy += value;
    }
    return ticks;
}

MemoryUse parseMemory(std::string_view meminfo)
{
    const auto field = [meminfo](std::string_view name) {
        std::size_t at = meminfo.find(name);
        while (at != std::string_view::npos && at != 0 && meminfo[at - 1] != '\n')
            at = meminfo.find(name, at + 1);
        if (at == std::string_view::npos)
            return std::uint64_t{0};
        std::string_view rest = meminfo.substr(at + name.size());
        rest = rest.substr(0, rest.find('\n'));
        return takeNumber(rest) << 10U;
    };
    MemoryUse use;
    use.total = field("MemTotal:");
    use.used = use.total - std::min(use.total, field("MemAvailable:"));
    use.cache = field("Cached:");
    return use;
}

Metrics::Metrics()
{
    const CpuTicks ticks = parseCpuTicks(readFile("/proc/stat", procLimit));
    m_busy = ticks.busy;
    m_total = ticks.total;
}

nlohmann::json Metrics::sample()
{
    const CpuTicks ticks = parseCpuTicks(readFile("/proc/stat", procLimit));
    if (ticks.total > m_total) {
        const double share = static_cast<double>(ticks.busy - std::min(ticks.busy, m_busy)) /
                             static_cast<double>(ticks.total - m_total);
        m_percent = std::round(std::min(share, 1.0) * 10000) / 100;
    }
    m_busy = ticks.busy;
    m_total = ticks.total;
    const MemoryUse memory = parseMemory(readFile("/proc/meminfo", procLimit));
    struct statvfs disk
    {
    };
    ::statvfs("/", &disk);
    const auto block = static_cast<std::uint64_t>(disk.f_frsize);
    return {{"ts", std::time(nullptr)},
            {"cpu_count", ::sysconf(_SC_NPROCESSORS_ONLN)},
            {"cpu_used_pct", m_percent},
            {"mem_total", memory.total},
            {"mem_used", memory.used},
            {"mem_cache", memory.cache},
            {"mem_total_mib", memory.total >> 20U},
            {"mem_used_mib", memory.used >> 20U},
            {"disk_used", (disk.f_blocks - disk.f_bfree) * block},
            {"disk_total", disk.f_blocks * block}};
}

} // namespace sandglass::guest
