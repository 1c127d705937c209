// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/tsc.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <ctime>
#include <x86intrin.h>

#include <limits>
#endif

namespace sandglass::microvm {

#if defined(__x86_64__)

namespace {

// Long enough for a few parts per million, given that a pair is taken within some tens of nanoseconds.
constexpr qint64 Span = 5'000'000;

struct Pair
{
    quint64 ticks = 0;
    qint64 nanoseconds = 0;
};

qint64 rawNow()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// Of some tries the one that was least disturbed between its two readings.
Pair takePair()
{
    Pair best;
    quint64 narrowest = std::numeric_limits<quint64>::max();
    for (int i = 0; i < 16; ++i) {
        const quint64 before = __rdtsc();
        const qint64 now = rawNow();
        const quint64 width = __rdtsc() - before;
        if (width < narrowest) {
            narrowest = width;
            best = {before + width / 2, now};
        }
    }
    return best;
}

bool isInvariant()
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;
}

// Leaf 0x15: crystal clock and ratio, where the processor says both.
std::optional<quint32> fromCrystal()
{
    unsigned denominator = 0, numerator = 0, crystalHz = 0, d = 0;
    if (__get_cpuid(0x15, &denominator, &numerator, &crystalHz, &d) == 0 || denominator == 0 ||
        numerator == 0 || crystalHz == 0)
        return std::nullopt;
    return static_cast<quint32>(quint64(crystalHz) * numerator / denominator / 1000);
}

} // namespace

std::optional<quint32> hostTscKhz()
{
    if (!isInvariant())
        return std::nullopt;
    if (const auto known = fromCrystal())
        return known;
    const Pair first = takePair();
    while (rawNow() - first.nanoseconds < Span)
        ;
    const Pair last = takePair();
    const double khz = double(last.ticks - first.ticks) * 1e6 / double(last.nanoseconds - first.nanoseconds);
    return static_cast<quint32>(khz + 0.5);
}

#else

std::optional<quint32> hostTscKhz()
{
    return std::nullopt;
}

#endif

} // namespace sandglass::microvm
