// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/multichoicebutton.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

namespace sandglass {

MultiChoiceButton::MultiChoiceButton(const QString &title, const QString &defaultText, QWidget *parent)
    : QToolButton(parent), m_title(title), m_menu(new QMenu(this)), m_default(m_menu->addAction(defaultText))
{
    m_default->setCheckable(true);
    m_default->setChecked(true);
    m_menu->addSeparator();
    m_menu->installEventFilter(this);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        for (const Choice &choice : std::as_const(m_choices)) {
            if (choice.picture)
                choice.action->setIcon(QIcon(choice.picture()));
        }
    });
    setMenu(m_menu);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    refresh();
}

void MultiChoiceButton::addChoice(int value, const QString &text, const std::function<QPixmap()> &picture)
{
    QAction *action = m_menu->addAction(text);
    action->setData(value);
    action->setCheckable(true);
    m_choices.append({action, picture});
}

void MultiChoiceButton::setChosen(const QSet<int> &values)
{
    for (const Choice &choice : std::as_const(m_choices))
        choice.action->setChecked(values.contains(choice.action->data().toInt()));
    refresh();
}

QSet<int> MultiChoiceButton::chosen() const
{
    QSet<int> values;
    for (const Choice &choice : m_choices) {
        if (choice.action->isChecked())
            values.insert(choice.action->data().toInt());
    }
    return values;
}

void MultiChoiceButton::choose(QAction *action)
{
    if (action == m_default) {
        for (const Choice &choice : std::as_const(m_choices))
            choice.action->setChecked(false);
    } else {
        action->toggle();
    }
    refresh();
    emit chosenChanged(chosen());
}

void MultiChoiceButton::refresh()
{
    QStringList names;
    for (const Choice &choice : std::as_const(m_choices)) {
        if (choice.action->isChecked())
            names.append(choice.action->text());
    }
    m_default->setChecked(names.isEmpty());
    if (names.isEmpty())
        setText(m_title);
    else if (names.size() <= 2)
        setText(names.join(tr(", ")));
    else
        setText(tr("%1: %2", "filter's name: number of chosen values").arg(m_title).arg(names.size()));
    setAccessibleName(names.isEmpty() ? tr("%1: %2").arg(m_title, m_default->text())
                                      : tr("%1: %2").arg(m_title, names.join(tr(", "))));
    setToolTip(accessibleName());
}

// Clicks and Enter on an entry change it without closing the menu.
bool MultiChoiceButton::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_menu)
        return QToolButton::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonRelease) {
        if (QAction *action = m_menu->actionAt(static_cast<QMouseEvent *>(event)->pos())) {
            choose(action);
            return true;
        }
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const bool press = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
        if (press && m_menu->activeAction()) {
            choose(m_menu->activeAction());
            return true;
        }
    }
    return QToolButton::eventFilter(watched, event);
}

} // namespace sandglass
