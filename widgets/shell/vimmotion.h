// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPersistentModelIndex>
#include <QPointer>

#include <functional>

class QAbstractItemView;
class QKeyEvent;
class QLabel;

namespace sandglass {

// Where / and Escape lead from a list.
struct ListWays
{
    std::function<void()> search{}; // none: the window's own key
    std::function<void()> leave{};
};

// Moves in lists as vim does: j k, gg G, Ctrl+D Ctrl+U, H M L, counts, v and Shift+J/K to take more rows in.
// One for all lists of a window: each is added once, and what was begun in one ends with its focus. Besides,
// always: / goes to the list's own search, Escape leaves it, and letters search nothing (they are the
// window's keys). A field that is edited in the list keeps all its keys. GUI thread.
class VimMotion : public QObject
{
    Q_OBJECT

public:
    explicit VimMotion(QObject *parent = nullptr);

    using Ways = ListWays;
    void add(QAbstractItemView *view, const Ways &ways = {});
    void setEnabled(bool enabled);
    [[nodiscard]] bool isEnabled() const { return m_enabled; }
    // Keys and what they do, for people.
    [[nodiscard]] static QList<std::pair<QString, QString>> keys();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] bool means(const QAbstractItemView &view, const QKeyEvent &event) const;
    [[nodiscard]] bool press(QAbstractItemView &view, const QKeyEvent &event);
    void move(QAbstractItemView &view, int key, Qt::KeyboardModifiers modifiers);
    void goTo(QAbstractItemView &view, const QModelIndex &index, bool extends);
    void forget();
    void tell(QAbstractItemView &view);

    QHash<QObject *, Ways> m_ways;
    QPersistentModelIndex m_anchor; // from where rows are taken in
    QPointer<QLabel> m_said;        // what was begun
    int m_count = 0;                // 0: none was typed
    bool m_enabled = true;
    bool m_wasG = false;
    bool m_extends = false; // after v
};

} // namespace sandglass
