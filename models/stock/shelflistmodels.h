// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/stockwatch.h"
#include "models/valuelistmodel.h"

namespace sandglass {

struct ContextPool
{
    ContextId context;
    PoolInfo pool;

    friend bool operator==(const ContextPool &, const ContextPool &) = default;
};

struct ContextAgent
{
    ContextId context;
    Agent agent;

    friend bool operator==(const ContextAgent &, const ContextAgent &) = default;
};

// More than this of a fleet is not shown, whatever it says.
inline constexpr qsizetype MostShelved = 500;

// One row a template that can have a pool, also where there is none yet. Follows while it is active. GUI
// thread; the watch must outlive it.
class PoolListModel : public ValueListModel<ContextPool, std::pair<ContextId, TemplateId>>
{
    Q_OBJECT

public:
    explicit PoolListModel(StockWatch &watch, QObject *parent = nullptr);

    void setActive(bool active);
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] std::pair<ContextId, TemplateId> keyOf(const ContextPool &value) const override;

private:
    void refresh();

    StockWatch &m_watch;
    bool m_active = false;
};

// Every agent of every context, by id. As above.
class AgentListModel : public ValueListModel<ContextAgent, std::pair<ContextId, AgentId>>
{
    Q_OBJECT

public:
    enum Column { Id, Title, Template, Size, ModeColumn, Time, Location, ColumnCount };
    Q_ENUM(Column)

    explicit AgentListModel(StockWatch &watch, QObject *parent = nullptr);

    void setActive(bool active);
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] std::pair<ContextId, AgentId> keyOf(const ContextAgent &value) const override;

private:
    void refresh();
    [[nodiscard]] QString cell(const ContextAgent &each, int column) const;

    StockWatch &m_watch;
    bool m_active = false;
};

} // namespace sandglass
