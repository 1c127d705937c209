// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialogs/ruleseditor.h"

#include <QObject>
#include <QPointer>

class QAction;
class QWidget;

namespace sandglass {

class Banner;
class BannerStack;
class ConsoleActions;
class ViewSwitch;
class Workbench;

// What can be done to views: kept under a name, changed, moved, removed and brought back, sent and taken as
// text; and an action for each, so that the palette and Alt with a digit reach them. GUI thread.
class ViewCommands : public QObject
{
    Q_OBJECT

public:
    ViewCommands(Workbench &bench, ViewSwitch &views, const ConsoleActions &actions, BannerStack &banners,
                 QWidget *window);

    // One for each view, in their order.
    [[nodiscard]] const QList<QAction *> &actions() const { return m_choices; }
    void showMenu(const QString &id, const QPoint &globalPosition);

signals:
    void alertWanted(const QString &id); // on what a view shows

private:
    void connectActions();
    void refresh();
    void refreshChoices();
    void saveAs();
    void rename(const QString &id);
    void editRules();
    [[nodiscard]] RulesEditor::Known known() const;
    void remove(const QString &id);
    void undo();
    void move(const QString &id, int by);
    void copy(const QString &id);
    void paste();

    Workbench &m_bench;
    ViewSwitch &m_views;
    const ConsoleActions &m_actions;
    BannerStack &m_banners;
    QWidget *m_window;
    QList<QAction *> m_choices;
    QPointer<Banner> m_removed; // says that a view was removed
};

} // namespace sandglass
