// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetmoney.h"

namespace sandglass {

// A question put to the columns of a snapshot: the same answers as FleetMatcher, without making values of the
// rows. A chunk's rows are narrowed down as sets of bits, cheap tests first; what is asked of a template, a
// context or a label is answered once for each of them, and labels that the index knows not even that. A
// value, but one for each thread; the snapshot must outlive it.
class FleetScan
{
public:
    FleetScan(const FleetSnapshot &fleet, const FleetQuery &query, const QHash<ContextId, PriceBook> &prices,
              WallTime now, const FleetLookUp *known = nullptr);

    // Those of a chunk's rows that match.
    [[nodiscard]] RowSet matching(std::size_t chunk) { return fulfilling(chunk, shown(chunk)); }
    [[nodiscard]] RowSet matching(std::size_t chunk, RowSet among)
    {
        return fulfilling(chunk, among &= shown(chunk));
    }
    [[nodiscard]] bool matches(Slot slot);
    // The parts of that: there is a sandbox, its context is asked for, the query does not leave it out
    // unasked (all three: shown), and the query's terms.
    [[nodiscard]] RowSet used(std::size_t chunk) const;
    [[nodiscard]] RowSet inContext(std::size_t chunk) const;
    [[nodiscard]] RowSet unhidden(std::size_t chunk) const;
    [[nodiscard]] RowSet shown(std::size_t chunk) const;
    [[nodiscard]] RowSet fulfilling(std::size_t chunk, const RowSet &among);

private:
    // What is known of a word by now.
    enum class Known : quint8 { Nothing, No, Yes };
    static constexpr quint32 NoKey = 0xffffffff;
    struct Step
    {
        query::Node::Type type = query::Node::Type::Term;
        std::optional<query::Test> test;
        std::string folded;        // Text, Name, Id: one part in lower-case ASCII; empty: the slow way
        std::vector<Known> words;  // by template, context or label
        std::vector<Known> shapes; // Agent, Owner: by shape; Nothing: the label counts
        std::vector<char> keys;    // by label key: it is the one that is asked for
        quint32 key = NoKey;       // that one, where it is one
        std::optional<std::vector<quint32>> labels; // the labels that fit, where the index knows
        std::vector<Step> children;                 // cheapest first
    };

    [[nodiscard]] Step stepOf(const query::Plan &plan, const FleetLookUp *known) const;
    void prepareTerm(Step &step, const FleetLookUp *known) const;
    [[nodiscard]] RowSet fulfilling(Step &step, RowSet among);
    [[nodiscard]] RowSet answers(Step &step, const RowSet &among);
    [[nodiscard]] bool answerText(const Step &step, const PackedText &text) const;
    [[nodiscard]] bool answerWord(Step &step, quint32 number, const QString &word) const;
    [[nodiscard]] bool answerLabels(Step &step, std::size_t row) const;
    [[nodiscard]] bool fitsLabel(Step &step, quint32 label) const;
    [[nodiscard]] bool answerProperty(Step &step, std::size_t row) const;
    [[nodiscard]] std::optional<query::Amount> amountOf(query::Field field, std::size_t row);
    [[nodiscard]] bool answerCost(const Step &step, std::size_t row);

    const FleetSnapshot *m_fleet;
    WallTime m_now;
    bool m_hides;
    std::vector<char> m_inContext; // by context; empty: every context
    std::optional<Step> m_root;
    const FleetTraits *m_traits = nullptr; // of the chunk that is asked
    const FleetFigures *m_figures = nullptr;
    FleetMoney m_money;
    Sandbox m_value;
};

// The places of a text within another are looked for without regard to ASCII case; `part` is in lower case.
[[nodiscard]] bool holdsFolded(std::string_view text, std::string_view part);
// The same for a text that is mostly short.
[[nodiscard]] bool holdsFolded(const PackedText &text, std::string_view part);

} // namespace sandglass
