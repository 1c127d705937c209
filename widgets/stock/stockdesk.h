// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stock/stockactor.h"
#include "widgets/stock/stockpages.h"

class QStackedWidget;

namespace sandglass {

class BannerStack;
class ConsoleActions;
class Workbench;
struct CloneSource;

// Everything about checkpoints, clones, pools, policies, templates and agents in one window: the pages, made
// when they are first wanted, the dialogs, and which actions there are at all. Owned by the window, GUI
// thread.
class StockDesk : public QObject
{
    Q_OBJECT

public:
    StockDesk(Workbench &bench, ConsoleActions &actions, BannerStack &banners, QStackedWidget &stage,
              const QString &recipesFolder, QWidget *window);

    void show(StockTab tab);
    void leave(); // back to the list, if a page is in sight
    [[nodiscard]] bool isShown() const;
    // Which of the window's actions can be done now with these.
    void refreshActions(const QList<Sandbox> &selected);

signals:
    void left();
    void entering(); // a page is about to be shown in the stage
    void sandboxChosen(const sandglass::SandboxKey &key);
    void launchRequested(const sandglass::ContextId &context, const sandglass::TemplateId &id);

private:
    void connectActions();
    void refreshActions();
    void makePages();
    void askCheckpoint(const QList<SandboxKey> &keys);
    void askClone(bool fork);
    void askCloneOf(const ContextId &context, const CheckpointInfo &info);
    void askFork(const QList<SandboxKey> &keys);
    void openClone(const ContextId &context, const QList<CloneSource> &sources);
    void askRemove(const ContextId &context, const CheckpointInfo &info);
    void openPolicy();
    [[nodiscard]] QList<Sandbox> forkable(const QList<SandboxKey> &keys) const;
    [[nodiscard]] QList<CheckpointInfo> checkpointsOf(const SandboxKey &key) const; // ready, newest first

    Workbench &m_bench;
    ConsoleActions &m_actions;
    BannerStack &m_banners;
    QStackedWidget &m_stage;
    QString m_recipesFolder;
    QList<Sandbox> m_selected;
    QWidget *m_window;
    StockActor m_actor;
    StockPages *m_pages = nullptr;
};

} // namespace sandglass
