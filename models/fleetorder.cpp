// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetorder.h"

#include "models/fleettablemodel.h"
#include "models/wording.h"

#include <algorithm>

namespace sandglass {

QString naturalKey(const QString &text)
{
    QString key;
    key.reserve(text.size() + 8);
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] < u'0' || text[i] > u'9') {
            key += text[i++].toLower();
            continue;
        }
        while (i + 1 < text.size() && text[i] == u'0' && text[i + 1] >= u'0' && text[i + 1] <= u'9')
            ++i;
        qsizetype end = i;
        while (end < text.size() && text[end] >= u'0' && text[end] <= u'9')
            ++end;
        // The count of digits goes first: more digits are a greater number. Still sorted among digits.
        key += QChar(static_cast<char16_t>(u'0' + std::min<qsizetype>(end - i, 9)));
        key += QStringView(text).sliced(i, end - i);
        i = end;
    }
    return key;
}

FleetOrderKey orderKey(const Sandbox &sandbox, int column, const PriceBook &prices, WallTime now)
{
    using Model = FleetTableModel;
    const auto byNumber = [&](double number) {
        return FleetOrderKey{.missing = false, .number = number, .text = naturalKey(sandbox.name)};
    };
    const auto byText = [&](const QString &text) {
        return FleetOrderKey{.missing = text.isEmpty(),
                             .number = 0,
                             .text = naturalKey(text) + QChar(u'\0') + naturalKey(sandbox.name)};
    };
    switch (column) {
    case Model::Status:
        return byNumber(static_cast<int>(sandbox.status));
    case Model::Kind:
        return byNumber(static_cast<int>(sandbox.kind));
    case Model::Mode:
        return byNumber(static_cast<int>(sandbox.mode));
    case Model::Age:
        // A younger sandbox has the smaller age.
        return byNumber(-static_cast<double>(sandbox.createdAt.time_since_epoch().count()));
    case Model::TimeLeft: {
        const auto left = sandbox.lifetime.left(now);
        // As a moment, not as a span: what runs keeps its key while time goes on.
        const WallTime end = now + left.value_or(std::chrono::seconds(0));
        FleetOrderKey key = byNumber(
            static_cast<double>(sandbox.lifetime.expiresAt.value_or(end).time_since_epoch().count()));
        key.missing = !left;
        return key;
    }
    case Model::Cost:
        return byNumber(costAt(sandbox, prices, now).total().toDouble());
    case Model::Rate:
        return byNumber(hourlyRate(sandbox, prices).toDouble());
    case Model::Template:
        return byText(sandbox.templateId.toString());
    case Model::Metadata:
        return byText(wording::metadataText(sandbox.metadata));
    default:
        return {.missing = sandbox.name.isEmpty(), .number = 0, .text = naturalKey(sandbox.name)};
    }
}

bool FleetOrderWish::before(const FleetOrderKeys &keys, Slot a, Slot b) const
{
    const FleetOrderKey &left = keys[a];
    const FleetOrderKey &right = keys[b];
    if (left.missing != right.missing)
        return right.missing;
    const bool rising = order == Qt::AscendingOrder;
    if (left.number < right.number)
        return rising;
    if (right.number < left.number)
        return !rising;
    if (const int text = left.text.compare(right.text); text != 0) {
        // Equal numbers (the same status, say) stay in the order of names whichever way the column runs.
        return (isTextColumn(column) && !rising) ? text > 0 : text < 0;
    }
    return a < b;
}

bool isTextColumn(int column)
{
    using Model = FleetTableModel;
    return column == Model::Name || column == Model::Template || column == Model::Metadata;
}

FleetOrderAnswer workOut(const FleetOrderJob &job)
{
    FleetOrderAnswer answer;
    answer.generation = job.generation;
    answer.wish = job.wish;
    answer.keys.resize(job.fleet.slotCount());
    ContextId lastContext;
    PriceBook prices;
    for (Slot slot = 0; slot < job.fleet.slotCount(); ++slot) {
        const Sandbox *sandbox = job.fleet.at(slot);
        if (!sandbox || !job.wish.query.matches(*sandbox))
            continue;
        if (sandbox->key.context != lastContext) {
            lastContext = sandbox->key.context;
            prices = job.prices.value(lastContext);
        }
        answer.rows.push_back(slot);
        answer.keys[slot] = orderKey(*sandbox, job.wish.column, prices, job.now);
    }
    std::sort(answer.rows.begin(), answer.rows.end(),
              [&](Slot a, Slot b) { return job.wish.before(answer.keys, a, b); });
    if (answer.rows.empty())
        answer.explanation = explainEmpty(job.fleet, job.wish.query);
    return answer;
}

void amend(FleetOrderAnswer &answer, std::vector<std::pair<Slot, FleetOrderKey>> put,
           const std::vector<Slot> &dropped)
{
    std::vector<char> gone(answer.keys.size(), false);
    for (const Slot slot : dropped)
        gone[slot] = true;
    std::erase_if(answer.rows, [&](Slot slot) { return gone[slot]; });
    std::vector<Slot> added;
    for (auto &[slot, key] : put) {
        answer.keys[slot] = std::move(key);
        added.push_back(slot);
    }
    const auto before = [&](Slot a, Slot b) {
        return answer.wish.before(answer.keys, a, b);
    };
    std::sort(added.begin(), added.end(), before);
    std::vector<Slot> rows;
    rows.reserve(answer.rows.size() + added.size());
    // A search for each new one, so that few new ones among many cost few comparisons.
    auto from = answer.rows.cbegin();
    for (const Slot slot : added) {
        const auto to = std::lower_bound(from, answer.rows.cend(), slot, before);
        rows.insert(rows.end(), from, to);
        rows.push_back(slot);
        from = to;
    }
    rows.insert(rows.end(), from, answer.rows.cend());
    answer.rows = std::move(rows);
}

} // namespace sandglass
