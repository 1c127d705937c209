// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/pricebook.h"

namespace sandglass {

namespace {

constexpr Int128 BytesPerGb = Int128(1) << 30;
constexpr Int128 MillisPerHour = 3'600'000;

Money compute(const Resources &r, const PriceBook &prices, std::chrono::milliseconds time)
{
    return prices.cpuPerCoreSecond.scaled(Int128(r.vcpus) * time.count(), 1000) +
           prices.memoryPerGbSecond.scaled(Int128(r.memory.value) * time.count(), 1000 * BytesPerGb);
}

Money storage(const Resources &r, const PriceBook &prices, std::chrono::milliseconds time)
{
    return prices.storagePerGbHour.scaled(Int128(r.disk.value) * time.count(), MillisPerHour * BytesPerGb);
}

// Seed 000's examples: a persistent one pays for its disk all the time, a hibernating one while it sleeps.
bool paysForDiskWhileRunning(Mode mode)
{
    return mode == Mode::Persistent;
}

bool paysForDiskWhileFrozen(Mode mode)
{
    return mode != Mode::Ephemeral;
}

} // namespace

PriceBook seedPriceBook()
{
    const auto price = [](QStringView text) {
        return Money::fromDecimal(text).value_or(Money());
    };
    return {.currency = QStringLiteral("CNY"),
            .cpuPerCoreSecond = price(u"0.00015"),
            .memoryPerGbSecond = price(u"0.00003"),
            .storagePerGbHour = price(u"0.0003"),
            .egressPerGb = {}};
}

Cost costAt(const Sandbox &sandbox, const PriceBook &prices, WallTime now)
{
    const auto ran = sandbox.usage.ranAt(now);
    Cost cost{.compute = compute(sandbox.resources, prices, ran),
              .storage = {},
              .network = prices.egressPerGb.scaled(sandbox.usage.egress.value, BytesPerGb)};
    cost.storage = storage(sandbox.resources, prices,
                           (paysForDiskWhileRunning(sandbox.mode) ? ran : std::chrono::milliseconds(0)) +
                               (paysForDiskWhileFrozen(sandbox.mode) ? sandbox.usage.frozenAt(now)
                                                                     : std::chrono::milliseconds(0)));
    return cost;
}

Money hourlyRate(const Sandbox &sandbox, const PriceBook &prices)
{
    constexpr std::chrono::milliseconds Hour = std::chrono::hours(1);
    const bool runs = sandbox.usage.runningSince.has_value();
    const bool frozen = sandbox.usage.frozenSince.has_value();
    Money rate = runs ? compute(sandbox.resources, prices, Hour) : Money();
    if ((runs && paysForDiskWhileRunning(sandbox.mode)) || (frozen && paysForDiskWhileFrozen(sandbox.mode)))
        rate += storage(sandbox.resources, prices, Hour);
    return rate;
}

} // namespace sandglass
