// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/lineagemodel.h"

#include <QWidget>

class QPushButton;
class QTreeView;

namespace sandglass {

class ListOrHint;
class StockActor;
class ToneLabel;
class Workbench;

// Checkpoints and lineage as a tree: who was cloned from what. Follows only while it is in sight. What is
// wished is told by signal; the window asks for the rest.
class CheckpointsPage : public QWidget
{
    Q_OBJECT

public:
    CheckpointsPage(Workbench &bench, StockActor &actor, QWidget *parent = nullptr);

    void reveal(const ContextId &context, const CheckpointId &id);

signals:
    void cloneRequested(const sandglass::ContextId &context, const sandglass::CheckpointInfo &info);
    void forkRequested(const sandglass::SandboxKey &key);
    void checkpointRequested(const sandglass::SandboxKey &key);
    void removeRequested(const sandglass::ContextId &context, const sandglass::CheckpointInfo &info);
    void sandboxChosen(const sandglass::SandboxKey &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void refresh();
    void showMenu(const QPoint &position);
    void activate();
    void clone();
    void remove();
    [[nodiscard]] QModelIndex current() const; // its first column; invalid: none
    [[nodiscard]] std::optional<CheckpointInfo> checkpoint() const;
    [[nodiscard]] std::optional<Sandbox> sandbox() const;
    [[nodiscard]] ContextId context() const;

    Workbench &m_bench;
    StockActor &m_actor;
    LineageModel m_model;
    QTreeView *m_tree;
    ListOrHint *m_list;
    ToneLabel *m_summary;
    QPushButton *m_clone = nullptr;
    QPushButton *m_checkpoint = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_show = nullptr;
    QTimer m_ages;
};

} // namespace sandglass
