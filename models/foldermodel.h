// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/files.h"

#include <QAbstractTableModel>
#include <QHash>

namespace sandglass {

// What is in one folder of a sandbox: folders first, then by a column. GUI thread. Large folders are put in
// order on a thread of the pool; until that is done the old list is shown.
class FolderModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Size, Modified, Permissions, Owner, ColumnCount };
    enum Role {
        EntryRole = Qt::UserRole + 1, // FileEntry
        TypeRole,                     // int of FileType
    };

    explicit FolderModel(QObject *parent = nullptr);

    // Hidden ones have names that begin with a dot.
    void setHiddenShown(bool shown);
    [[nodiscard]] bool hiddenShown() const { return m_hiddenShown; }
    void setEntries(QList<FileEntry> entries);
    [[nodiscard]] FileEntry entry(int row) const { return m_shown.value(row); }
    [[nodiscard]] int rowOf(const QString &name) const { return m_rows.value(name, -1); }
    [[nodiscard]] qsizetype hiddenCount() const { return m_all.size() - m_shown.size(); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void arranged(); // what setEntries gave is shown

private:
    void arrange();
    void show(QList<FileEntry> entries);

    QList<FileEntry> m_all;
    QList<FileEntry> m_shown;
    QHash<QString, int> m_rows; // by name
    int m_column = Name;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    bool m_hiddenShown = false;
    quint64 m_generation = 0;
};

} // namespace sandglass
