// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertengine.h"
#include "models/valuelistmodel.h"

namespace sandglass {

// A rule and where it stands, in words.
struct AlertRow
{
    AlertRule rule{};
    AlertState state = AlertState::Unknown;
    bool up = false;
    QString stateText{};
    QString detail{}; // what is asked, and what was found

    friend bool operator==(const AlertRow &, const AlertRow &) = default;
};

// The alerts in the order of their book. GUI thread; book and engine must outlive it.
class AlertListModel : public ValueListModel<AlertRow, QString>
{
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        RowRole,       // AlertRow, the whole value
        ConditionRole, // text
        FoundRole,     // text
    };
    Q_ENUM(Role)

    AlertListModel(const Clock &clock, AlertBook &book, AlertEngine &engine, QObject *parent = nullptr);
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QString keyOf(const AlertRow &row) const override { return row.rule.id; }

private:
    void refresh();

    const Clock &m_clock;
    AlertBook &m_book;
    AlertEngine &m_engine;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::AlertRow)
