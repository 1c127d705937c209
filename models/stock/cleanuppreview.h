// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/cleanuppolicy.h"

#include <QAbstractTableModel>

namespace sandglass {

// The dry run: what a cleanup policy would do to whom and when, the earliest first. At most MostRows rows;
// `total()` counts all. GUI thread; a value of its own, nothing is asked of anybody.
class CleanupPreview : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr std::size_t MostRows = 1000;

    enum Column { Sandbox, Act, When, Rule, ColumnCount };
    Q_ENUM(Column)
    enum Role {
        KeyRole = Qt::UserRole + 1, // SandboxKey
        LosesRole,                  // bool: it is deleted
    };
    Q_ENUM(Role)

    using QAbstractTableModel::QAbstractTableModel;

    void setPlan(const CleanupPolicy &policy, const QList<sandglass::Sandbox> &sandboxes, WallTime now);
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] int deletions() const { return m_deletions; }
    [[nodiscard]] int atOnce() const { return m_atOnce; } // whose time has passed already

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<CleanupStep> m_steps;
    WallTime m_now{};
    int m_total = 0;
    int m_deletions = 0;
    int m_atOnce = 0;
};

} // namespace sandglass
