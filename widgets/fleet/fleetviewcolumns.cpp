// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of FleetView: which, where, how wide, and what the list is ordered by.
#include "models/fleettablemodel.h"
#include "models/views/columnnames.h"
#include "widgets/fleet/fleetheader.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/fleet/grouppane.h"
#include "widgets/theme/metrics.h"

#include <QGuiApplication>
#include <QMenu>
#include <QScopedValueRollback>

#include <array>

namespace sandglass {

namespace {

using Column = FleetTableModel::Column;

constexpr std::array Usual{Column::Status, Column::Name, Column::Kind,     Column::Template,
                           Column::Mode,   Column::Age,  Column::TimeLeft, Column::Metadata,
                           Column::Cost,   Column::Rate};
// Columns that step back when room is short, the first one first.
constexpr std::array SteppingBack{Column::Mode,     Column::Kind, Column::Template, Column::Age,
                                  Column::Metadata, Column::Rate, Column::Cost};
constexpr int Narrowest = 4 * Grid;
constexpr int Widest = 200 * Grid;
constexpr qsizetype MostOrders = 4;

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
        return {17, 14};
    case Column::Name:
        return {24, 15};
    case Column::Kind:
        return {6, 5};
    case Column::Template:
        return {12, 9};
    case Column::Mode:
        return {13, 12};
    case Column::Age:
    case Column::Since:
        return {9, 8};
    case Column::TimeLeft:
        return {21, 19};
    case Column::Metadata:
        return {24, 12};
    case Column::Cost:
        return {11, 9};
    case Column::Rate:
        return {12, 11};
    case Column::Source:
        return {20, 16};
    case Column::Size:
        return {16, 14};
    case Column::Id:
        return {22, 12};
    default:
        return {16, 9};
    }
}

} // namespace

void FleetView::connectHeader()
{
    connect(m_header, &QHeaderView::customContextMenuRequested, this, &FleetView::showHeaderMenu);
    connect(m_header, &FleetHeader::orderWanted, this, &FleetView::orderBy);
    connect(m_header, &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
        // Only what people drag counts; the stretched column and our own layout do not.
        const bool dragged =
            !m_layingOut && before > 0 && now > 0 && QGuiApplication::mouseButtons() != Qt::NoButton &&
            m_header->sectionResizeMode(column) == QHeaderView::Interactive && m_header->underMouse();
        if (dragged)
            takeWidth(column, now);
    });
    connect(m_header, &QHeaderView::sectionMoved, this, [this] {
        if (!m_layingOut)
            takeMoved();
    });
}

QString FleetView::nameOf(int column) const
{
    return column < Column::ColumnCount
               ? columnName({column})
               : columnName({column, m_model.labelColumns().value(column - Column::ColumnCount)});
}

int FleetView::columnOf(const QString &name) const
{
    const auto ref = columnFromName(name);
    if (!ref || ref->label.isEmpty())
        return ref ? ref->column : -1;
    const auto label = m_model.labelColumns().indexOf(ref->label);
    return label < 0 ? -1 : Column::ColumnCount + static_cast<int>(label);
}

// In their order, hidden ones left out.
QList<int> FleetView::wantedColumns() const
{
    QList<int> columns;
    for (const ViewColumn &each : m_columns.columns) {
        if (const int column = columnOf(each.name); column >= 0)
            columns.append(column);
    }
    if (columns.isEmpty()) {
        for (const int column : Usual)
            columns.append(column);
    }
    if (!columns.contains(Column::Name))
        columns.prepend(Column::Name);
    return columns;
}

int FleetView::leastWidth(int column) const
{
    return m_widths.value(nameOf(column), widthOf(column).least * fontMetrics().horizontalAdvance(u'0'));
}

int FleetView::preferredWidth(int column) const
{
    return m_widths.value(nameOf(column), widthOf(column).preferred * fontMetrics().horizontalAdvance(u'0'));
}

// Of the usual ones; columns that people asked for stay.
QSet<int> FleetView::steppedBack(const QList<int> &shown, int room) const
{
    QSet<int> gone;
    if (!m_columns.automatic)
        return gone;
    int least = 0;
    for (const int column : shown)
        least += leastWidth(column);
    for (const int column : SteppingBack) {
        if (least <= room)
            break;
        if (!shown.contains(column))
            continue;
        gone.insert(column);
        least -= leastWidth(column);
    }
    return gone;
}

void FleetView::layOutColumns()
{
    if (m_layingOut)
        return;
    const QScopedValueRollback guard(m_layingOut, true);
    QList<int> shown = wantedColumns();
    const int room = viewport()->width();
    const QSet<int> gone = steppedBack(shown, room);
    shown.removeIf([&](int column) { return gone.contains(column); });
    int least = 0;
    int preferred = 0;
    for (const int column : std::as_const(shown)) {
        least += leastWidth(column);
        preferred += preferredWidth(column);
    }
    const int spare = preferred - least;
    const double share = spare > 0 ? qBound(0.0, double(room - least) / spare, 1.0) : 1.0;
    // One column takes what is left, if anything is.
    const int flexible = least > room                       ? -1
                         : shown.contains(Column::Metadata) ? int(Column::Metadata)
                                                            : int(Column::Name);
    for (int column = 0; column < m_model.columnCount(); ++column) {
        setColumnHidden(column, !shown.contains(column));
        m_header->setSectionResizeMode(column,
                                       column == flexible ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (column != flexible)
            setColumnWidth(column,
                           leastWidth(column) + int((preferredWidth(column) - leastWidth(column)) * share));
    }
    freezeColumns();
}

// The name, and the one before it, are what people must see to know which row they are in.
void FleetView::freezeColumns()
{
    QList<int> frozen;
    for (int visual = 0; visual < m_header->count() && frozen.size() < 2; ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (isColumnHidden(logical))
            continue;
        frozen.append(logical);
        if (logical == Column::Name)
            break;
    }
    if (frozen.size() == 2 && frozen.constLast() != Column::Name)
        frozen.removeLast();
    m_header->setFrozen(frozen);
}

void FleetView::placeColumns()
{
    const QScopedValueRollback guard(m_layingOut, true);
    int to = 0;
    for (const int column : wantedColumns())
        m_header->moveSection(m_header->visualIndex(column), to++);
}

ViewColumns FleetView::columns() const
{
    ViewColumns columns = m_columns;
    for (ViewColumn &column : columns.columns)
        column.width = m_widths.value(column.name);
    // Nothing was said of the columns but their widths.
    if (columns.columns.isEmpty() && !m_widths.isEmpty()) {
        for (const int column : wantedColumns())
            columns.columns.append({nameOf(column), m_widths.value(nameOf(column))});
    }
    return columns;
}

void FleetView::setColumns(const ViewColumns &columns)
{
    if (columns == this->columns())
        return;
    m_columns = columns;
    m_widths.clear();
    QStringList labels;
    for (const ViewColumn &column : std::as_const(m_columns.columns)) {
        if (column.width > 0)
            m_widths.insert(column.name, qBound(Narrowest, column.width, Widest));
        if (const auto ref = columnFromName(column.name); ref && !ref->label.isEmpty())
            labels.append(ref->label);
    }
    m_model.setLabelColumns(labels);
    placeColumns();
    layOutColumns();
    emit columnsChanged();
}

QStringList FleetView::shownColumns() const
{
    QStringList names;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (!isColumnHidden(logical))
            names.append(nameOf(logical));
    }
    return names;
}

void FleetView::setColumnShown(const QString &name, bool shown)
{
    if (!columnFromName(name) || name == nameOf(Column::Name))
        return;
    ViewColumns wanted{.automatic = false, .columns = {}};
    for (const QString &each : shownColumns()) {
        if (each != name)
            wanted.columns.append({each, m_widths.value(each)});
    }
    if (shown)
        wanted.columns.append({name, m_widths.value(name)});
    setColumns(wanted);
}

void FleetView::takeWidth(int column, int width)
{
    m_widths.insert(nameOf(column), width);
    freezeColumns();
    emit columnsChanged();
}

// Somebody dragged a title.
void FleetView::takeMoved()
{
    const QList<int> wanted = wantedColumns();
    m_columns.columns.clear();
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (wanted.contains(logical))
            m_columns.columns.append({nameOf(logical), m_widths.value(nameOf(logical))});
    }
    freezeColumns();
    viewport()->update();
    emit columnsChanged();
}

void FleetView::setOrder(const QList<ViewOrder> &order)
{
    QList<ViewOrder> wanted;
    for (const ViewOrder &each : order) {
        if (columnFromName(each.column) && wanted.size() < MostOrders)
            wanted.append(each);
        if (each.column == nameOf(Column::Name))
            break; // there are no equal ones behind it
    }
    if (wanted.isEmpty() || wanted == m_order)
        return;
    m_order = wanted;
    FleetOrderKeys keys;
    for (const ViewOrder &each : std::as_const(m_order)) {
        const ColumnRef ref = columnFromName(each.column).value_or(ColumnRef());
        keys.push_back({.column = ref.label.isEmpty() ? ref.column : 0,
                        .order = each.falling ? Qt::DescendingOrder : Qt::AscendingOrder,
                        .label = ref.label});
    }
    m_model.setOrder(keys);
    showOrder();
    emit columnsChanged();
}

void FleetView::showOrder()
{
    QList<FleetHeader::Order> order;
    for (const ViewOrder &each : std::as_const(m_order))
        order.append({columnOf(each.column), each.falling});
    m_header->setOrder(order);
}

// A click orders by the column, another one turns it round. With Shift it is a further one behind the others;
// there the third click takes it away.
void FleetView::orderBy(int column, bool further)
{
    if (column == Column::Source || column == Column::Id)
        return; // there is no order in them that anybody looks for
    QList<ViewOrder> order = m_order;
    const auto at = std::ranges::find(order, nameOf(column), &ViewOrder::column);
    const bool known = at != order.end();
    const bool falls = known && at->falling;
    const ViewOrder turned{nameOf(column), known && !falls};
    if (!further)
        order = {turned};
    else if (!known)
        order.insert(std::ranges::find(order, nameOf(Column::Name), &ViewOrder::column), turned);
    else if (!falls)
        *at = turned;
    else if (order.size() > 1)
        order.erase(at);
    setOrder(order);
}

void FleetView::showHeaderMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QStringList shown = shownColumns();
    for (int column = 0; column < m_model.columnCount(); ++column) {
        if (column == Column::Name)
            continue;
        QAction *action = menu->addAction(m_model.headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(shown.contains(nameOf(column)));
        connect(action, &QAction::toggled, this,
                [this, name = nameOf(column)](bool isShown) { setColumnShown(name, isShown); });
    }
    menu->addSeparator();
    const int under = m_header->logicalIndexAt(position);
    if (const QString name = under < 0 ? QString() : nameOf(under); groupingOf(name)) {
        connect(menu->addAction(tr("Group by %1").arg(columnTitle(name))), &QAction::triggered, this,
                [this, name] { emit groupRequested(name); });
    }
    connect(menu->addAction(tr("No groups")), &QAction::triggered, this, [this] { emit groupRequested({}); });
    menu->addSeparator();
    connect(menu->addAction(tr("Choose columns…")), &QAction::triggered, this,
            &FleetView::columnChoiceRequested);
    QAction *fit = menu->addAction(tr("The usual ones, as they fit"));
    fit->setEnabled(m_columns != ViewColumns());
    connect(fit, &QAction::triggered, this, [this] { setColumns({}); });
    menu->popup(m_header->mapToGlobal(position));
}

} // namespace sandglass
