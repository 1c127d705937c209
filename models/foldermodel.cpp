// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/foldermodel.h"

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"
#include "models/wording.h"

#include <QCollator>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype FewEnough = 2000; // to be put in order at once

QList<FileEntry> inOrder(const QList<FileEntry> &all, bool hidden, int column, Qt::SortOrder order)
{
    QCollator collator;
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    struct Row
    {
        QCollatorSortKey key;
        const FileEntry *entry;
    };
    std::vector<Row> rows;
    rows.reserve(static_cast<std::size_t>(all.size()));
    for (const FileEntry &entry : all) {
        if (hidden || !entry.name.startsWith(u'.'))
            rows.push_back({collator.sortKey(entry.name), &entry});
    }
    const bool down = order == Qt::DescendingOrder;
    const auto before = [&](const Row &a, const Row &b) {
        const bool aIsFolder = a.entry->type == FileType::Folder;
        const bool bIsFolder = b.entry->type == FileType::Folder;
        if (aIsFolder != bIsFolder)
            return aIsFolder; // whatever the order
        const auto compared = [&](const auto &left, const auto &right) {
            return left < right ? -1 : right < left ? 1 : 0;
        };
        int result = 0;
        switch (column) {
        case FolderModel::Size:
            result = compared(a.entry->size, b.entry->size);
            break;
        case FolderModel::Modified:
            result = compared(a.entry->modifiedAt, b.entry->modifiedAt);
            break;
        case FolderModel::Permissions:
            result = compared(a.entry->permissions, b.entry->permissions);
            break;
        case FolderModel::Owner:
            result = compared(a.entry->owner, b.entry->owner);
            break;
        default:
            break;
        }
        if (result == 0)
            result = a.key.compare(b.key);
        if (result == 0)
            result = compared(a.entry->name, b.entry->name);
        return down ? result > 0 : result < 0;
    };
    std::ranges::sort(rows, before);
    QList<FileEntry> sorted;
    sorted.reserve(static_cast<qsizetype>(rows.size()));
    for (const Row &row : rows)
        sorted.append(*row.entry);
    return sorted;
}

} // namespace

FolderModel::FolderModel(QObject *parent) : QAbstractTableModel(parent) {}

void FolderModel::setHiddenShown(bool shown)
{
    if (m_hiddenShown == shown)
        return;
    m_hiddenShown = shown;
    arrange();
}

void FolderModel::setEntries(QList<FileEntry> entries)
{
    m_all = std::move(entries);
    arrange();
}

void FolderModel::sort(int column, Qt::SortOrder order)
{
    if (m_column == column && m_order == order)
        return;
    m_column = column;
    m_order = order;
    arrange();
}

void FolderModel::arrange()
{
    const quint64 generation = ++m_generation;
    if (m_all.size() <= FewEnough)
        return show(inOrder(m_all, m_hiddenShown, m_column, m_order));
    const Pending<QList<FileEntry>> sorted = inPool(
        *QThreadPool::globalInstance(),
        [all = m_all, hidden = m_hiddenShown, column = m_column,
         order = m_order]() -> Result<QList<FileEntry>> { return inOrder(all, hidden, column, order); });
    whenAnswered(sorted, this, [this, generation](const Result<QList<FileEntry>> &entries) {
        if (entries && generation == m_generation)
            show(*entries);
    });
}

void FolderModel::show(QList<FileEntry> entries)
{
    beginResetModel();
    m_shown = std::move(entries);
    m_rows.clear();
    m_rows.reserve(m_shown.size());
    for (int row = 0; row < m_shown.size(); ++row)
        m_rows.insert(m_shown.at(row).name, row);
    endResetModel();
    emit arranged();
}

int FolderModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int FolderModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FolderModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FileEntry &entry = m_shown.at(index.row());
    switch (role) {
    case EntryRole:
        return QVariant::fromValue(entry);
    case TypeRole:
        return static_cast<int>(entry.type);
    case Qt::TextAlignmentRole:
        return index.column() == Size ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        return entry.linkTarget.isEmpty() ? entry.path
                                          : tr("%1, a link to %2").arg(entry.path, entry.linkTarget);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case Name:
        return entry.linkTarget.isEmpty() ? entry.name
                                          : entry.name + QStringLiteral(" → ") + entry.linkTarget;
    case Size:
        return entry.type == FileType::File ? wording::bytesText(entry.size) : QString();
    case Modified:
        return wording::clockText(entry.modifiedAt);
    case Permissions:
        return entry.permissions;
    default:
        return entry.owner;
    }
}

QVariant FolderModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Size:
        return tr("Size");
    case Modified:
        return tr("Changed");
    case Permissions:
        return tr("Rights");
    default:
        return tr("Owner");
    }
}

Qt::ItemFlags FolderModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() ? usual | Qt::ItemNeverHasChildren : usual;
}

} // namespace sandglass
