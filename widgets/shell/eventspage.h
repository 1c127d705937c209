// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/journal/journallistmodel.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace sandglass {

class QueryField;
class ToneLabel;
class Workbench;

// The whole journal: what happened to any sandbox, or to the selected ones, for as long as it is kept,
// searched with the language of the list. Stays at the newest event while it is at the top.
class EventsPage : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPage(Workbench &bench, QWidget *parent = nullptr);

    void focusQuery();

signals:
    void closeRequested();
    void sandboxChosen(const sandglass::SandboxKey &key);
    void momentChosen(sandglass::WallTime moment);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeBar();
    QWidget *makeTable();
    void ask();
    void refresh();
    void showMenu(const QPoint &position);
    void copy();

    Workbench &m_bench;
    JournalListModel m_list;
    QueryField *m_query;
    QToolButton *m_only;
    ToneLabel *m_count;
    QStackedWidget *m_stack;
    QTableView *m_table;
    QLabel *m_empty;
    QPushButton *m_more;
};

} // namespace sandglass
