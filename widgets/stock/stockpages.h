// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTabWidget;

namespace sandglass {

class AgentsPage;
class CheckpointsPage;
class PoolsPage;
class StockActor;
class TemplatesPage;
class Workbench;

enum class StockTab { Checkpoints, Pools, Templates, Agents };

// What the fleets hold besides their sandboxes, a page each. A page that is not in sight follows nothing.
class StockPages : public QWidget
{
    Q_OBJECT

public:
    StockPages(Workbench &bench, StockActor &actor, const QString &recipesFolder, QWidget *parent = nullptr);

    void choose(StockTab tab);
    [[nodiscard]] CheckpointsPage &checkpoints() { return *m_checkpoints; }
    [[nodiscard]] TemplatesPage &templates() { return *m_templates; }

signals:
    void policyRequested();
    void closeRequested();

private:
    void refresh();

    Workbench &m_bench;
    QTabWidget *m_tabs;
    CheckpointsPage *m_checkpoints;
    PoolsPage *m_pools;
    TemplatesPage *m_templates;
    AgentsPage *m_agents;
    QWidget *m_policy;
};

} // namespace sandglass
