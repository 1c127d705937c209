// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/lineage.h"
#include "models/stock/stockwatch.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <memory>

namespace sandglass {

// Checkpoints and who was cloned from what, as a tree. Follows what fleets say while it is active, gathered
// to a few times a second, less often for a large fleet; otherwise it costs nothing. A change is told to
// views as the rows that came, went and changed, so expansion and selection last. GUI thread; the watch must
// outlive it.
class LineageModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, What, Age, Size, Clones, ColumnCount };
    Q_ENUM(Column)
    enum Role {
        TypeRole = Qt::UserRole + 1, // int of LineageNode::Type
        ContextRole,                 // ContextId as QString
        IdRole,                      // QString, of what the row is
        CheckpointRole,              // CheckpointInfo; invalid: the row is none
        KeyRole,                     // SandboxKey; invalid: the row is no sandbox
        StatusRole,                  // int of Status; invalid: no sandbox
    };
    Q_ENUM(Role)

    explicit LineageModel(StockWatch &watch, QObject *parent = nullptr);
    ~LineageModel() override;

    void setActive(bool active);
    [[nodiscard]] bool isActive() const { return m_active; }
    [[nodiscard]] QModelIndex indexOf(LineageNode::Type type, const ContextId &context,
                                      const QString &id) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

signals:
    void refreshed();

private:
    struct Item;
    using Items = std::vector<std::unique_ptr<Item>>;
    void touch();
    void refresh();
    [[nodiscard]] QList<LineageSource> sources() const;
    void merge(Item &parent, std::vector<LineageNode> wanted);
    void removeUnwanted(Item &parent, const std::vector<LineageNode> &wanted);
    [[nodiscard]] static std::unique_ptr<Item> grown(Item &parent, LineageNode node);
    static void renumber(Item &parent);
    [[nodiscard]] QModelIndex indexFor(const Item &item, int column = 0) const;
    [[nodiscard]] const Item &itemAt(const QModelIndex &index) const;
    [[nodiscard]] QString cell(const LineageNode &node, int column) const;
    [[nodiscard]] QString toolTip(const LineageNode &node) const;

    StockWatch &m_watch;
    std::unique_ptr<Item> m_root;
    QTimer m_timer;
    bool m_active = false;
};

} // namespace sandglass
