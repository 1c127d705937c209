// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/shelflistmodels.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace sandglass {

class StockActor;
class ToneLabel;
class Workbench;

// One template's pool: how many wait, what they hold, and how many are wanted. What is typed is not taken
// over before 'Apply'; 'Undo' puts back what was there before, typed or applied. A refusal is said beneath.
class PoolRow : public QWidget
{
    Q_OBJECT

public:
    PoolRow(StockActor &actor, const ContextPool &pool, const QString &contextName, QWidget *parent);

    void setPool(const PoolInfo &pool);
    [[nodiscard]] const ContextPool &pool() const { return m_pool; }

private:
    [[nodiscard]] PoolSetting typed() const;
    void build(const QString &contextName);
    void refresh();
    void apply(const PoolSetting &setting);
    void undo();

    StockActor &m_actor;
    ContextPool m_pool;
    std::optional<PoolSetting> m_before; // of the last one that was applied
    QLabel *m_ready = nullptr;
    QLabel *m_starting = nullptr;
    QLabel *m_memory = nullptr;
    ToneLabel *m_said = nullptr;
    QSpinBox *m_least = nullptr;
    QSpinBox *m_most = nullptr;
    QPushButton *m_apply = nullptr;
    QPushButton *m_undo = nullptr;
    bool m_refused = false;
    bool m_waiting = false; // for an answer
};

// The warm pools of every context: clones that wait, so that a launch is an assignment.
class PoolsPage : public QWidget
{
    Q_OBJECT

public:
    PoolsPage(Workbench &bench, StockActor &actor, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void refresh();

    Workbench &m_bench;
    StockActor &m_actor;
    PoolListModel m_pools;
    QWidget *m_inner;
    QVBoxLayout *m_rowsLayout;
    QList<PoolRow *> m_rows;
    QLabel *m_empty;
    ToneLabel *m_total;
    QTimer m_soon; // a list that changes row by row is shown once
};

} // namespace sandglass
