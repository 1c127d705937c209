// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/fleetview.h"

#include "models/fleettablemodel.h"
#include "widgets/fleet/fleetdelegate.h"
#include "widgets/shell/selection.h"
#include "widgets/theme/metrics.h"

#include <QContextMenuEvent>
#include <QDataStream>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QStyleOptionHeader>

#include <array>
#include <chrono>

namespace sandglass {

namespace {

using Column = FleetTableModel::Column;

constexpr quint32 StateMagic = 0x53474332; // "SGC2"
constexpr std::chrono::milliseconds TurnStep{120};
constexpr int TurnSteps = 10;
// Columns that step back when room is short, the first one first.
constexpr std::array SteppingBack{Column::Mode,     Column::Kind, Column::Template, Column::Age,
                                  Column::Metadata, Column::Rate, Column::Cost};

struct Width
{
    int preferred;
    int least;
};

// In digits of the font, so that every size of text and every screen is served.
Width widthOf(int column)
{
    switch (column) {
    case Column::Status:
        return {14, 13};
    case Column::Name:
        return {24, 15};
    case Column::Kind:
        return {6, 5};
    case Column::Template:
        return {12, 9};
    case Column::Mode:
        return {13, 12};
    case Column::Age:
        return {9, 8};
    case Column::TimeLeft:
        return {21, 19};
    case Column::Metadata:
        return {24, 12};
    case Column::Cost:
        return {11, 9};
    default:
        return {12, 11};
    }
}

// Titles stand where their column's texts stand.
class FleetHeader final : public QHeaderView
{
public:
    explicit FleetHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setSectionsMovable(true);
        setHighlightSections(false);
        setMinimumSectionSize(4 * Grid);
        setContextMenuPolicy(Qt::CustomContextMenu);
        setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override
    {
        QHeaderView::initStyleOptionForIndex(option, logicalIndex);
        if (FleetDelegate::isNumberColumn(logicalIndex))
            option->textAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }
};

} // namespace

FleetView::FleetView(FleetTableModel &model, Selection &selection, QWidget *parent)
    : QTableView(parent), m_model(model), m_selection(selection), m_delegate(new FleetDelegate(this))
{
    setObjectName(QStringLiteral("fleetView"));
    setAccessibleName(tr("Sandboxes"));
    setHorizontalHeader(new FleetHeader(this));
    setModel(&model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSortIndicator(model.orderColumn(), model.order());
    setDensity(Density::Comfortable);
    m_turn.setInterval(TurnStep);
    connect(&m_turn, &QTimer::timeout, this, &FleetView::turnMarks);
    connect(horizontalHeader(), &QHeaderView::customContextMenuRequested, this, &FleetView::showHeaderMenu);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
        // Only what people drag counts; the stretched column and our own layout do not.
        const bool dragged = !m_layingOut && before > 0 && now > 0 &&
                             QGuiApplication::mouseButtons() != Qt::NoButton &&
                             horizontalHeader()->sectionResizeMode(column) == QHeaderView::Interactive &&
                             horizontalHeader()->underMouse();
        if (!dragged)
            return;
        m_widths.insert(column, now);
        emit columnsChanged();
    });
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &FleetView::columnsChanged);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &FleetView::columnsChanged);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &FleetView::tellVisibleRows);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &FleetView::showSelection);
    connect(&model, &QAbstractItemModel::modelReset, this, &FleetView::showSelection);
    connect(&model, &QAbstractItemModel::layoutChanged, this, &FleetView::followLayout);
    connect(&model, &FleetTableModel::filterApplied, this, &FleetView::tellVisibleRows);
    connect(&selection, &Selection::changed, this, &FleetView::showSelection);
}

void FleetView::setDensity(Density density)
{
    verticalHeader()->setDefaultSectionSize(sandglass::rowHeight(density, fontMetrics().height()));
    tellVisibleRows();
}

void FleetView::setReducedMotion(bool reduced)
{
    m_reducedMotion = reduced;
    m_delegate->setPhase(0);
    if (reduced)
        m_turn.stop();
    else if (isVisible())
        m_turn.start();
}

void FleetView::turnMarks()
{
    const int first = rowAt(0);
    if (first < 0)
        return;
    const int step = int(property("turnStep").toInt() + 1) % TurnSteps;
    setProperty("turnStep", step);
    m_delegate->setPhase(qreal(step) / TurnSteps);
    const int bottom = rowAt(viewport()->height() - 1);
    const int last = bottom < 0 ? m_model.rowCount() - 1 : bottom;
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_model.index(row, Column::Status);
        if (index.data(FleetTableModel::TransitionalRole).toBool())
            update(index);
    }
}

void FleetView::layOutColumns()
{
    if (m_layingOut)
        return;
    m_layingOut = true;
    const int digit = fontMetrics().horizontalAdvance(u'0');
    const auto least = [&](int column) {
        return m_widths.value(column, widthOf(column).least * digit);
    };
    const auto preferred = [&](int column) {
        return m_widths.value(column, widthOf(column).preferred * digit);
    };
    QSet<int> hidden = m_hiddenByUser;
    const auto sum = [&](const auto &width) {
        int pixels = 0;
        for (int column = 0; column < Column::ColumnCount; ++column)
            pixels += hidden.contains(column) ? 0 : width(column);
        return pixels;
    };
    const int room = viewport()->width();
    for (const int column : SteppingBack) {
        if (sum(least) <= room)
            break;
        hidden.insert(column);
    }
    const int spare = sum(preferred) - sum(least);
    const double share = spare > 0 ? qBound(0.0, double(room - sum(least)) / spare, 1.0) : 1.0;
    // One column takes what is left.
    const int flexible = hidden.contains(Column::Metadata) ? Column::Name : Column::Metadata;
    for (int column = 0; column < Column::ColumnCount; ++column) {
        setColumnHidden(column, hidden.contains(column));
        horizontalHeader()->setSectionResizeMode(column, column == flexible ? QHeaderView::Stretch
                                                                            : QHeaderView::Interactive);
        if (column != flexible)
            setColumnWidth(column, least(column) + int((preferred(column) - least(column)) * share));
    }
    m_layingOut = false;
}

void FleetView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
    tellVisibleRows();
}

void FleetView::tellVisibleRows()
{
    const int first = qMax(0, rowAt(0));
    const int bottom = rowAt(viewport()->height() - 1);
    m_model.setVisibleRows(first, bottom < 0 ? m_model.rowCount() - 1 : bottom);
}

void FleetView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    m_model.setLive(true);
    if (!m_reducedMotion)
        m_turn.start();
}

void FleetView::hideEvent(QHideEvent *event)
{
    QTableView::hideEvent(event);
    m_model.setLive(false);
    m_turn.stop();
}

// From the window's selection to the view's, for rows that are shown.
void FleetView::showSelection()
{
    if (m_takingSelection || !selectionModel())
        return;
    QItemSelection wanted;
    m_shownSelected.clear();
    for (const SandboxKey &key : m_selection.keys()) {
        if (const QModelIndex index = m_model.indexOf(key); index.isValid()) {
            wanted.select(index, m_model.index(index.row(), Column::ColumnCount - 1));
            m_shownSelected.insert(key);
        }
    }
    m_takingSelection = true;
    selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect);
    m_takingSelection = false;
}

void FleetView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_takingSelection)
        return;
    m_takingSelection = true;
    const QList<SandboxKey> keys = m_model.keysOf(selectionModel()->selectedRows());
    m_shownSelected = QSet<SandboxKey>(keys.begin(), keys.end());
    m_selection.set(keys);
    m_takingSelection = false;
}

// A layout change may take rows away without a word of the selection: what was seen selected and is not there
// any more must not be acted upon.
void FleetView::followLayout()
{
    QList<SandboxKey> kept;
    for (const SandboxKey &key : m_selection.keys()) {
        if (!m_shownSelected.contains(key) || m_model.rowOf(key) >= 0)
            kept.append(key);
    }
    if (kept.size() != m_selection.keys().size())
        m_selection.set(kept);
    else if (kept.size() != m_shownSelected.size())
        showSelection();
}

void FleetView::selectOnly(const SandboxKey &key)
{
    const QModelIndex index = m_model.indexOf(key);
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    }
    m_selection.set({key});
}

void FleetView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit inspectRequested();
        return;
    }
    // Single letters are the window's shortcuts, not a search in the list.
    if (!event->text().isEmpty() && event->text().at(0).isPrint() && event->modifiers() == Qt::NoModifier) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

void FleetView::mouseDoubleClickEvent(QMouseEvent *event)
{
    QTableView::mouseDoubleClickEvent(event);
    if (indexAt(event->position().toPoint()).isValid())
        emit inspectRequested();
}

void FleetView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_selection.keys().isEmpty())
        emit menuRequested(event->globalPos());
}

void FleetView::showHeaderMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < Column::ColumnCount; ++column) {
        if (column == Column::Name)
            continue;
        QAction *action = menu->addAction(m_model.headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_hiddenByUser.contains(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            if (shown)
                m_hiddenByUser.remove(column);
            else
                m_hiddenByUser.insert(column);
            layOutColumns();
            emit columnsChanged();
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

QByteArray FleetView::saveColumns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << StateMagic << qint32(horizontalHeader()->sortIndicatorSection())
           << qint32(horizontalHeader()->sortIndicatorOrder()) << m_hiddenByUser;
    QList<qint32> order;
    for (int visual = 0; visual < Column::ColumnCount; ++visual)
        order.append(horizontalHeader()->logicalIndex(visual));
    stream << order << m_widths;
    return state;
}

void FleetView::restoreColumns(const QByteArray &state)
{
    QDataStream stream(state);
    quint32 magic = 0;
    qint32 column = 0;
    qint32 order = 0;
    QSet<int> hidden;
    QList<qint32> visual;
    QHash<int, int> widths;
    stream >> magic >> column >> order >> hidden >> visual >> widths;
    if (stream.status() != QDataStream::Ok || magic != StateMagic || column < 0 ||
        column >= Column::ColumnCount)
        return;
    m_hiddenByUser = hidden;
    for (auto it = widths.cbegin(); it != widths.cend(); ++it)
        m_widths.insert(it.key(), qBound(4 * Grid, it.value(), 100 * Grid));
    for (int to = 0; to < visual.size(); ++to) {
        const int logical = visual.at(to);
        if (logical >= 0 && logical < Column::ColumnCount && to < Column::ColumnCount)
            horizontalHeader()->moveSection(horizontalHeader()->visualIndex(logical), to);
    }
    sortByColumn(column, order == Qt::DescendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder);
    layOutColumns();
}

} // namespace sandglass
