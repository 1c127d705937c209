// SPDX-License-Identifier: GPL-3.0-or-later
// How the rows of FleetTableModel follow the store and the answers of its own thread.
#include "models/fleettablemodel.h"

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"

#include <algorithm>

namespace sandglass {

namespace {

// Up to so many changes are put in place one by one, as long as looking for them takes a few milliseconds;
// more are worked out on the model's thread.
constexpr std::size_t FewChanges = 64;
constexpr std::size_t RowsLookedAlong = 8'000'000;
// Up to so many changes that came while an order was worked out are mended into it.
constexpr std::size_t MendableChanges = 200;
// A fleet that is larger is not ordered anew for each delta.
constexpr int ManyRows = 20'000;

} // namespace

void SlotCollector::add(const StoreDelta &delta)
{
    for (const auto *slots_ : {&delta.added, &delta.changed, &delta.removed}) {
        for (const Slot slot : *slots_) {
            if (slot >= m_isIn.size())
                m_isIn.resize(std::max<std::size_t>(slot + 1, m_isIn.size() * 2), false);
            if (!std::exchange(m_isIn[slot], true))
                m_slots.push_back(slot);
        }
    }
}

void SlotCollector::clear()
{
    for (const Slot slot : m_slots)
        m_isIn[slot] = false;
    m_slots.clear();
}

void FleetTableModel::takeDelta(const StoreDelta &delta)
{
    m_valueSlot.reset();
    if (m_jobRunning)
        m_touched.add(delta);
    m_sinceSequence.add(delta);
    const std::size_t count = delta.added.size() + delta.changed.size() + delta.removed.size();
    if (m_sequence && !m_unsettled && count <= FewChanges && count * m_rows.size() <= RowsLookedAlong)
        takeSmall(delta);
    else
        takeLarge(delta);
    publish();
}

void FleetTableModel::takeSmall(const StoreDelta &delta)
{
    for (const Slot slot : delta.removed) {
        const auto at = std::ranges::find(m_rows, slot);
        if (at != m_rows.end())
            removeRow(static_cast<int>(at - m_rows.begin()));
    }
    SlotList changed = delta.changed;
    changed.insert(changed.end(), delta.added.begin(), delta.added.end());
    if (changed.empty())
        return;
    const FleetSnapshot fleet = m_store.snapshot();
    placeChanged(changed, FleetComparison(fleet, *m_sequence));
}

void FleetTableModel::placeChanged(const SlotList &changed, const FleetComparison &comparison)
{
    m_matcher.setNow(m_store.clock().wallNow());
    SlotList fitting;
    for (const Slot slot : changed) {
        const auto sandbox = m_store.at(slot);
        if (!sandbox)
            continue;
        if (m_matcher.matches(*sandbox)) {
            fitting.push_back(slot);
            continue;
        }
        const auto at = std::ranges::find(m_rows, slot);
        if (at != m_rows.end())
            removeRow(static_cast<int>(at - m_rows.begin()));
    }
    // Where a row belongs is looked for among those that did not change: only they are in order.
    std::vector<char> isChanged(m_store.slotCount(), false);
    for (const Slot slot : fitting)
        isChanged[slot] = true;
    SlotList settled;
    settled.reserve(m_rows.size() + fitting.size());
    std::ranges::copy_if(m_rows, std::back_inserter(settled), [&](Slot slot) { return !isChanged[slot]; });
    for (const Slot slot : fitting)
        placeRow(slot, settled, comparison);
}

void FleetTableModel::placeRow(Slot slot, SlotList &settled, const FleetComparison &comparison)
{
    const auto place =
        std::ranges::lower_bound(settled, slot, [&](Slot a, Slot b) { return comparison.before(a, b); });
    // Right behind the settled one before it.
    const auto from = std::ranges::find(m_rows, slot);
    auto to = m_rows.begin();
    if (place != settled.begin())
        to = std::ranges::find(m_rows, *(place - 1)) + 1;
    settled.insert(place, slot);
    int row = static_cast<int>(to - m_rows.begin());
    m_rowBySlot.clear();
    m_lookUps = 0;
    if (from == m_rows.end()) {
        beginInsertRows({}, row, row);
        m_rows.insert(to, slot);
        endInsertRows();
        return;
    }
    const int before = static_cast<int>(from - m_rows.begin());
    if (row != before && row != before + 1) {
        beginMoveRows({}, before, before, {}, row);
        if (row < before)
            std::rotate(to, from, from + 1);
        else
            std::rotate(from, from + 1, to);
        endMoveRows();
    }
    row -= row > before ? 1 : 0;
    rowsChanged(row, row, 0, ColumnCount - 1);
}

void FleetTableModel::removeRow(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    m_rowBySlot.clear();
    m_lookUps = 0;
    endRemoveRows();
}

void FleetTableModel::takeLarge(const StoreDelta &delta)
{
    // What is gone leaves now; the others keep their rows and show their new values until the order is known.
    if (!delta.removed.empty() && !m_rows.empty()) {
        std::vector<char> isGone(m_store.slotCount(), false);
        for (const Slot slot : delta.removed)
            isGone[slot] = true;
        SlotList rows;
        rows.reserve(m_rows.size());
        std::ranges::copy_if(m_rows, std::back_inserter(rows), [&](Slot slot) { return !isGone[slot]; });
        if (rows.size() != m_rows.size())
            swapIn(std::move(rows));
    }
    if (!delta.changed.empty()) {
        m_unsettled = true;
        rowsChanged(0, matching() - 1, 0, ColumnCount - 1);
    }
    if (!delta.changed.empty() || !delta.added.empty())
        scheduleJob();
}

// As soon as possible for few rows; for many the next changes are waited for.
void FleetTableModel::scheduleJob()
{
    if (m_jobRunning)
        m_jobWanted = true;
    else if (m_store.count() < ManyRows)
        startJob();
    else if (!m_restart.isActive())
        m_restart.start();
}

void FleetTableModel::startJob()
{
    if (m_jobRunning) {
        m_jobWanted = true;
        return;
    }
    m_restart.stop();
    m_jobWanted = false;
    m_jobRunning = true;
    m_touched.clear();
    FleetOrderJob job{.generation = ++m_generation,
                      .fleet = m_store.snapshot(),
                      .wish = m_wanted,
                      .prices = m_prices,
                      .now = m_store.clock().wallNow(),
                      .known = m_sequence,
                      .changed = m_sinceSequence.list(),
                      // A column that moves with time is ordered anew now and then, whatever is known.
                      .anew = std::exchange(m_ordersAnew, false)};
    // By pointer, so that an order of a million rows is taken and not copied.
    using Answer = std::shared_ptr<FleetOrderAnswer>;
    const Pending<Answer> answer = inPool(m_pool, [job = std::move(job)]() mutable -> Result<Answer> {
        return std::make_shared<FleetOrderAnswer>(workOut(std::move(job)));
    });
    whenAnswered(answer, this, [this](const Result<Answer> &order) {
        if (order) // otherwise the pool is going, and the model with it
            finishJob(std::move(**order));
    });
    emit busyChanged(true);
}

void FleetTableModel::finishJob(FleetOrderAnswer answer)
{
    m_jobRunning = false;
    const bool isWanted = answer.generation == m_generation && answer.wish == m_wanted;
    // The order is right even when another query is wanted by now.
    if (isWanted || answer.wish.isSameOrder(m_applied)) {
        m_sequence = answer.sequence;
        std::swap(m_sinceSequence, m_touched);
        m_touched.clear();
    }
    // Copies that the snapshot made necessary take a while to let go of: not here.
    m_pool.start([old = std::move(answer.fleet)] {});
    if (isWanted) {
        m_applied = answer.wish;
        takeMatcher();
        m_unsettled = false;
        swapIn(withWhatCameMeanwhile(std::move(answer.rows)));
        setExplanation(m_rows.empty() ? answer.explanation : FilterExplanation());
        m_jobWanted |= m_rows.empty() && answer.explanation.term == FilterExplanation::Term::None;
    }
    if (!isWanted)
        startJob();
    else if (m_jobWanted)
        scheduleJob();
    if (!isBusy())
        emit busyChanged(false);
    if (isWanted) {
        m_saidMatching = matching();
        m_saidTotal = total();
        emit filterApplied(m_saidMatching, m_saidTotal);
    }
}

// `rows` are as the fleet was when the job began.
SlotList FleetTableModel::withWhatCameMeanwhile(SlotList rows)
{
    const SlotList &since = m_sinceSequence.list();
    if (since.empty())
        return rows;
    const bool mendable = since.size() <= MendableChanges;
    m_jobWanted |= !mendable;
    m_unsettled = !mendable;
    m_matcher.setNow(m_store.clock().wallNow());
    SlotList put;
    SlotList dropped;
    for (const Slot slot : since) {
        const bool isThere = m_store.isUsed(slot);
        if (mendable || !isThere)
            dropped.push_back(slot);
        if (mendable && isThere && m_matcher.matches(*m_store.at(slot)))
            put.push_back(slot);
    }
    if (dropped.empty())
        return rows;
    const FleetSnapshot fleet = m_store.snapshot();
    return mended(rows, dropped, std::move(put), FleetComparison(fleet, *m_sequence), fleet.slotCount());
}

// From the rows that are shown to `rows` by one layout change: views keep what is selected, and a view of a
// million rows is told once.
void FleetTableModel::swapIn(SlotList rows)
{
    if (rows == m_rows)
        return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    const QModelIndexList after = follow(before, rows);
    m_rows.swap(rows);
    m_rowBySlot.clear();
    m_lookUps = 0;
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    // The rows of before take a while to let go of.
    m_pool.start([old = std::move(rows)] {});
}

// Where these are in other rows; invalid for those that are not.
QModelIndexList FleetTableModel::follow(const QModelIndexList &before, const SlotList &rows) const
{
    if (before.isEmpty())
        return {};
    constexpr qint32 Unwanted = -2;
    constexpr qint32 Nowhere = -1;
    std::vector<qint32> rowOf(m_store.slotCount(), Unwanted);
    for (const QModelIndex &index : before)
        rowOf[m_rows[static_cast<std::size_t>(index.row())]] = Nowhere;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rowOf[rows[row]] == Nowhere)
            rowOf[rows[row]] = static_cast<qint32>(row);
    }
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &index : before) {
        const qint32 row = rowOf[m_rows[static_cast<std::size_t>(index.row())]];
        // The row may be beyond those that are shown yet.
        after.append(row < 0 ? QModelIndex() : createIndex(row, index.column()));
    }
    return after;
}

} // namespace sandglass
