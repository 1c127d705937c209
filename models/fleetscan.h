// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetquery.h"
#include "models/fleetsnapshot.h"

namespace sandglass {

// A question put to the columns of a snapshot: the same answers as FleetMatcher, without making values of the
// rows. What is asked of a template, a context or a label is answered once for each of them; cheap tests go
// first. One thread; the snapshot must outlive it.
class FleetScan
{
public:
    FleetScan(const FleetSnapshot &fleet, const FleetQuery &query, const QHash<ContextId, PriceBook> &prices,
              WallTime now);

    // The rows of a chunk that match, in order.
    void matching(std::size_t chunk, std::vector<quint16> &rows);
    // Of a used slot.
    [[nodiscard]] bool matches(Slot slot);
    // Its parts: the query's terms, the context, and whether the query leaves it out unasked.
    [[nodiscard]] bool fulfils(Slot slot);
    [[nodiscard]] bool isInContext(Slot slot) const;
    [[nodiscard]] bool isHidden(Slot slot) const;

private:
    // What is known of a word by now.
    enum class Known : quint8 { Nothing, No, Yes };
    static constexpr quint32 NoKey = 0xffffffff;
    struct Step
    {
        query::Node::Type type = query::Node::Type::Term;
        std::optional<query::Test> test;
        QByteArray folded;          // Text, Name, Id: one part in lower-case ASCII; empty: the slow way
        std::vector<Known> words;   // by template, context or label
        std::vector<char> keys;     // by label key: it is the one that is asked for
        quint32 key = NoKey;        // that one, where it is one
        std::vector<Step> children; // cheapest first
    };

    [[nodiscard]] Step stepOf(const query::Plan &plan) const;
    [[nodiscard]] bool isFulfilled(Step &step);
    [[nodiscard]] bool answer(Step &step);
    [[nodiscard]] bool answerText(const Step &step, const PackedText &text) const;
    [[nodiscard]] bool answerWord(Step &step, quint32 number, const QString &word) const;
    void narrow(Step &step, std::vector<quint16> &rows);
    [[nodiscard]] bool answerLabels(Step &step) const;
    [[nodiscard]] bool answerProperty(Step &step) const;
    [[nodiscard]] std::optional<query::Amount> amountOf(query::Field field);

    const FleetSnapshot &m_fleet;
    WallTime m_now;
    bool m_hides;
    std::vector<char> m_inContext;                  // by context; empty: every context
    std::vector<std::optional<PriceBook>> m_prices; // by context
    std::optional<Step> m_root;
    const FleetChunk *m_chunk = nullptr;
    std::size_t m_row = 0;
    Sandbox m_figures;
};

// The places of a text within another are looked for without regard to ASCII case; `part` is in lower case.
[[nodiscard]] bool holdsFolded(std::string_view text, std::string_view part);

} // namespace sandglass
