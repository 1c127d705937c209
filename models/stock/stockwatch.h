// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetstock.h"
#include "models/fleetstore.h"

#include <QPointer>

namespace sandglass {

// What every fleet of the store holds besides its sandboxes, to look at. A fleet's own signals say when
// something is another; nothing is asked again by time. GUI thread; the store must outlive it.
class StockWatch : public QObject
{
    Q_OBJECT

public:
    explicit StockWatch(FleetStore &store, QObject *parent = nullptr);

    [[nodiscard]] FleetStore &store() const { return m_store; }
    // Those that have a stock, in the store's order.
    [[nodiscard]] QList<ContextId> contexts() const;
    [[nodiscard]] FleetStock *stock(const ContextId &context) const; // null: it has none
    // It has a stock, can be acted on, and says that it can do this.
    [[nodiscard]] bool can(const ContextId &context, bool Capabilities::*what) const;
    [[nodiscard]] bool anyCan(bool Capabilities::*what) const;

signals:
    void checkpointsChanged();
    void poolsChanged();
    void agentsChanged();
    void policyChanged(const sandglass::ContextId &context);
    void contextsChanged(); // which there are, or what they can

private:
    void refresh();
    void attach(const ContextId &context, FleetStock *stock);

    FleetStore &m_store;
    QHash<ContextId, QPointer<FleetStock>> m_stocks;
};

} // namespace sandglass
