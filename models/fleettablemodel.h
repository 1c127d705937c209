// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filterexplanation.h"
#include "models/fleetorder.h"
#include "models/fleetstore.h"

#include <QAbstractTableModel>
#include <QThreadPool>

namespace sandglass {

// The fleet as rows: filtered, ordered, live. Filter and order make a permutation on a thread of the model's
// own over an immutable snapshot; the newest answer is swapped in by one layout change (rows that come or go
// do so in one range each), so that selections and current rows survive by key. Small changes of the store
// are put in place at once. data() is O(1) and never waits. No colours, icons or fonts: roles carry meaning.
// GUI thread; the store must outlive it.
class FleetTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Status, Name, Kind, Template, Mode, Age, TimeLeft, Metadata, Cost, Rate, ColumnCount };
    Q_ENUM(Column)

    enum Role {
        KeyRole = Qt::UserRole + 1, // SandboxKey
        SandboxRole,                // Sandbox, the whole value
        StatusRole,                 // int of Status
        KindRole,                   // int of Kind
        ModeRole,                   // int of Mode
        SortRole,                   // number or text that the column is ordered by
        TimeLeftFractionRole,       // double 0..1; invalid: no end in sight
        PinnedRole,                 // bool: the lifetime does not renew by itself
        TransitionalRole,           // bool: on its way to another state
        HasScreenRole,              // bool
    };
    Q_ENUM(Role)

    explicit FleetTableModel(FleetStore &store, QObject *parent = nullptr);
    ~FleetTableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    // Same as setOrder, so that a view's header can call it.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    // Both answer at once; the rows follow, then `filterApplied`.
    void setFilter(const FleetFilter &filter);
    void setContext(const ContextId &context); // empty: every context
    void setOrder(int column, Qt::SortOrder order);
    [[nodiscard]] const FleetFilter &filter() const { return m_wanted.query.filter; }
    [[nodiscard]] int orderColumn() const { return m_wanted.column; }
    [[nodiscard]] Qt::SortOrder order() const { return m_wanted.order; }

    // While live, the time and money columns of the visible rows say so once a second.
    void setLive(bool live);
    void setVisibleRows(int first, int last);

    [[nodiscard]] std::optional<SandboxKey> keyAt(int row) const;
    [[nodiscard]] const Sandbox *sandboxAt(int row) const;
    [[nodiscard]] int rowOf(const SandboxKey &key) const; // -1: not shown
    [[nodiscard]] QModelIndex indexOf(const SandboxKey &key, int column = 0) const;
    [[nodiscard]] QList<SandboxKey> keysOf(const QModelIndexList &indexes) const; // each row once, in order

    [[nodiscard]] int matching() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int total() const { return m_store.count(); }
    [[nodiscard]] const FilterExplanation &filterExplanation() const { return m_explanation; }
    // An order or a filter is being worked out.
    [[nodiscard]] bool isBusy() const { return m_jobRunning; }

signals:
    void filterApplied(int matching, int total);
    void filterExplanationChanged();
    void busyChanged(bool busy);

private:
    void takeDelta(const StoreDelta &delta);
    void takeSmall(const StoreDelta &delta);
    void takeLarge(const StoreDelta &delta);
    void startJob();
    void finishJob(FleetOrderAnswer answer);
    void updateRow(Slot slot);
    void insertRow(Slot slot, FleetOrderKey key);
    void rekeyRow(int row, FleetOrderKey key);
    void removeRow(int row);
    void swapIn(const std::vector<Slot> &rows);
    void dropRows(const std::vector<char> &keep);
    void permute(const std::vector<Slot> &rows);
    void publish();
    void setExplanation(const FilterExplanation &explanation);
    void takePrices();
    void tick();
    void rowsChanged(int first, int last, int firstColumn, int lastColumn);
    [[nodiscard]] int rowOfSlot(Slot slot) const;
    [[nodiscard]] PriceBook pricesOf(const Sandbox &sandbox) const;
    [[nodiscard]] QString displayText(const Sandbox &sandbox, int column) const;
    [[nodiscard]] QString toolTip(const Sandbox &sandbox, int column) const;
    [[nodiscard]] QVariant meaning(const Sandbox &sandbox, int column, int role) const;

    FleetStore &m_store;
    FleetOrderWish m_wanted;
    FleetOrderWish m_applied;
    std::vector<Slot> m_rows;
    FleetOrderKeys m_keys;       // by slot: what the shown order rests on
    std::vector<Slot> m_touched; // changed in the store since the job's snapshot
    FilterExplanation m_explanation;
    quint64 m_generation = 0;
    bool m_jobRunning = false;
    bool m_jobWanted = false; // once more when the one that runs is back
    int m_saidMatching = -1;
    int m_saidTotal = -1;
    QHash<ContextId, PriceBook> m_prices;
    int m_ticks = 0;
    int m_firstVisible = 0;
    int m_lastVisible = -1; // none given: all
    QTimer m_tick;
    QThreadPool m_pool;
};

} // namespace sandglass
