// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetcolumns.h"

#include <QHash>

#include <deque>

namespace sandglass {

// How a sandbox went without a word: its backend does not list it any more, or answered that there is none.
enum class Gone { Vanished, NotFound };

struct Tombstone
{
    Gone how = Gone::Vanished;
    WallTime at{};

    friend bool operator==(const Tombstone &, const Tombstone &) = default;
};

// Which slots of a store hold sandboxes that are gone, kept with what was known of them last until somebody
// dismisses them or there are too many: then the oldest goes. A value.
class Tombstones
{
public:
    // None: nothing is kept.
    void setMost(qsizetype most) { m_most = most; }
    [[nodiscard]] bool isKept() const { return m_most > 0; }

    // The ones that have to go for it.
    [[nodiscard]] std::vector<Slot> put(Slot slot, const Tombstone &stone);
    bool remove(Slot slot);
    [[nodiscard]] std::optional<Tombstone> at(Slot slot) const;
    [[nodiscard]] bool contains(Slot slot) const { return m_stones.contains(slot); }
    [[nodiscard]] qsizetype count() const { return m_stones.size(); }
    [[nodiscard]] std::vector<Slot> slotList() const; // the oldest first

private:
    struct Entry
    {
        Tombstone stone;
        quint64 serial = 0;
    };

    QHash<Slot, Entry> m_stones;
    std::deque<std::pair<quint64, Slot>> m_order; // with some that are gone since
    quint64 m_serial = 0;
    qsizetype m_most = 0;
};

} // namespace sandglass
