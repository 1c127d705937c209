// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetorder.h"

#include "models/fleetscan.h"
#include "models/fleettablemodel.h"
#include "models/rowsort.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace sandglass {

namespace {

using Model = FleetTableModel;

constexpr quint64 Missing = std::numeric_limits<quint64>::max();
// A change of more than this part of the fleet is sorted anew.
constexpr std::size_t MendablePart = 8;

// Keeps the order of signed numbers.
quint64 risingSigned(qint64 number)
{
    return static_cast<quint64>(number) ^ (quint64(1) << 63);
}

quint64 risingDouble(double number)
{
    const auto bits = std::bit_cast<quint64>(number);
    return bits >> 63 ? ~bits : bits | (quint64(1) << 63);
}

std::vector<std::optional<PriceBook>> pricesByContext(const FleetSnapshot &fleet, const FleetPrices &prices)
{
    std::vector<std::optional<PriceBook>> answer;
    const auto &contexts = fleet.words().contexts;
    for (quint32 context = 0; context < contexts.count(); ++context) {
        const auto known = prices.constFind(ContextId(contexts.at(context)));
        answer.push_back(known == prices.cend() ? std::nullopt : std::optional(*known));
    }
    return answer;
}

std::string_view nameAt(const FleetSnapshot &fleet, Slot slot)
{
    return fleet.chunkOf(slot).name[slot % FleetChunk::Size].utf8();
}

QByteArray labelKeyText(const WordTables &words, quint32 label)
{
    const LabelWord &word = words.labels.at(label);
    const std::string_view value = word.value.utf8();
    const QByteArray text = words.keys.at(word.key).toUtf8() + '=' +
                            QByteArray(value.data(), static_cast<qsizetype>(value.size()));
    return naturalKey({text.constData(), static_cast<std::size_t>(text.size())});
}

// The texts of a row in a column of text, one after another; none: the row has no value.
std::vector<QByteArray> textsOf(const FleetSnapshot &fleet, Slot slot, int column)
{
    std::vector<QByteArray> texts;
    const FleetChunk &chunk = fleet.chunkOf(slot);
    const std::size_t row = slot % FleetChunk::Size;
    if (column == Model::Template) {
        const QByteArray text = fleet.words().templates.at(chunk.templateId[row]).toUtf8();
        if (!text.isEmpty())
            texts.push_back(naturalKey({text.constData(), static_cast<std::size_t>(text.size())}));
    } else if (column == Model::Metadata) {
        chunk.forEachLabel(row, [&](quint32 label) { texts.push_back(labelKeyText(fleet.words(), label)); });
    } else if (!nameAt(fleet, slot).empty()) {
        texts.push_back(naturalKey(nameAt(fleet, slot)));
    }
    return texts;
}

FilterExplanation explained(const FleetOrderJob &job)
{
    return explainEmpty(job.fleet, job.wish.query, job.prices, job.now);
}

std::shared_ptr<const FleetSequence> sequenceFor(const FleetOrderJob &job)
{
    const std::shared_ptr<const FleetSequence> &known = job.known;
    const bool fewChanges = known && job.changed.size() * MendablePart <= known->all.size();
    const bool usable =
        fewChanges && !job.anew && known->wish.isSameOrder(job.wish) && known->prices == job.prices;
    if (usable && job.changed.empty())
        return known;
    auto sequence = std::make_shared<FleetSequence>(FleetSequence{.wish = job.wish,
                                                                  .prices = job.prices,
                                                                  .now = usable ? known->now : job.now,
                                                                  .all = {},
                                                                  .names = {}});
    SlotList put;
    std::ranges::copy_if(job.changed, std::back_inserter(put),
                         [&](Slot slot) { return job.fleet.isUsed(slot); });
    const FleetSequence byName; // the name, rising, is the wish that nothing was said in
    if (fewChanges && job.changed.empty())
        sequence->names = known->names;
    else if (fewChanges)
        sequence->names = mended(known->names, job.changed, put, FleetComparison(job.fleet, byName, true),
                                 job.fleet.slotCount());
    else
        sequence->names = sortedByName(job.fleet);
    if (usable)
        sequence->all = mended(known->all, job.changed, std::move(put), FleetComparison(job.fleet, *sequence),
                               job.fleet.slotCount());
    else
        sequence->all = sorted(job.fleet, *sequence, sequence->names);
    return sequence;
}

} // namespace

QByteArray naturalKey(std::string_view utf8)
{
    std::string key;
    appendNaturalKey(utf8, key);
    return QByteArray::fromStdString(key);
}

bool isTextColumn(int column)
{
    return column == Model::Name || column == Model::Template || column == Model::Metadata;
}

quint64 columnNumber(const FleetSnapshot &fleet, Slot slot, int column, const PriceBook *prices, WallTime now,
                     Sandbox &figures)
{
    const FleetChunk &chunk = fleet.chunkOf(slot);
    const std::size_t row = slot % FleetChunk::Size;
    switch (column) {
    case Model::Status:
        return chunk.status[row];
    case Model::Kind:
        return chunk.kind[row];
    case Model::Mode:
        return chunk.mode[row];
    case Model::Age:
        // A younger sandbox has the smaller age.
        return ~risingSigned(chunk.createdAt[row]);
    case Model::TimeLeft: {
        // As a moment, not as a span: what runs keeps its key while time goes on.
        const bool stands = chunk.flags[row] & FleetChunk::HasLeft;
        if (chunk.flags[row] & FleetChunk::Expires)
            return risingSigned(chunk.expiresAt[row]);
        return stands ? risingSigned(now.time_since_epoch().count() + chunk.left[row] * 1000) : Missing;
    }
    case Model::Cost:
    case Model::Rate: {
        if (!prices)
            return risingDouble(0);
        readFigures(chunk, row, fleet.words(), figures);
        const Money money =
            column == Model::Cost ? costAt(figures, *prices, now).total() : hourlyRate(figures, *prices);
        return risingDouble(money.toDouble());
    }
    default:
        return 0;
    }
}

struct FleetComparison::Key
{
    bool missing = false;
    quint64 number = 0;
    std::vector<QByteArray> texts;
};

FleetComparison::FleetComparison(const FleetSnapshot &fleet, const FleetSequence &sequence, bool namesOnly)
    : m_fleet(fleet), m_sequence(sequence), m_namesOnly(namesOnly)
{}

FleetComparison::Key FleetComparison::keyOf(Slot slot) const
{
    const int column = m_sequence.wish.column;
    Key key;
    if (isTextColumn(column)) {
        key.texts = textsOf(m_fleet, slot, column);
        key.missing = key.texts.empty();
        return key;
    }
    const FleetChunk &chunk = m_fleet.chunkOf(slot);
    const ContextId context(m_fleet.words().contexts.at(chunk.context[slot % FleetChunk::Size]));
    const auto prices = m_sequence.prices.constFind(context);
    Sandbox figures;
    key.number = columnNumber(m_fleet, slot, column, prices == m_sequence.prices.cend() ? nullptr : &*prices,
                              m_sequence.now, figures);
    key.missing = key.number == Missing;
    return key;
}

bool FleetComparison::before(Slot a, Slot b) const
{
    const bool rising = m_sequence.wish.order == Qt::AscendingOrder;
    const bool text = isTextColumn(m_sequence.wish.column);
    const Key left = m_namesOnly ? Key() : keyOf(a);
    const Key right = m_namesOnly ? Key() : keyOf(b);
    if (left.missing != right.missing)
        return right.missing;
    if (left.number != right.number)
        return (left.number < right.number) == rising;
    if (left.texts != right.texts)
        return (left.texts < right.texts) == rising;
    const QByteArray leftName = naturalKey(nameAt(m_fleet, a));
    const QByteArray rightName = naturalKey(nameAt(m_fleet, b));
    if (leftName != rightName)
        return (leftName < rightName) == (rising || !text);
    return a < b;
}

SlotList sortedByName(const FleetSnapshot &fleet)
{
    RowSort sort(fleet);
    sort.byName();
    return sort.take();
}

SlotList sorted(const FleetSnapshot &fleet, const FleetSequence &sequence, SlotList names)
{
    const int column = sequence.wish.column;
    const bool rising = sequence.wish.order == Qt::AscendingOrder;
    RowSort sort(fleet, std::move(names));
    if (isTextColumn(column) && !rising)
        sort.turnNames();
    if (column == Model::Metadata) {
        sort.thenByLabels(rising);
    } else if (column == Model::Template) {
        sort.thenByTemplate(rising);
    } else if (column == Model::Name) {
        sort.thenBy([&](Slot slot) { return nameAt(fleet, slot).empty() ? 1 : 0; });
    } else {
        const auto prices = pricesByContext(fleet, sequence.prices);
        Sandbox figures;
        sort.thenBy([&](Slot slot) {
            const auto &book = prices[fleet.chunkOf(slot).context[slot % FleetChunk::Size]];
            const quint64 number =
                columnNumber(fleet, slot, column, book ? &*book : nullptr, sequence.now, figures);
            // What is missing is last either way.
            return rising || number == Missing ? number : Missing - 1 - number;
        });
    }
    return sort.take();
}

SlotList mended(const SlotList &rows, const SlotList &changed, SlotList put,
                const FleetComparison &comparison, std::size_t slotCount)
{
    std::vector<char> isChanged(slotCount, false);
    for (const Slot slot : changed)
        isChanged[slot] = true;
    SlotList kept;
    kept.reserve(rows.size() + put.size());
    std::ranges::copy_if(rows, std::back_inserter(kept), [&](Slot slot) { return !isChanged[slot]; });
    const auto before = [&](Slot a, Slot b) {
        return comparison.before(a, b);
    };
    std::ranges::sort(put, before);
    SlotList answer;
    answer.reserve(kept.size() + put.size());
    // A search for each new one, so that few new ones among many cost few comparisons.
    auto from = kept.cbegin();
    for (const Slot slot : put) {
        const auto to = std::lower_bound(from, kept.cend(), slot, before);
        answer.insert(answer.end(), from, to);
        answer.push_back(slot);
        from = to;
    }
    answer.insert(answer.end(), from, kept.cend());
    return answer;
}

FleetOrderAnswer workOut(FleetOrderJob job)
{
    FleetOrderAnswer answer{.generation = job.generation,
                            .wish = job.wish,
                            .fleet = {},
                            .sequence = sequenceFor(job),
                            .rows = {},
                            .explanation = {}};
    FleetScan scan(job.fleet, job.wish.query, job.prices, job.now);
    // By slot first, where the columns lie in a row; then in the order.
    std::vector<char> fits(job.fleet.slotCount(), false);
    std::size_t count = 0;
    std::vector<quint16> rows;
    for (std::size_t chunk = 0; chunk < job.fleet.chunkCount(); ++chunk) {
        scan.matching(chunk, rows);
        count += rows.size();
        for (const quint16 row : rows)
            fits[chunk * FleetChunk::Size + row] = true;
    }
    answer.rows.reserve(count);
    std::ranges::copy_if(answer.sequence->all, std::back_inserter(answer.rows),
                         [&](Slot slot) { return fits[slot]; });
    if (answer.rows.empty())
        answer.explanation = explained(job);
    answer.fleet = std::move(job.fleet);
    return answer;
}

} // namespace sandglass
