// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"
#include "models/valuelistmodel.h"

namespace sandglass {

// The contexts, in the order they were added. GUI thread; the store must outlive it.
class ContextListModel : public ValueListModel<ContextInfo, ContextId>
{
    Q_OBJECT

public:
    enum Role {
        ContextRole = Qt::UserRole + 1, // QString of ContextId
        InfoRole,                       // ContextInfo, the whole value
        StateRole,                      // int of ContextState
        CountRole,                      // int: sandboxes in it, deleted ones included
        LastHeardRole,                  // text: how old what it says is
        ErrorRole,                      // sentence; empty: none
    };
    Q_ENUM(Role)

    explicit ContextListModel(FleetStore &store, QObject *parent = nullptr);
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] ContextId keyOf(const ContextInfo &value) const override;

private:
    void refresh();

    FleetStore &m_store;
};

} // namespace sandglass
