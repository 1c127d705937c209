// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/shelflistmodels.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace sandglass {

class ListOrHint;
class StockActor;
class Workbench;

// What sandboxes are launched from by name: a template with defaults. Follows only while it is in sight.
class AgentsPage : public QWidget
{
    Q_OBJECT

public:
    AgentsPage(Workbench &bench, StockActor &actor, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void refresh();
    void edit(const std::optional<ContextAgent> &agent);
    void remove();
    void launch();
    void showMenu(const QPoint &position);
    [[nodiscard]] std::optional<ContextAgent> current() const;

    Workbench &m_bench;
    StockActor &m_actor;
    AgentListModel m_model;
    QTableView *m_table;
    ListOrHint *m_list;
    QPushButton *m_new = nullptr;
    QPushButton *m_edit = nullptr;
    QPushButton *m_launch = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_hintNew = nullptr;
};

} // namespace sandglass
