// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"
#include "models/valuelistmodel.h"

namespace sandglass {

struct ContextTemplate
{
    ContextId context;
    TemplateInfo info;

    friend bool operator==(const ContextTemplate &, const ContextTemplate &) = default;
};

// What can be launched, in every context, in the order that the backends give. GUI thread; the store must
// outlive it.
class TemplateListModel : public ValueListModel<ContextTemplate, std::pair<ContextId, TemplateId>>
{
    Q_OBJECT

public:
    enum Role {
        ContextRole = Qt::UserRole + 1, // QString of ContextId
        TemplateIdRole,                 // QString of TemplateId
        TemplateRole,                   // TemplateInfo, the whole value
        StateRole,                      // int of TemplateState
        KindRole,                       // int of Kind
        SummaryRole,                    // the recipe's own line
    };
    Q_ENUM(Role)

    explicit TemplateListModel(FleetStore &store, QObject *parent = nullptr);
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] std::pair<ContextId, TemplateId> keyOf(const ContextTemplate &value) const override;

private:
    void refresh();

    FleetStore &m_store;
};

} // namespace sandglass
