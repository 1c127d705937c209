// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/vimmotion.h"

#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QTreeView>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int MostCount = 9'999'999;

bool canBeChosen(const QModelIndex &index)
{
    return index.isValid() && index.flags().testFlag(Qt::ItemIsSelectable) &&
           index.flags().testFlag(Qt::ItemIsEnabled);
}

// In a tree, whose rows are not numbered: so many steps, over what cannot be chosen.
QModelIndex stepped(const QTreeView &tree, const QModelIndex &from, int by)
{
    QModelIndex at = from;
    QModelIndex last = canBeChosen(from) ? from : QModelIndex();
    for (int left = std::abs(by); left > 0;) {
        at = by > 0 ? tree.indexBelow(at) : tree.indexAbove(at);
        if (!at.isValid())
            break;
        if (!canBeChosen(at))
            continue;
        last = at;
        --left;
    }
    return last;
}

QModelIndex firstOf(const QAbstractItemView &view)
{
    const QModelIndex index = view.model()->index(0, 0, view.rootIndex());
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree && !canBeChosen(index) && index.isValid() ? stepped(*tree, index, 1) : index;
}

QModelIndex lastOf(const QAbstractItemView &view)
{
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree ? stepped(*tree, firstOf(view), MostCount)
                : view.model()->index(view.model()->rowCount(view.rootIndex()) - 1, 0, view.rootIndex());
}

// So many rows from where it is, and not beyond the ends.
QModelIndex moved(const QAbstractItemView &view, int by)
{
    const QModelIndex current = view.currentIndex();
    if (!current.isValid())
        return by > 0 ? firstOf(view) : lastOf(view);
    if (const auto *tree = qobject_cast<const QTreeView *>(&view))
        return stepped(*tree, current, by);
    const qint64 row =
        std::clamp<qint64>(qint64(current.row()) + by, 0, view.model()->rowCount(view.rootIndex()) - 1);
    return view.model()->index(static_cast<int>(row), current.column(), view.rootIndex());
}

QModelIndex numbered(const QAbstractItemView &view, int number)
{
    if (const auto *tree = qobject_cast<const QTreeView *>(&view))
        return stepped(*tree, firstOf(view), number - 1);
    const int last = view.model()->rowCount(view.rootIndex()) - 1;
    return view.model()->index(std::min(number - 1, last), 0, view.rootIndex());
}

int rowsInSight(const QAbstractItemView &view)
{
    QModelIndex any = view.currentIndex();
    if (!any.isValid())
        any = firstOf(view);
    const int height = std::max(1, view.visualRect(any).height());
    return std::max(1, view.viewport()->height() / height);
}

// The row at a part of what is seen; the last one when they end above.
QModelIndex inSight(const QAbstractItemView &view, double part)
{
    const QModelIndex top = view.indexAt(QPoint(1, 1));
    QModelIndex bottom = view.indexAt(QPoint(1, view.viewport()->height() - 2));
    if (!bottom.isValid())
        bottom = lastOf(view);
    if (const auto *tree = qobject_cast<const QTreeView *>(&view)) {
        const int y = part <= 0 ? 1 : view.visualRect(bottom).center().y();
        const QModelIndex at = tree->indexAt(QPoint(1, part <= 0 || part >= 1 ? y : y / 2));
        return canBeChosen(at) ? at : stepped(*tree, at.isValid() ? at : firstOf(view), part >= 1 ? -1 : 1);
    }
    const int row = top.row() + static_cast<int>(part * (bottom.row() - top.row()));
    return view.model()->index(std::max(0, row), 0, view.rootIndex());
}

bool takesSeveral(const QAbstractItemView &view)
{
    return view.selectionMode() == QAbstractItemView::ExtendedSelection ||
           view.selectionMode() == QAbstractItemView::ContiguousSelection;
}

bool isTyped(const QKeyEvent &event)
{
    const Qt::KeyboardModifiers others = event.modifiers() & ~Qt::ShiftModifier;
    return others == Qt::NoModifier && !event.text().isEmpty() && event.text().at(0).isPrint() &&
           event.key() != Qt::Key_Space;
}

bool isMotion(int key, Qt::KeyboardModifiers modifiers, bool isCounting)
{
    switch (key) {
    case Qt::Key_J:
    case Qt::Key_K:
    case Qt::Key_G:
        return modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier;
    case Qt::Key_H:
    case Qt::Key_M:
    case Qt::Key_L:
        return modifiers == Qt::ShiftModifier;
    case Qt::Key_D:
    case Qt::Key_U:
        return modifiers == Qt::ControlModifier;
    case Qt::Key_V:
        return modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier;
    case Qt::Key_0:
        return modifiers == Qt::NoModifier && isCounting;
    default:
        return modifiers == Qt::NoModifier && key >= Qt::Key_1 && key <= Qt::Key_9;
    }
}

} // namespace

VimMotion::VimMotion(QObject *parent) : QObject(parent) {}

QList<std::pair<QString, QString>> VimMotion::keys()
{
    return {
        {QStringLiteral("j, k"), tr("Next, previous row")},
        {QStringLiteral("g g, G"), tr("First, last row")},
        {QStringLiteral("Ctrl+D, Ctrl+U"), tr("Half a page down, up")},
        {QStringLiteral("H, M, L"), tr("Top, middle, bottom of what is seen")},
        {QStringLiteral("v, J, K"), tr("Take more rows in")},
        {QStringLiteral("5 j, 12 G"), tr("Five rows on, to row 12")},
    };
}

void VimMotion::add(QAbstractItemView *view, const Ways &ways)
{
    m_ways.insert(view, ways);
    view->installEventFilter(this);
    connect(view, &QObject::destroyed, this, [this](QObject *gone) { m_ways.remove(gone); });
}

void VimMotion::setEnabled(bool enabled)
{
    m_enabled = enabled;
    forget();
}

void VimMotion::forget()
{
    m_count = 0;
    m_wasG = false;
    m_extends = false;
    m_anchor = QModelIndex();
    delete m_said;
}

// What counts here is the list itself: a field in it has the focus while it is edited.
bool VimMotion::means(const QAbstractItemView &view, const QKeyEvent &event) const
{
    const QWidget *focus = QApplication::focusWidget();
    if (focus && focus != &view)
        return false;
    if (event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier)
        return m_extends || m_count > 0 || m_wasG ||
               m_ways.value(const_cast<QAbstractItemView *>(&view)).leave;
    if (event.key() == Qt::Key_Slash && event.modifiers() == Qt::NoModifier)
        return static_cast<bool>(m_ways.value(const_cast<QAbstractItemView *>(&view)).search);
    return m_enabled && isMotion(event.key(), event.modifiers(), m_count > 0);
}

bool VimMotion::eventFilter(QObject *watched, QEvent *event)
{
    auto *view = qobject_cast<QAbstractItemView *>(watched);
    if (!view || !m_ways.contains(view))
        return false;
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Before it is a key of the window.
        if (means(*view, *static_cast<QKeyEvent *>(event)))
            event->accept();
        return false;
    case QEvent::FocusOut:
        forget();
        return false;
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (means(*view, *key))
            return press(*view, *key);
        if (key->key() != Qt::Key_Shift && key->key() != Qt::Key_Control && (m_count > 0 || m_wasG)) {
            m_count = 0;
            m_wasG = false;
            tell(*view);
        }
        // Qt would search the list for it.
        const QWidget *focus = QApplication::focusWidget();
        if (!isTyped(*key) || (focus && focus != view))
            return false;
        event->ignore();
        return true;
    }
    default:
        return false;
    }
}

bool VimMotion::press(QAbstractItemView &view, const QKeyEvent &event)
{
    const int key = event.key();
    const Ways ways = m_ways.value(&view);
    if (key == Qt::Key_Slash) {
        ways.search();
        return true;
    }
    if (key == Qt::Key_Escape) {
        if (m_extends || m_count > 0 || m_wasG)
            forget();
        else
            ways.leave();
        return true;
    }
    if (key >= Qt::Key_0 && key <= Qt::Key_9) {
        m_count = std::min(m_count * 10 + (key - Qt::Key_0), MostCount);
        m_wasG = false;
    } else if (key == Qt::Key_V) {
        m_extends = !m_extends && takesSeveral(view);
        m_anchor = m_extends ? view.currentIndex() : QModelIndex();
        m_count = 0;
    } else if (key == Qt::Key_G && event.modifiers() == Qt::NoModifier && !m_wasG) {
        m_wasG = true;
    } else {
        move(view, key, event.modifiers());
        m_count = 0;
        m_wasG = false;
    }
    tell(view);
    return true;
}

void VimMotion::move(QAbstractItemView &view, int key, Qt::KeyboardModifiers modifiers)
{
    const int count = std::max(1, m_count);
    const bool shifted = modifiers == Qt::ShiftModifier;
    if (!view.model() || view.model()->rowCount(view.rootIndex()) == 0)
        return;
    switch (key) {
    case Qt::Key_J:
        goTo(view, moved(view, count), shifted || m_extends);
        break;
    case Qt::Key_K:
        goTo(view, moved(view, -count), shifted || m_extends);
        break;
    case Qt::Key_G:
        goTo(view, m_count > 0 ? numbered(view, m_count) : shifted ? lastOf(view) : firstOf(view), m_extends);
        break;
    case Qt::Key_D:
    case Qt::Key_U: {
        const int rows = std::min(count, 1000) * std::max(1, rowsInSight(view) / 2);
        goTo(view, moved(view, key == Qt::Key_D ? rows : -rows), m_extends);
        break;
    }
    case Qt::Key_H:
        goTo(view, inSight(view, 0), m_extends);
        break;
    case Qt::Key_M:
        goTo(view, inSight(view, 0.5), m_extends);
        break;
    case Qt::Key_L:
        goTo(view, inSight(view, 1), m_extends);
        break;
    default:
        break;
    }
}

void VimMotion::goTo(QAbstractItemView &view, const QModelIndex &index, bool extends)
{
    if (!index.isValid())
        return;
    QItemSelectionModel *selection = view.selectionModel();
    const bool rows = view.selectionBehavior() == QAbstractItemView::SelectRows;
    const auto whole = rows ? QItemSelectionModel::Rows : QItemSelectionModel::NoUpdate;
    if (!extends || !takesSeveral(view)) {
        m_anchor = QModelIndex();
        selection->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | whole);
    } else {
        if (!m_anchor.isValid())
            m_anchor = view.currentIndex().isValid() ? view.currentIndex() : index;
        const QModelIndex from = m_anchor.sibling(m_anchor.row(), index.column());
        selection->select(from.row() <= index.row() ? QItemSelection(from, index)
                                                    : QItemSelection(index, from),
                          QItemSelectionModel::ClearAndSelect | whole);
        selection->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    }
    view.scrollTo(index);
}

// What waits for a further key is seen, at the list's lower edge.
void VimMotion::tell(QAbstractItemView &view)
{
    delete m_said;
    QString text = m_extends ? tr("Taking rows in, Esc ends it") : QString();
    if (m_count > 0 || m_wasG)
        text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) +
                (m_count > 0 ? QString::number(m_count) : QString()) +
                (m_wasG ? QStringLiteral("g") : QString());
    if (text.isEmpty())
        return;
    m_said = new QLabel(text, &view);
    m_said->setObjectName(QStringLiteral("vimHint"));
    m_said->setFont(smallFont(view.font()));
    m_said->setAutoFillBackground(true);
    m_said->setBackgroundRole(QPalette::Highlight);
    m_said->setForegroundRole(QPalette::HighlightedText);
    m_said->setContentsMargins(Grid, 2, Grid, 2);
    m_said->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_said->adjustSize();
    const QRect area = view.viewport()->geometry();
    m_said->move(area.right() - m_said->width() - Grid, area.bottom() - m_said->height() - HalfGrid);
    m_said->show();
}

} // namespace sandglass
