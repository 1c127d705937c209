// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/palettesource.h"

#include "models/fleettablemodel.h"
#include "models/views/columnnames.h"
#include "widgets/shell/consoleactions.h"
#include "widgets/shell/viewcommands.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/icons.h"

#include <QMenu>

namespace sandglass {

namespace {

constexpr int NoIcon = -1;
constexpr qsizetype MostLabels = 50;

} // namespace

PaletteSource::PaletteSource(Workbench &bench, const ConsoleActions &actions, const ViewCommands &views,
                             QWidget &window)
    : QObject(&window), m_bench(bench), m_actions(actions), m_views(views), m_window(window)
{}

QList<QAction *> PaletteSource::actions()
{
    delete m_made;
    m_made = new QObject(this);
    QList<QAction *> all = m_actions.all() + m_views.actions();
    addContexts(all);
    addTemplates(all);
    addGroups(all);
    addOthers(all);
    return all;
}

QAction *PaletteSource::make(int icon, const QString &text)
{
    auto *action = new QAction(text, m_made);
    if (icon != NoIcon)
        action->setIcon(themeIcon(static_cast<Icon>(icon)));
    return action;
}

void PaletteSource::addContexts(QList<QAction *> &to)
{
    const auto add = [&](const ContextId &id, const QString &name) {
        QAction *action = make(int(Icon::Engine), tr("Context: %1").arg(name));
        connect(action, &QAction::triggered, this, [this, id] { emit contextWanted(id); });
        to.append(action);
    };
    add({}, tr("all", "contexts"));
    for (const ContextInfo &context : m_bench.contexts.values())
        add(context.id, context.name);
}

void PaletteSource::addTemplates(QList<QAction *> &to)
{
    const bool several = m_bench.contexts.values().size() > 1;
    for (const ContextTemplate &each : m_bench.templates.values()) {
        const QString name = each.info.id.toString();
        const QString where = m_bench.store.contextInfo(each.context).name;
        QAction *action =
            make(int(Icon::Launch),
                 several ? tr("Launch from %1 in %2…", "a template and a context").arg(name, where)
                         : tr("Launch from %1…").arg(name));
        connect(action, &QAction::triggered, this,
                [this, context = each.context, id = each.info.id] { emit launchWanted(context, id); });
        to.append(action);
    }
}

void PaletteSource::addGroups(QList<QAction *> &to)
{
    const auto add = [&](const QString &text, const QString &column) {
        QAction *action = make(NoIcon, text);
        connect(action, &QAction::triggered, this, [this, column] { emit groupWanted(column); });
        to.append(action);
    };
    add(tr("Group by kind"), columnName({FleetTableModel::Kind}));
    add(tr("Group by mode"), columnName({FleetTableModel::Mode}));
    for (const QString &key : m_bench.store.labels().keys().mid(0, MostLabels))
        add(tr("Group by label: %1").arg(key), columnName({0, key}));
}

void PaletteSource::addOthers(QList<QAction *> &to) const
{
    QSet<QAction *> known(to.cbegin(), to.cend());
    QList<QWidget *> widgets = m_window.findChildren<QWidget *>();
    widgets.prepend(&m_window);
    for (const QWidget *widget : std::as_const(widgets)) {
        if (widget->window() != &m_window || qobject_cast<const QMenu *>(widget))
            continue;
        for (QAction *action : widget->actions()) {
            const bool says = !action->isSeparator() && !action->menu() && !action->text().isEmpty();
            if (says && !known.contains(action)) {
                known.insert(action);
                to.append(action);
            }
        }
    }
}

} // namespace sandglass
