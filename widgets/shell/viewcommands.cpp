// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/viewcommands.h"

#include "widgets/dialogs/viewdialog.h"
#include "widgets/parts/banner.h"
#include "widgets/shell/consoleactions.h"
#include "widgets/shell/viewswitch.h"
#include "widgets/shell/workbench.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>

namespace sandglass {

namespace {

constexpr int KeyedViews = 9;

} // namespace

ViewCommands::ViewCommands(Workbench &bench, ViewSwitch &views, const ConsoleActions &actions,
                           BannerStack &banners, QWidget *window)
    : QObject(window), m_bench(bench), m_views(views), m_actions(actions), m_banners(banners),
      m_window(window)
{
    connectActions();
    connect(&bench.views, &ViewBook::changed, this, &ViewCommands::refreshChoices);
    connect(&views, &ViewSwitch::changed, this, &ViewCommands::refresh);
    refreshChoices();
}

void ViewCommands::connectActions()
{
    const auto on = [this](Act act, const std::function<void()> &run) {
        connect(m_actions.of(act), &QAction::triggered, this, run);
    };
    on(Act::SaveView, [this] { saveAs(); });
    on(Act::UpdateView, [this] {
        if (m_bench.views.update(m_views.current(), m_views.shown()))
            m_views.adopt(m_views.current());
    });
    on(Act::RenameView, [this] { rename(m_views.current()); });
    on(Act::RemoveView, [this] { remove(m_views.current()); });
    on(Act::UndoRemoveView, [this] { undo(); });
    on(Act::MoveViewUp, [this] { move(m_views.current(), -1); });
    on(Act::MoveViewDown, [this] { move(m_views.current(), 1); });
    on(Act::CopyView, [this] { copy(m_views.current()); });
    on(Act::PasteView, [this] { paste(); });
    on(Act::ColorRules, [this] { editRules(); });
    on(Act::BuiltInViews, [this] { m_bench.views.bringBackBuiltIns(); });
}

void ViewCommands::refresh()
{
    const SavedView *current = m_bench.views.find(m_views.current());
    const bool own = current && !current->builtIn;
    m_actions.of(Act::UpdateView)->setEnabled(own && m_views.isModified());
    m_actions.of(Act::RenameView)->setEnabled(own);
    for (const Act act : {Act::RemoveView, Act::CopyView, Act::MoveViewUp, Act::MoveViewDown})
        m_actions.of(act)->setEnabled(current != nullptr);
    m_actions.of(Act::UndoRemoveView)->setEnabled(m_bench.views.canUndo());
    m_actions.of(Act::BuiltInViews)->setEnabled(!m_bench.views.hasAllBuiltIns());
}

void ViewCommands::refreshChoices()
{
    qDeleteAll(m_choices);
    m_choices.clear();
    for (const SavedView &view : m_bench.views.views()) {
        auto *action = new QAction(tr("View: %1").arg(view.name), m_window);
        if (m_choices.size() < KeyedViews)
            action->setShortcut(QKeySequence(int(Qt::ALT) | (Qt::Key_1 + int(m_choices.size()))));
        connect(action, &QAction::triggered, this, [this, id = view.id] { m_views.choose(id); });
        m_window->addAction(action);
        m_choices.append(action);
    }
    refresh();
}

void ViewCommands::saveAs()
{
    SavedView shown = m_views.shown();
    if (const SavedView *current = m_bench.views.find(m_views.current()); current && !current->builtIn)
        shown.name = current->name;
    auto *dialog = new ViewDialog(tr("Save as a view"), tr("Save"), shown, known(), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, shown]() mutable {
        shown.name = dialog->name();
        shown.rules = dialog->rules();
        m_views.showRules(shown.rules);
        m_views.adopt(m_bench.views.add(shown));
    });
    dialog->open();
}

void ViewCommands::rename(const QString &id)
{
    const SavedView *view = m_bench.views.find(id);
    if (!view || view->builtIn)
        return;
    auto *dialog = new ViewDialog(tr("Edit the view"), tr("Save"), *view, known(), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, id] {
        const SavedView *edited = m_bench.views.find(id);
        if (!edited)
            return;
        SavedView changed = *edited;
        changed.rules = dialog->rules();
        const bool recolored = changed.rules != edited->rules;
        m_bench.views.update(id, changed);
        m_bench.views.rename(id, dialog->name());
        if (recolored && id == m_views.current())
            m_views.takeRules(changed.rules);
    });
    dialog->open();
}

// Of what is shown; the view has them once it is saved.
void ViewCommands::editRules()
{
    auto *dialog = new RulesDialog(m_views.shown().rules, known(), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_views.showRules(dialog->rules()); });
    dialog->open();
}

RulesEditor::Known ViewCommands::known() const
{
    return [this] {
        return m_bench.knownValues();
    };
}

void ViewCommands::remove(const QString &id)
{
    const SavedView *view = m_bench.views.find(id);
    if (!view)
        return;
    const QString name = view->name;
    m_bench.views.remove(id);
    if (m_removed)
        emit m_removed->dismissed();
    m_removed = m_banners.showNotice(Severity::Notice, tr("The view “%1” was removed.").arg(name));
    connect(m_removed->addAction(tr("Bring it back")), &QPushButton::clicked, this, &ViewCommands::undo);
}

void ViewCommands::undo()
{
    if (m_removed)
        emit m_removed->dismissed();
    if (const QString id = m_bench.views.undo(); !id.isEmpty())
        m_views.choose(id);
}

void ViewCommands::move(const QString &id, int by)
{
    const QList<SavedView> &views = m_bench.views.views();
    const auto at = std::ranges::find(views, id, &SavedView::id);
    if (at != views.end())
        m_bench.views.move(id, static_cast<int>(at - views.begin()) + by);
}

void ViewCommands::copy(const QString &id)
{
    if (const SavedView *view = m_bench.views.find(id))
        QGuiApplication::clipboard()->setText(sharedText(*view));
}

void ViewCommands::paste()
{
    const ReadView read = readSharedText(QGuiApplication::clipboard()->text());
    if (!read.view) {
        m_banners.showNotice(Severity::Warning, read.complaint);
        return;
    }
    m_views.choose(m_bench.views.add(*read.view));
}

void ViewCommands::showMenu(const QString &id, const QPoint &globalPosition)
{
    const SavedView *view = m_bench.views.find(id);
    auto *menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](Act act, bool possible, const std::function<void()> &run) {
        QAction *action = menu->addAction(m_actions.of(act)->icon(), m_actions.of(act)->text());
        action->setEnabled(possible);
        connect(action, &QAction::triggered, this, run);
    };
    if (view) {
        const bool own = !view->builtIn;
        if (id == m_views.current() && own)
            menu->addAction(m_actions.of(Act::UpdateView));
        add(Act::RenameView, own, [this, id] { rename(id); });
        add(Act::MoveViewUp, true, [this, id] { move(id, -1); });
        add(Act::MoveViewDown, true, [this, id] { move(id, 1); });
        add(Act::CopyView, true, [this, id] { copy(id); });
        add(Act::NewAlert, true, [this, id] { emit alertWanted(id); });
        add(Act::RemoveView, true, [this, id] { remove(id); });
        menu->addSeparator();
    }
    for (const Act act : {Act::SaveView, Act::PasteView, Act::UndoRemoveView, Act::BuiltInViews})
        menu->addAction(m_actions.of(act));
    menu->popup(globalPosition);
}

} // namespace sandglass
