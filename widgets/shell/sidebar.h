// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

#include <QTreeWidget>

namespace sandglass {

class Workbench;

// Quick ways to a question: views with live counts in the order that people drag them to, contexts with their
// state, templates with how far they are from a launch, and ways to other pages. Choosing a template offers
// to launch it.
class Sidebar : public QTreeWidget
{
    Q_OBJECT

public:
    explicit Sidebar(Workbench &bench, QWidget *parent = nullptr);

    // Ways to pages and windows, below everything else: a row for each action, while it is visible.
    void addActions(const QString &title, const QList<QAction *> &actions);
    // Marks the view that is shown, and whether it shows something else than it was kept with.
    void showView(const QString &id, bool modified);

signals:
    void viewChosen(const QString &id);
    void viewAdded(const QString &id); // with Ctrl: its query besides the one that is there
    void viewMenuRequested(const QString &id, const QPoint &globalPosition); // empty: no view's
    void contextChosen(const sandglass::ContextId &context);
    void templateChosen(const sandglass::ContextId &context, const sandglass::TemplateId &id);

protected:
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QTreeWidgetItem *addGroup(const QString &title);
    [[nodiscard]] QTreeWidgetItem *itemOf(const QString &view) const;
    void refreshViews();
    void markView();
    void refreshContexts();
    void refreshTemplates();
    void refreshCounts();
    void refreshPictures();
    static void refreshWay(QTreeWidgetItem *item);
    void choose(QTreeWidgetItem *item);

    Workbench &m_bench;
    QTreeWidgetItem *m_contexts;
    QTreeWidgetItem *m_views;
    QTreeWidgetItem *m_templates;
    QString m_current;
    bool m_modified = false;
};

} // namespace sandglass
