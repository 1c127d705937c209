// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/stockwatch.h"

namespace sandglass {

StockWatch::StockWatch(FleetStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    connect(&store, &FleetStore::contextsChanged, this, &StockWatch::refresh);
    connect(&store, &FleetStore::contextChanged, this, &StockWatch::refresh);
    refresh();
}

void StockWatch::refresh()
{
    QHash<ContextId, QPointer<FleetStock>> known;
    for (const ContextId &context : m_store.contexts()) {
        Fleet *fleet = m_store.fleet(context);
        FleetStock *stock = fleet ? fleet->stock() : nullptr;
        if (!stock)
            continue;
        known.insert(context, stock);
        if (m_stocks.value(context) != stock)
            attach(context, stock);
    }
    for (auto it = m_stocks.cbegin(); it != m_stocks.cend(); ++it) {
        if (it.value() && known.value(it.key()) != it.value())
            it.value()->disconnect(this);
    }
    m_stocks = known;
    emit contextsChanged();
}

void StockWatch::attach(const ContextId &context, FleetStock *stock)
{
    connect(stock, &FleetStock::checkpointsChanged, this, &StockWatch::checkpointsChanged);
    connect(stock, &FleetStock::poolsChanged, this, &StockWatch::poolsChanged);
    connect(stock, &FleetStock::agentsChanged, this, &StockWatch::agentsChanged);
    connect(stock, &FleetStock::policyChanged, this, [this, context] { emit policyChanged(context); });
}

QList<ContextId> StockWatch::contexts() const
{
    QList<ContextId> contexts;
    for (const ContextId &context : m_store.contexts()) {
        if (m_stocks.value(context))
            contexts.append(context);
    }
    return contexts;
}

FleetStock *StockWatch::stock(const ContextId &context) const
{
    return m_stocks.value(context);
}

bool StockWatch::can(const ContextId &context, bool Capabilities::*what) const
{
    Fleet *fleet = m_store.fleet(context);
    return fleet && stock(context) && fleet->stockControl() && m_store.capabilities(context).*what;
}

bool StockWatch::anyCan(bool Capabilities::*what) const
{
    return std::ranges::any_of(contexts(), [&](const ContextId &context) { return can(context, what); });
}

} // namespace sandglass
