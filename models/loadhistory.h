// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/guestmetrics.h"
#include "backend/core/clock.h"

#include <QHash>
#include <QList>

namespace sandglass {

struct LoadSample
{
    WallTime at{};
    GuestLoad load;
    bool afterGap = false; // nothing is known of the time before it

    friend bool operator==(const LoadSample &, const LoadSample &) = default;
};

// Readings of the sandboxes that were looked at, oldest first: at most MostSamples of each, of at most
// MostSandboxes (the one that was read longest ago goes first). Plain value.
class LoadHistory
{
public:
    static constexpr qsizetype MostSamples = 900; // half an hour, one every two seconds
    static constexpr qsizetype MostSandboxes = 100;

    // Two readings that are further apart than this have a gap between them.
    explicit LoadHistory(std::chrono::milliseconds gap) : m_gap(gap) {}

    void add(const SandboxKey &key, WallTime at, const GuestLoad &load);
    void forget(const SandboxKey &key) { m_series.remove(key); }
    [[nodiscard]] QList<LoadSample> of(const SandboxKey &key) const { return m_series.value(key); }
    [[nodiscard]] qsizetype sandboxCount() const { return m_series.size(); }

private:
    std::chrono::milliseconds m_gap;
    QHash<SandboxKey, QList<LoadSample>> m_series;
};

} // namespace sandglass
