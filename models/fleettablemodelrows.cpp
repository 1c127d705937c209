// SPDX-License-Identifier: GPL-3.0-or-later
// How the rows of FleetTableModel follow the store and the answers of its own thread.
#include "models/fleettablemodel.h"

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"
#include "models/mended.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr int PauseByWork = 4;

} // namespace

void FleetTableModel::takeDelta(const StoreDelta &delta)
{
    m_valueSlot.reset();
    if (m_work.runs)
        m_touched.add(delta);
    m_sinceSequence.add(delta);
    const std::size_t count = delta.added.size() + delta.changed.size() + delta.removed.size();
    if (m_sequence && !m_unsettled && count <= m_pace.fewChanges &&
        count * m_rows.size() <= m_pace.rowsLookedAlong)
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
    m_finder.forget();
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
    rowsChanged(row, row, 0, lastColumn());
}

void FleetTableModel::removeRow(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    m_finder.forget();
    endRemoveRows();
}

void FleetTableModel::takeLarge(const StoreDelta &delta)
{
    takeAway(delta);
    if (!delta.changed.empty()) {
        m_unsettled = true;
        sayChanged(delta.changed);
    }
    if (!delta.isEmpty())
        scheduleJob();
}

// What is gone leaves now, or is an empty row until the next order comes, as long as nobody sees it: a view
// of a million rows takes long for each time that rows go. A slot that is used again must have left before,
// so that nothing that is selected turns into something else.
void FleetTableModel::takeAway(const StoreDelta &delta)
{
    const auto isGone = [this](Slot slot) {
        return m_gone.hasLost(slot);
    };
    StoreDelta gone;
    gone.removed = delta.removed;
    m_gone.add(gone);
    const auto last = std::min(m_lastVisible, matching() - 1);
    bool leave =
        matching() <= m_pace.manyRows || m_lastVisible < 0 || std::ranges::any_of(delta.added, isGone);
    for (int row = std::max(m_firstVisible, 0); row <= last && !leave; ++row)
        leave = isGone(m_rows[static_cast<std::size_t>(row)]);
    if (!leave) {
        m_unsettled |= !delta.removed.empty();
        return;
    }
    if (m_gone.changed().empty())
        return;
    SlotList rows;
    rows.reserve(m_rows.size());
    std::ranges::copy_if(m_rows, std::back_inserter(rows), [&](Slot slot) { return !isGone(slot); });
    m_gone.clear();
    swapIn(std::move(rows));
}

// Rows keep their places and show their new values until their order is known. Visible ones are told of one
// by one, so that a view paints what changed and no more.
void FleetTableModel::sayChanged(const SlotList &changed)
{
    const int last = std::min(m_lastVisible, matching() - 1);
    if (matching() <= m_pace.manyRows || last < 0) {
        rowsChanged(0, matching() - 1, 0, lastColumn());
        return;
    }
    const int first = std::clamp(m_firstVisible, 0, last + 1);
    std::vector<std::pair<Slot, int>> visible;
    for (int row = first; row <= last; ++row)
        visible.emplace_back(m_rows[static_cast<std::size_t>(row)], row);
    std::ranges::sort(visible);
    for (const Slot slot : changed) {
        const auto at = std::ranges::lower_bound(visible, std::pair(slot, 0));
        if (at != visible.end() && at->first == slot)
            rowsChanged(at->second, at->second, 0, lastColumn());
    }
    rowsChanged(0, first - 1, 0, lastColumn());
    rowsChanged(last + 1, matching() - 1, 0, lastColumn());
}

// As soon as possible for few rows; for many the next changes are waited for.
void FleetTableModel::scheduleJob()
{
    if (m_work.runs)
        m_work.isWanted = true;
    else if (m_store.count() < m_pace.manyRows)
        startJob();
    else if (!m_restart.isActive())
        m_restart.start();
}

void FleetTableModel::startJob()
{
    if (m_work.runs) {
        m_work.isWanted = true;
        return;
    }
    m_restart.stop();
    m_work.isWanted = false;
    m_work.runs = true;
    m_touched.clear();
    m_work.time.start();
    if (m_work.stopExplaining)
        *m_work.stopExplaining = true;
    m_sinceSequence.add(m_store.untold());
    FleetOrderJob job{.generation = ++m_work.generation,
                      .fleet = m_store.snapshot(),
                      .wish = m_wanted,
                      .prices = m_prices,
                      .now = m_store.clock().wallNow(),
                      .lookUp = m_store.lookUp(m_wanted.query.query),
                      .known = m_sequence,
                      .changed = m_sinceSequence.changed(),
                      .renamed = m_sinceSequence.renamed(),
                      // A column that moves with time is ordered anew now and then, whatever is known.
                      .anew = std::exchange(m_work.ordersAnew, false)};
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
    m_work.runs = false;
    m_restart.setInterval(std::clamp(PauseByWork * std::chrono::milliseconds(m_work.time.elapsed()),
                                     m_pace.shortestPause, m_pace.longestPause));
    const bool isWanted = answer.generation == m_work.generation && answer.wish == m_wanted;
    // The order is right even when another query is wanted by now.
    if (isWanted || answer.wish.keys == m_applied.keys) {
        m_sequence = answer.sequence;
        std::swap(m_sinceSequence, m_touched);
        m_touched.clear();
    }
    if (isWanted) {
        m_applied = answer.wish;
        takeMatcher();
        m_unsettled = false;
        swapIn(withWhatCameMeanwhile(std::move(answer.rows)));
        if (!m_rows.empty() || answer.isExplained)
            setExplanation(m_rows.empty() ? answer.explanation : FilterExplanation());
        m_work.isWanted |=
            m_rows.empty() && answer.isExplained && answer.explanation.term == FilterExplanation::Term::None;
    }
    if (!isWanted)
        startJob();
    else if (m_work.isWanted)
        scheduleJob();
    if (isWanted && m_rows.empty() && !answer.isExplained)
        explain(answer.fleet, std::move(answer.lookUp));
    letGo(std::move(answer));
    if (!isBusy())
        emit busyChanged(false);
    if (isWanted) {
        m_said = {matching(), total()};
        emit filterApplied(matching(), total());
    }
}

// Copies that a snapshot made necessary, and a million rows, take a while to let go of: not here.
void FleetTableModel::letGo(FleetOrderAnswer answer)
{
    m_pool.start([old = std::move(answer)] {});
}

// Why a large fleet shows nothing is looked for after it is seen that it shows nothing.
void FleetTableModel::explain(FleetSnapshot fleet, FleetLookUp lookUp)
{
    m_work.explains = true;
    m_work.stopExplaining = std::make_shared<std::atomic<bool>>(false);
    const FleetFilterJob job{.fleet = std::move(fleet),
                             .query = m_applied.query,
                             .prices = m_prices,
                             .now = m_store.clock().wallNow(),
                             .lookUp = std::move(lookUp)};
    const auto answer = inPool(m_pool, [job, stop = m_work.stopExplaining]() -> Result<FilterExplanation> {
        return explainEmpty(job, stop.get());
    });
    whenAnswered(answer, this,
                 [this, stop = m_work.stopExplaining](const Result<FilterExplanation> &explanation) {
                     if (stop == m_work.stopExplaining)
                         m_work.explains = false;
                     if (explanation && !*stop && m_rows.empty())
                         setExplanation(*explanation);
                     if (!isBusy())
                         emit busyChanged(false);
                 });
}

// `rows` are as the fleet was when the job began.
SlotList FleetTableModel::withWhatCameMeanwhile(SlotList rows)
{
    m_gone.clear();
    m_sinceSequence.add(m_store.untold());
    const SlotList &since = m_sinceSequence.changed();
    if (since.empty())
        return rows;
    if (since.size() > m_pace.mendableChanges || rows.size() > m_pace.mendableRows) {
        m_work.isWanted = true;
        m_unsettled = true;
        std::erase_if(rows, [this](Slot slot) { return m_sinceSequence.hasLost(slot); });
        return rows;
    }
    m_matcher.setNow(m_store.clock().wallNow());
    SlotList put;
    for (const Slot slot : since) {
        if (m_store.isUsed(slot) && m_matcher.matches(*m_store.at(slot)))
            put.push_back(slot);
    }
    std::vector<char> isChanged(m_store.slotCount(), false);
    for (const Slot slot : since)
        isChanged[slot] = true;
    const FleetSnapshot fleet = m_store.snapshot();
    const FleetComparison comparison(fleet, *m_sequence);
    return mended(rows, isChanged, std::move(put), [&](Slot a, Slot b) { return comparison.before(a, b); });
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
    m_finder.forget();
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
