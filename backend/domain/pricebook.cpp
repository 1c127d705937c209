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
    if (sandbox.mode != Mode::Ephemeral)
        cost.storage = storage(sandbox.resources, prices, ran + sandbox.usage.frozenAt(now));
    return cost;
}

Money hourlyRate(const Sandbox &sandbox, const PriceBook &prices)
{
    constexpr std::chrono::milliseconds Hour = std::chrono::hours(1);
    const bool runs = sandbox.usage.runningSince.has_value();
    const bool kept = runs || sandbox.usage.frozenSince.has_value();
    Money rate = runs ? compute(sandbox.resources, prices, Hour) : Money();
    if (kept && sandbox.mode != Mode::Ephemeral)
        rate += storage(sandbox.resources, prices, Hour);
    return rate;
}

} // namespace sandglass
