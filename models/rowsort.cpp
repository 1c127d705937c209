// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rowsort.h"

#include <algorithm>
#include <limits>

namespace sandglass {

namespace {

constexpr quint64 Last = std::numeric_limits<quint64>::max();

// A text by its next eight bytes.
struct Item
{
    quint64 prefix = 0;
    quint32 offset = 0; // in the arena
    quint32 length = 0;
    quint32 number = 0; // of what it stands for
};

struct Range
{
    std::size_t first;
    std::size_t last;
    quint32 depth; // bytes that are equal already
};

quint64 bytesAt(const std::string &arena, const Item &item, quint32 depth)
{
    quint64 bytes = 0;
    for (quint32 i = 0; i < 8; ++i) {
        const quint32 at = depth + i;
        const unsigned char byte = at < item.length ? static_cast<unsigned char>(arena[item.offset + at]) : 0;
        bytes = bytes << 8 | byte;
    }
    return bytes;
}

// Sorts by text, equal ones by number. No recursion: texts may be long and alike.
void sortTexts(std::vector<Item> &items, const std::string &arena)
{
    std::vector<Range> ranges{{0, items.size(), 0}};
    while (!ranges.empty()) {
        const Range range = ranges.back();
        ranges.pop_back();
        bool isOver = true; // no text goes on behind the equal bytes
        for (std::size_t i = range.first; i < range.last; ++i) {
            items[i].prefix = bytesAt(arena, items[i], range.depth);
            isOver = isOver && items[i].length <= range.depth;
        }
        const auto begin = items.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto end = items.begin() + static_cast<std::ptrdiff_t>(range.last);
        if (isOver) {
            std::sort(begin, end, [](const Item &a, const Item &b) {
                return a.length != b.length ? a.length < b.length : a.number < b.number;
            });
            continue;
        }
        std::sort(begin, end, [](const Item &a, const Item &b) { return a.prefix < b.prefix; });
        for (std::size_t first = range.first; first < range.last;) {
            std::size_t next = first + 1;
            while (next < range.last && items[next].prefix == items[first].prefix)
                ++next;
            if (next - first > 1)
                ranges.push_back({first, next, range.depth + 8});
            first = next;
        }
    }
}

bool isSameText(const std::string &arena, const Item &a, const Item &b)
{
    return std::string_view(arena).substr(a.offset, a.length) ==
           std::string_view(arena).substr(b.offset, b.length);
}

} // namespace

void appendNaturalKey(std::string_view utf8, std::string &into)
{
    QByteArray folded;
    if (!std::ranges::all_of(utf8, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
        folded = QString::fromUtf8(utf8.data(), qsizetype(utf8.size())).toLower().toUtf8();
        utf8 = {folded.constData(), static_cast<std::size_t>(folded.size())};
    }
    const auto isDigit = [&](std::size_t at) {
        return at < utf8.size() && utf8[at] >= '0' && utf8[at] <= '9';
    };
    for (std::size_t i = 0; i < utf8.size();) {
        if (!isDigit(i)) {
            const char c = utf8[i++];
            into += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
            continue;
        }
        while (utf8[i] == '0' && isDigit(i + 1))
            ++i;
        std::size_t end = i;
        while (isDigit(end))
            ++end;
        // The count of digits goes first: more digits are a greater number. Still sorted among digits.
        into += static_cast<char>('0' + std::min<std::size_t>(end - i, 9));
        into += utf8.substr(i, end - i);
        i = end;
    }
}

RowSort::RowSort(const FleetSnapshot &fleet) : m_fleet(fleet)
{
    for (Slot slot = 0; slot < fleet.slotCount(); ++slot) {
        if (fleet.isUsed(slot))
            m_slots.push_back(slot);
    }
}

RowSort::RowSort(const FleetSnapshot &fleet, std::vector<Slot> order)
    : m_fleet(fleet), m_slots(std::move(order))
{}

void RowSort::byName()
{
    std::string arena;
    arena.reserve(m_slots.size() * 24);
    std::vector<Item> items;
    items.reserve(m_slots.size());
    for (const Slot slot : m_slots) {
        const std::size_t offset = arena.size();
        appendNaturalKey(nameAt(slot), arena);
        items.push_back({.offset = static_cast<quint32>(offset),
                         .length = static_cast<quint32>(arena.size() - offset),
                         .number = slot});
    }
    sortTexts(items, arena);
    for (std::size_t i = 0; i < items.size(); ++i)
        m_slots[i] = items[i].number;
}

void RowSort::turnNames()
{
    std::ranges::reverse(m_slots);
    std::string one;
    std::string other;
    const auto hasName = [&](Slot slot) {
        other.clear();
        appendNaturalKey(nameAt(slot), other);
        return one == other;
    };
    for (auto first = m_slots.begin(); first != m_slots.end();) {
        one.clear();
        appendNaturalKey(nameAt(*first), one);
        const auto next = std::find_if_not(first + 1, m_slots.end(), hasName);
        std::reverse(first, next);
        first = next;
    }
}

void RowSort::thenBy(const std::function<quint64(Slot)> &number)
{
    struct Keyed
    {
        quint64 key;
        Slot slot;
    };
    std::vector<Keyed> rows;
    rows.reserve(m_slots.size());
    std::array<std::array<quint32, 256>, 8> counts{};
    for (const Slot slot : m_slots) {
        const quint64 key = number(slot);
        rows.push_back({key, slot});
        for (std::size_t byte = 0; byte < 8; ++byte)
            ++counts[byte][key >> (8 * byte) & 0xff];
    }
    std::vector<Keyed> next(rows.size());
    for (std::size_t byte = 0; byte < 8; ++byte) {
        // All the same here: nothing to do.
        if (std::ranges::find(counts[byte], rows.size()) != counts[byte].end())
            continue;
        std::array<quint32, 256> at{};
        for (std::size_t i = 1; i < at.size(); ++i)
            at[i] = at[i - 1] + counts[byte][i - 1];
        for (const Keyed &row : rows)
            next[at[row.key >> (8 * byte) & 0xff]++] = row;
        rows.swap(next);
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        m_slots[i] = rows[i].slot;
}

void RowSort::thenByTemplate(bool rising)
{
    const WordBlocks<QString> &templates = m_fleet.words().templates;
    std::string arena;
    std::vector<Item> items;
    for (quint32 number = 0; number < templates.count(); ++number) {
        const QByteArray text = templates.at(number).toUtf8();
        const std::size_t offset = arena.size();
        appendNaturalKey({text.constData(), static_cast<std::size_t>(text.size())}, arena);
        items.push_back({.offset = static_cast<quint32>(offset),
                         .length = static_cast<quint32>(arena.size() - offset),
                         .number = number});
    }
    sortTexts(items, arena);
    std::vector<quint64> ranks(items.size());
    quint64 rank = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        rank += i > 0 && !isSameText(arena, items[i - 1], items[i]) ? 1 : 0;
        ranks[items[i].number] = items[i].length == 0 ? Last : rising ? rank : Last - 1 - rank;
    }
    thenBy([&](Slot slot) { return ranks[m_fleet.chunkOf(slot).templateId[slot % FleetChunk::Size]]; });
}

// By label: only those that rows have are looked at, others may be about to be used again.
std::vector<quint32> RowSort::labelRanks() const
{
    const WordTables &words = m_fleet.words();
    std::vector<char> seen(words.labels.count(), false);
    std::string arena;
    std::string text;
    std::vector<Item> items;
    const auto see = [&](quint32 label) {
        if (std::exchange(seen[label], true))
            return;
        const LabelWord &word = words.labels.at(label);
        text = words.keys.at(word.key).toStdString() + '=';
        text += word.value.utf8();
        const std::size_t offset = arena.size();
        appendNaturalKey(text, arena);
        items.push_back({.offset = static_cast<quint32>(offset),
                         .length = static_cast<quint32>(arena.size() - offset),
                         .number = label});
    };
    for (const Slot slot : m_slots)
        m_fleet.chunkOf(slot).forEachLabel(slot % FleetChunk::Size, see);
    sortTexts(items, arena);
    std::vector<quint32> ranks(words.labels.count(), 0);
    quint32 rank = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        rank += i > 0 && !isSameText(arena, items[i - 1], items[i]) ? 1 : 0;
        ranks[items[i].number] = rank;
    }
    return ranks;
}

void RowSort::thenByLabels(bool rising)
{
    const std::vector<quint32> ranks = labelRanks();
    std::size_t most = 0;
    for (const Slot slot : m_slots) {
        std::size_t count = 0;
        m_fleet.chunkOf(slot).forEachLabel(slot % FleetChunk::Size, [&](quint32) { ++count; });
        most = std::max(most, count);
    }
    // The last label counts least.
    for (std::size_t place = most; place-- > 0;) {
        thenBy([&](Slot slot) -> quint64 {
            quint64 key = 0; // fewer labels come first
            std::size_t at = 0;
            m_fleet.chunkOf(slot).forEachLabel(slot % FleetChunk::Size, [&](quint32 label) {
                if (at++ == place)
                    key = quint64(ranks[label]) + 1;
            });
            return rising ? key : std::numeric_limits<quint32>::max() - key;
        });
    }
    thenBy([&](Slot slot) { return m_fleet.chunkOf(slot).labelCount[slot % FleetChunk::Size] == 0 ? 1 : 0; });
}

} // namespace sandglass
