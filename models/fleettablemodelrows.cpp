// SPDX-License-Identifier: GPL-3.0-or-later
// How the rows of FleetTableModel follow the store and the answers of its own thread.
#include "models/fleettablemodel.h"

#include <QPromise>

#include <algorithm>

namespace sandglass {

namespace {

// Up to so many changes are put in place one by one; more are worked out on the model's thread.
constexpr std::size_t FewChanges = 64;
// Up to so many changes that came while an order was worked out are mended into it.
constexpr std::size_t MendableChanges = 1000;

} // namespace

void FleetTableModel::takeDelta(const StoreDelta &delta)
{
    if (m_jobRunning) {
        for (const auto *slots_ : {&delta.added, &delta.changed, &delta.removed})
            m_touched.insert(m_touched.end(), slots_->begin(), slots_->end());
    }
    if (!delta.added.empty()) {
        const Slot last = *std::ranges::max_element(delta.added);
        if (last >= m_keys.size())
            m_keys.resize(static_cast<std::size_t>(last) + 1);
    }
    if (delta.added.size() + delta.changed.size() + delta.removed.size() <= FewChanges)
        takeSmall(delta);
    else
        takeLarge(delta);
    publish();
}

void FleetTableModel::takeSmall(const StoreDelta &delta)
{
    for (const Slot slot : delta.removed) {
        if (const int row = rowOfSlot(slot); row >= 0)
            removeRow(row);
    }
    for (const Slot slot : delta.changed)
        updateRow(slot);
    for (const Slot slot : delta.added)
        updateRow(slot);
}

void FleetTableModel::takeLarge(const StoreDelta &delta)
{
    // What is gone leaves now; the others keep their rows and show their new values until the order is known.
    std::vector<char> keep(m_keys.size(), true);
    for (const Slot slot : delta.removed) {
        if (slot < keep.size())
            keep[slot] = false;
    }
    if (!delta.removed.empty())
        dropRows(keep);
    if (!delta.changed.empty())
        rowsChanged(0, matching() - 1, 0, ColumnCount - 1);
    startJob();
}

void FleetTableModel::updateRow(Slot slot)
{
    const Sandbox *sandbox = m_store.at(slot);
    if (!sandbox)
        return;
    const int row = rowOfSlot(slot);
    if (!m_applied.query.matches(*sandbox)) {
        if (row >= 0)
            removeRow(row);
        return;
    }
    FleetOrderKey key = orderKey(*sandbox, m_applied.column, pricesOf(*sandbox), m_store.clock().wallNow());
    if (row < 0)
        insertRow(slot, std::move(key));
    else
        rekeyRow(row, std::move(key));
}

void FleetTableModel::insertRow(Slot slot, FleetOrderKey key)
{
    m_keys[slot] = std::move(key);
    const auto at = std::lower_bound(m_rows.cbegin(), m_rows.cend(), slot,
                                     [this](Slot a, Slot b) { return m_applied.before(m_keys, a, b); });
    const int row = static_cast<int>(at - m_rows.cbegin());
    beginInsertRows({}, row, row);
    m_rows.insert(at, slot);
    endInsertRows();
}

void FleetTableModel::rekeyRow(int row, FleetOrderKey key)
{
    const auto at = m_rows.begin() + row;
    const Slot slot = *at;
    const auto before = [this](Slot a, Slot b) {
        return m_applied.before(m_keys, a, b);
    };
    m_keys[slot] = std::move(key);
    if (row > 0 && before(slot, *(at - 1))) {
        const auto to = std::lower_bound(m_rows.begin(), at, slot, before);
        const int target = static_cast<int>(to - m_rows.begin());
        beginMoveRows({}, row, row, {}, target);
        std::rotate(to, at, at + 1);
        endMoveRows();
        row = target;
    } else if (at + 1 != m_rows.end() && before(*(at + 1), slot)) {
        const auto to = std::lower_bound(at + 1, m_rows.end(), slot, before);
        const int target = static_cast<int>(to - m_rows.begin());
        beginMoveRows({}, row, row, {}, target);
        std::rotate(at, at + 1, to);
        endMoveRows();
        row = target - 1;
    }
    rowsChanged(row, row, 0, ColumnCount - 1);
}

void FleetTableModel::removeRow(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void FleetTableModel::startJob()
{
    if (m_jobRunning) {
        m_jobWanted = true;
        return;
    }
    m_jobWanted = false;
    m_jobRunning = true;
    m_touched.clear();
    FleetOrderJob job{.generation = ++m_generation,
                      .fleet = m_store.snapshot(),
                      .wish = m_wanted,
                      .prices = m_prices,
                      .now = m_store.clock().wallNow()};
    // A pointer goes through the future, because Qt 6.4 runs a continuation twice when it takes the result
    // while the promise still lives in the other thread.
    using Answer = std::shared_ptr<FleetOrderAnswer>;
    auto promise = std::make_shared<QPromise<Answer>>();
    promise->start();
    promise->future().then(this, [this](const Answer &answer) { finishJob(std::move(*answer)); });
    m_pool.start([promise, job = std::move(job)] {
        promise->addResult(std::make_shared<FleetOrderAnswer>(workOut(job)));
        promise->finish();
    });
    emit busyChanged(true);
}

void FleetTableModel::finishJob(FleetOrderAnswer answer)
{
    m_jobRunning = false;
    const bool isWanted = answer.generation == m_generation && answer.wish == m_wanted;
    if (isWanted) {
        std::ranges::sort(m_touched);
        m_touched.erase(std::ranges::unique(m_touched).begin(), m_touched.end());
        answer.keys.resize(std::max(m_keys.size(), answer.keys.size()));
        std::vector<std::pair<Slot, FleetOrderKey>> put;
        std::vector<Slot> dropped;
        const bool mendable = m_touched.size() <= MendableChanges;
        m_jobWanted |= !mendable;
        for (const Slot slot : m_touched) {
            const Sandbox *sandbox = m_store.at(slot);
            if (mendable || !sandbox)
                dropped.push_back(slot);
            if (mendable && sandbox && answer.wish.query.matches(*sandbox)) {
                put.emplace_back(slot, orderKey(*sandbox, answer.wish.column, pricesOf(*sandbox),
                                                m_store.clock().wallNow()));
            }
        }
        amend(answer, std::move(put), dropped);
        m_applied = answer.wish;
        std::swap(m_keys, answer.keys);
        swapIn(answer.rows);
        // A hundred thousand texts take a while to let go of: not here.
        m_pool.start([old = std::move(answer.keys)] {});
        setExplanation(m_rows.empty() ? answer.explanation : FilterExplanation());
        m_jobWanted |= m_rows.empty() && answer.explanation.term == FilterExplanation::Term::None;
    }
    const bool again = m_jobWanted || !isWanted;
    if (again)
        startJob();
    else
        emit busyChanged(false);
    if (isWanted) {
        m_saidMatching = matching();
        m_saidTotal = total();
        emit filterApplied(m_saidMatching, m_saidTotal);
    }
}

// From the rows that are shown to `rows` by steps that views can follow: one range leaves, one comes, and one
// layout change brings all of them in order.
void FleetTableModel::swapIn(const std::vector<Slot> &rows)
{
    std::vector<char> inNew(m_keys.size(), false);
    for (const Slot slot : rows)
        inNew[slot] = true;
    dropRows(inNew);
    std::vector<char> inOld(m_keys.size(), false);
    for (const Slot slot : m_rows)
        inOld[slot] = true;
    std::vector<Slot> added;
    std::ranges::copy_if(rows, std::back_inserter(added), [&](Slot slot) { return !inOld[slot]; });
    if (!added.empty()) {
        beginInsertRows({}, matching(), matching() + static_cast<int>(added.size()) - 1);
        m_rows.insert(m_rows.end(), added.begin(), added.end());
        endInsertRows();
    }
    if (m_rows != rows)
        permute(rows);
}

void FleetTableModel::dropRows(const std::vector<char> &keep)
{
    const auto isKept = [&](Slot slot) {
        return keep[slot];
    };
    std::vector<Slot> rows;
    std::vector<Slot> gone;
    rows.reserve(m_rows.size());
    std::ranges::partition_copy(m_rows, std::back_inserter(rows), std::back_inserter(gone), isKept);
    if (gone.empty())
        return;
    const int first = static_cast<int>(rows.size());
    rows.insert(rows.end(), gone.begin(), gone.end());
    if (m_rows != rows)
        permute(rows);
    beginRemoveRows({}, first, matching() - 1);
    m_rows.resize(static_cast<std::size_t>(first));
    endRemoveRows();
}

void FleetTableModel::permute(const std::vector<Slot> &rows)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    if (!before.isEmpty()) {
        std::vector<int> rowOf(m_keys.size(), -1);
        for (std::size_t row = 0; row < rows.size(); ++row)
            rowOf[rows[row]] = static_cast<int>(row);
        QModelIndexList after;
        after.reserve(before.size());
        for (const QModelIndex &old : before) {
            const int row = rowOf[m_rows[static_cast<std::size_t>(old.row())]];
            after.append(row < 0 ? QModelIndex() : index(row, old.column()));
        }
        m_rows = rows;
        changePersistentIndexList(before, after);
    } else {
        m_rows = rows;
    }
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace sandglass
