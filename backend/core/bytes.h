// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <compare>

namespace sandglass {

// An amount of memory or disk.
struct Bytes
{
    qint64 value = 0;

    [[nodiscard]] static constexpr Bytes fromMiB(qint64 mib) { return {mib * 1024 * 1024}; }
    [[nodiscard]] static constexpr Bytes fromGiB(qint64 gib) { return fromMiB(gib * 1024); }
    [[nodiscard]] constexpr qint64 toMiB() const { return value / (1024 * 1024); }

    friend constexpr auto operator<=>(Bytes a, Bytes b) = default;
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.value + b.value}; }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return {a.value - b.value}; }
};

} // namespace sandglass
