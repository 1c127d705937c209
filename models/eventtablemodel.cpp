// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/eventtablemodel.h"

#include "models/wording.h"

namespace sandglass {

EventTableModel::EventTableModel(FleetStore &store, QObject *parent)
    : QAbstractTableModel(parent), m_store(store)
{
    connect(&store, &FleetStore::eventsArrived, this, &EventTableModel::append);
}

int EventTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int EventTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

bool EventTableModel::isShown(const Event &event) const
{
    return !m_only || m_only->contains(event.sandbox);
}

void EventTableModel::append(const QList<Event> &events)
{
    QList<Event> rows;
    std::ranges::copy_if(events, std::back_inserter(rows),
                         [](const Event &event) { return event.type != EventType::Heartbeat; });
    if (rows.size() > Capacity)
        rows = rows.last(Capacity);
    const qsizetype surplus = static_cast<qsizetype>(m_events.size()) + rows.size() - Capacity;
    if (surplus > 0)
        forget(surplus);
    const int added =
        static_cast<int>(std::ranges::count_if(rows, [this](const Event &e) { return isShown(e); }));
    if (added > 0)
        beginInsertRows({}, rowCount(), rowCount() + added - 1);
    for (const Event &event : rows) {
        if (isShown(event))
            m_shown.push_back(m_firstSerial + m_events.size());
        m_events.push_back(event);
    }
    if (added > 0)
        endInsertRows();
}

void EventTableModel::forget(qsizetype count)
{
    const quint64 firstKept = m_firstSerial + static_cast<quint64>(count);
    const auto kept = std::ranges::lower_bound(m_shown, firstKept);
    const int gone = static_cast<int>(kept - m_shown.begin());
    if (gone > 0)
        beginRemoveRows({}, 0, gone - 1);
    m_shown.erase(m_shown.begin(), kept);
    m_events.erase(m_events.begin(), m_events.begin() + count);
    m_firstSerial = firstKept;
    if (gone > 0)
        endRemoveRows();
}

void EventTableModel::setOnly(const std::optional<QSet<SandboxKey>> &keys)
{
    if (keys == m_only)
        return;
    beginResetModel();
    m_only = keys;
    m_shown.clear();
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        if (isShown(m_events[i]))
            m_shown.push_back(m_firstSerial + i);
    }
    endResetModel();
}

const Event &EventTableModel::eventAt(int row) const
{
    return m_events[m_shown[static_cast<std::size_t>(row)] - m_firstSerial];
}

QList<Event> EventTableModel::eventsOf(const SandboxKey &key) const
{
    QList<Event> events;
    std::ranges::copy_if(m_events, std::back_inserter(events),
                         [&](const Event &event) { return event.sandbox == key; });
    return events;
}

QString EventTableModel::textOf(int row) const
{
    return lineOf(eventAt(row));
}

QString EventTableModel::lineOf(const Event &event)
{
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column)
        cells.append(cellText(event, column));
    return cells.join(u'\t');
}

QString EventTableModel::cellText(const Event &event, int column)
{
    switch (column) {
    case Time:
        return wording::clockText(event.at);
    case SandboxName:
        return event.sandboxName.isEmpty() ? event.sandbox.id.toString() : event.sandboxName;
    case Change:
        if (event.type != EventType::Status)
            return {};
        return event.from == event.to
                   ? wording::statusText(event.to)
                   : tr("%1 → %2", "from one status to another")
                         .arg(wording::statusText(event.from), wording::statusText(event.to));
    case Cause:
        return wording::causeText(event.cause);
    case Text:
        return event.error ? wording::errorSentence(Error(*event.error, event.text)) : event.text;
    default:
        return {};
    }
}

QVariant EventTableModel::meaning(const Event &event, int role)
{
    const bool isMove = event.type == EventType::Status;
    switch (role) {
    case Qt::AccessibleTextRole:
        return lineOf(event).replace(u'\t', QStringLiteral(", "));
    case KeyRole:
        return QVariant::fromValue(event.sandbox);
    case EventRole:
        return QVariant::fromValue(event);
    case FromRole:
        return isMove ? QVariant(static_cast<int>(event.from)) : QVariant();
    case ToRole:
        return isMove ? QVariant(static_cast<int>(event.to)) : QVariant();
    case SeverityRole:
        return event.error ? QVariant(static_cast<int>(errorTraits(*event.error).severity)) : QVariant();
    default:
        return {};
    }
}

QVariant EventTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Event &event = eventAt(index.row());
    if (role == Qt::DisplayRole && index.column() == Time)
        return wording::timeOfDayText(event.at);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return cellText(event, index.column());
    return meaning(event, role);
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) ||
        section < 0 || section >= ColumnCount)
        return {};
    return title(section);
}

QString EventTableModel::title(int column)
{
    switch (column) {
    case Time:
        return tr("Time");
    case SandboxName:
        return tr("Sandbox");
    case Change:
        return tr("Change");
    case Cause:
        return tr("Cause");
    case Text:
        return tr("What happened");
    default:
        return {};
    }
}

} // namespace sandglass
