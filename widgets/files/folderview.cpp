// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/files/folderview.h"

#include "widgets/theme/metrics.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>

namespace sandglass {

namespace {

QList<QUrl> localFiles(const QMimeData *data)
{
    QList<QUrl> files;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            files.append(url);
    }
    return files;
}

} // namespace

FolderView::FolderView(QWidget *parent) : QTableView(parent)
{
    setObjectName(QStringLiteral("folderView"));
    setAccessibleName(tr("Files of the sandbox"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setSortingEnabled(true);
    setTabKeyNavigation(false);
    setDragEnabled(true);
    setAcceptDrops(true);
    setDragDropMode(DragDrop);
    setDropIndicatorShown(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    connect(this, &QAbstractItemView::doubleClicked, this, &FolderView::opened);
}

QList<int> FolderView::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        rows.append(index.row());
    std::ranges::sort(rows);
    return rows;
}

bool FolderView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
        const bool own = key->matches(QKeySequence::SelectAll) || key->matches(QKeySequence::Copy);
        // Escape stays the window's.
        if ((plain && key->key() != Qt::Key_Escape && key->key() != Qt::Key_F11 &&
             key->key() != Qt::Key_F1) ||
            own) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void FolderView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentIndex().isValid())
            emit opened(currentIndex());
        return;
    case Qt::Key_Backspace:
        emit upRequested();
        return;
    case Qt::Key_Up:
        if (event->modifiers() == Qt::AltModifier) {
            emit upRequested();
            return;
        }
        break;
    case Qt::Key_F2:
        emit renameRequested();
        return;
    case Qt::Key_F5:
        emit refreshRequested();
        return;
    case Qt::Key_Delete:
        emit deleteRequested();
        return;
    case Qt::Key_L:
        if (event->modifiers() == Qt::ControlModifier) {
            emit pathRequested();
            return;
        }
        break;
    default:
        break;
    }
    QTableView::keyPressEvent(event);
}

void FolderView::startDrag(Qt::DropActions)
{
    emit dragOutRequested();
}

void FolderView::considerDrop(QDropEvent *event) const
{
    if (event->source() != this && !localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
    else
        event->ignore();
}

void FolderView::dragEnterEvent(QDragEnterEvent *event)
{
    considerDrop(event);
}

void FolderView::dragMoveEvent(QDragMoveEvent *event)
{
    considerDrop(event);
}

void FolderView::dropEvent(QDropEvent *event)
{
    const QList<QUrl> files = localFiles(event->mimeData());
    if (event->source() == this || files.isEmpty())
        return event->ignore();
    event->setDropAction(Qt::CopyAction);
    event->accept();
    emit filesDropped(files, indexAt(event->position().toPoint()));
}

} // namespace sandglass
