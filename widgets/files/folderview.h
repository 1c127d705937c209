// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <QUrl>

namespace sandglass {

// A folder's entries. Its keys are its own and not the window's (Delete means a file here), files of this
// machine can be dropped on it, and entries can be dragged out. GUI thread.
class FolderView : public QTableView
{
    Q_OBJECT

public:
    explicit FolderView(QWidget *parent = nullptr);

    [[nodiscard]] QList<int> selectedRows() const;

signals:
    void opened(const QModelIndex &index);
    void upRequested();
    void renameRequested();
    void deleteRequested();
    void refreshRequested();
    void pathRequested();
    void filesDropped(const QList<QUrl> &files, const QModelIndex &onto);
    void dragOutRequested();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void startDrag(Qt::DropActions actions) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void considerDrop(QDropEvent *event) const;
};

} // namespace sandglass
