// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/domain/query/query.h"

#include <QTreeWidget>

namespace sandglass {

class Workbench;

// Quick ways to a question: contexts with their state, views by status with live counts, templates with how
// far they are from a launch. Choosing a template offers to launch it.
class Sidebar : public QTreeWidget
{
    Q_OBJECT

public:
    explicit Sidebar(Workbench &bench, QWidget *parent = nullptr);

    // Marks the view that is the same as this filter, if any.
    void showQuery(const Query &query);

signals:
    void viewChosen(const QSet<int> &statuses); // values of Status; none: the default
    void contextChosen(const sandglass::ContextId &context);
    void templateChosen(const sandglass::ContextId &context, const sandglass::TemplateId &id);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct View
    {
        QTreeWidgetItem *item = nullptr;
        QSet<int> statuses;
    };

    QTreeWidgetItem *addGroup(const QString &title);
    void addView(const QString &title, const QSet<int> &statuses);
    void refreshContexts();
    void refreshTemplates();
    void refreshCounts();
    void refreshPictures();
    void choose(QTreeWidgetItem *item);

    Workbench &m_bench;
    QTreeWidgetItem *m_contexts;
    QTreeWidgetItem *m_views;
    QTreeWidgetItem *m_templates;
    QList<View> m_all;
};

} // namespace sandglass
