// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <optional>
#include <vector>

namespace sandglass {

// The place of a sandbox in a FleetStore: stable while the sandbox is there, used again afterwards.
using Slot = quint32;
using SlotList = std::vector<Slot>;

// The inverted index: by label, who has it. A list may name slots that had the label once: whoever reads it
// looks at the row, too. That makes a change cheap, and no list is more than twice as long as it must be.
// Most labels have one owner, who stands in the label's own four bytes; a label that too many have gets no
// list, because asking the column is faster then. One thread.
class LabelPostings
{
public:
    // More than `most` are too many.
    void add(quint32 label, Slot slot, std::size_t most)
    {
        if (label >= m_heads.size())
            m_heads.resize(label + 1, None);
        quint32 &head = m_heads[label];
        if (head == None) {
            head = slot;
        } else if (isList(head)) {
            append(head, slot, most);
        } else if (head != Many && head != slot) {
            const Slot first = head;
            head = freshList();
            listOf(head) = {first, slot};
        }
    }

    // Nobody has it any more.
    void forget(quint32 label)
    {
        if (isList(m_heads[label]))
            dropList(m_heads[label]);
        m_heads[label] = None;
    }

    // How many slots are named; nothing: too many have it.
    [[nodiscard]] std::optional<std::size_t> count(quint32 label) const
    {
        const quint32 head = label < m_heads.size() ? m_heads[label] : None;
        if (head == Many)
            return std::nullopt;
        return head == None ? 0 : isList(head) ? listOf(head).size() : 1;
    }
    void collect(quint32 label, SlotList &into) const
    {
        const quint32 head = label < m_heads.size() ? m_heads[label] : None;
        if (isList(head))
            into.insert(into.end(), listOf(head).begin(), listOf(head).end());
        else if (head != None && head != Many)
            into.push_back(head);
    }

    // To be called when `uses` slots have the label: a list that is too long is made right.
    template<typename Has> void tidy(quint32 label, std::size_t uses, const Has &has)
    {
        if (!isList(m_heads[label]) || listOf(m_heads[label]).size() <= 2 * uses + Slack)
            return;
        SlotList &list = listOf(m_heads[label]);
        std::erase_if(list, [&](Slot slot) { return !has(slot); });
        std::ranges::sort(list);
        list.erase(std::ranges::unique(list).begin(), list.end());
        list.shrink_to_fit();
    }

private:
    static constexpr quint32 None = 0xffffffff;
    static constexpr quint32 Many = 0xfffffffe;
    static constexpr quint32 ListBit = 0x80000000;
    static constexpr std::size_t Slack = 16;

    static bool isList(quint32 head) { return (head & ListBit) != 0 && head < Many; }
    [[nodiscard]] SlotList &listOf(quint32 head) { return m_lists[head & ~ListBit]; }
    [[nodiscard]] const SlotList &listOf(quint32 head) const { return m_lists[head & ~ListBit]; }

    void append(quint32 &head, Slot slot, std::size_t most)
    {
        SlotList &list = listOf(head);
        if (list.back() == slot)
            return;
        if (list.size() >= most) {
            dropList(head);
            head = Many;
            return;
        }
        if (list.size() == list.capacity()) // doubling would leave half of it empty
            list.reserve(list.size() + std::max<std::size_t>(list.size() / 4, 2));
        list.push_back(slot);
    }
    [[nodiscard]] quint32 freshList()
    {
        if (m_free.empty()) {
            m_lists.emplace_back();
            return static_cast<quint32>(m_lists.size() - 1) | ListBit;
        }
        const quint32 number = m_free.back();
        m_free.pop_back();
        return number | ListBit;
    }
    void dropList(quint32 head)
    {
        listOf(head) = {};
        m_free.push_back(head & ~ListBit);
    }

    std::vector<quint32> m_heads; // by label: nobody, too many, one slot, or the number of a list
    std::vector<SlotList> m_lists;
    std::vector<quint32> m_free;
};

} // namespace sandglass
