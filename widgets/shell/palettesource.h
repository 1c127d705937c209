// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

#include <QObject>

class QAction;
class QWidget;

namespace sandglass {

class ConsoleActions;
class ViewCommands;
class Workbench;

// What the command palette offers: every action of the window, every view, every context to show, template to
// launch from and label to group by. Whatever a part of the window has as an action is found, so that nothing
// is left out because nobody named it here. GUI thread.
class PaletteSource : public QObject
{
    Q_OBJECT

public:
    PaletteSource(Workbench &bench, const ConsoleActions &actions, const ViewCommands &views,
                  QWidget &window);

    // Good until it is asked again.
    [[nodiscard]] QList<QAction *> actions();

signals:
    void contextWanted(const sandglass::ContextId &context); // empty: all
    void launchWanted(const sandglass::ContextId &context, const sandglass::TemplateId &id);
    void groupWanted(const QString &column);

private:
    QAction *make(int icon, const QString &text);
    void addContexts(QList<QAction *> &to);
    void addTemplates(QList<QAction *> &to);
    void addGroups(QList<QAction *> &to);
    void addOthers(QList<QAction *> &to) const;

    Workbench &m_bench;
    const ConsoleActions &m_actions;
    const ViewCommands &m_views;
    QWidget &m_window;
    QObject *m_made = nullptr; // parent of those that exist for the palette alone
};

} // namespace sandglass
