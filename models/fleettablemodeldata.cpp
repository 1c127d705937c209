// SPDX-License-Identifier: GPL-3.0-or-later
// What FleetTableModel says in its cells.
#include "models/fleettablemodel.h"

#include "models/wording.h"

namespace sandglass {

namespace {

// Of the granted time, how much is left.
QVariant timeLeftFraction(const Sandbox &sandbox, WallTime now)
{
    const auto left = sandbox.lifetime.left(now);
    if (!left || sandbox.lifetime.granted.count() <= 0)
        return {};
    return std::clamp(
        static_cast<double>(left->count()) / static_cast<double>(sandbox.lifetime.granted.count()), 0.0, 1.0);
}

// What the column is ordered by, for tools that read the model.
QVariant sortValue(const Sandbox &sandbox, int column, const PriceBook &prices, WallTime now)
{
    switch (column) {
    case FleetTableModel::Status:
        return static_cast<int>(sandbox.status);
    case FleetTableModel::Kind:
        return static_cast<int>(sandbox.kind);
    case FleetTableModel::Mode:
        return static_cast<int>(sandbox.mode);
    case FleetTableModel::Age:
        return static_cast<qlonglong>((now - sandbox.createdAt).count());
    case FleetTableModel::TimeLeft: {
        const auto left = sandbox.lifetime.left(now);
        return left ? QVariant(static_cast<qlonglong>(left->count())) : QVariant();
    }
    case FleetTableModel::Cost:
        return costAt(sandbox, prices, now).total().toDouble();
    case FleetTableModel::Rate:
        return hourlyRate(sandbox, prices).toDouble();
    case FleetTableModel::Template:
        return sandbox.templateId.toString();
    case FleetTableModel::Metadata:
        return wording::metadataText(sandbox.metadata);
    case FleetTableModel::Name:
        return sandbox.name;
    default:
        return {};
    }
}

std::chrono::seconds ageOf(const Sandbox &sandbox, WallTime now)
{
    return std::max(std::chrono::floor<std::chrono::seconds>(now - sandbox.createdAt),
                    std::chrono::seconds(0));
}

} // namespace

QVariant FleetTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.model() != this || index.column() >= columnCount())
        return {};
    const Sandbox *sandbox = valueAt(index.row());
    if (!sandbox)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return displayText(*sandbox, index.column());
    case Qt::ToolTipRole:
        return toolTip(*sandbox, index.column());
    case Qt::AccessibleTextRole:
        return tr("%1: %2", "a column's title and a cell's text, read aloud")
            .arg(headerData(index.column(), Qt::Horizontal).toString(),
                 displayText(*sandbox, index.column()));
    default:
        return meaning(*sandbox, index.column(), role);
    }
}

QVariant FleetTableModel::meaning(const Sandbox &sandbox, int column, int role) const
{
    const WallTime now = m_store.clock().wallNow();
    switch (role) {
    case KeyRole:
        return QVariant::fromValue(sandbox.key);
    case SandboxRole:
        return QVariant::fromValue(sandbox);
    case StatusRole:
        return static_cast<int>(sandbox.status);
    case KindRole:
        return static_cast<int>(sandbox.kind);
    case ModeRole:
        return static_cast<int>(sandbox.mode);
    case TimeLeftFractionRole:
        return timeLeftFraction(sandbox, now);
    case PinnedRole:
        return sandbox.lifetime.pinned;
    case TransitionalRole:
        return isTransitional(sandbox.status);
    case HasScreenRole:
        return sandbox.screen.has_value();
    case TruthRole: // the value is the one that was read last
        return static_cast<int>(m_store.truthOf(m_valueSlot.value_or(m_store.slotCount())));
    case SaidAtRole: {
        const auto heard = m_store.lastHeard(sandbox.key.context);
        return heard ? QVariant(static_cast<qlonglong>(heard->time_since_epoch().count())) : QVariant();
    }
    case SortRole:
        return column < ColumnCount ? sortValue(sandbox, column, pricesOf(sandbox), now)
                                    : QVariant(displayText(sandbox, column));
    default:
        return {};
    }
}

QString FleetTableModel::displayText(const Sandbox &sandbox, int column) const
{
    const WallTime now = m_store.clock().wallNow();
    const PriceBook prices = pricesOf(sandbox);
    switch (column) {
    case Status:
        return wording::statusText(sandbox.status);
    case Name:
        return sandbox.name;
    case Kind:
        return wording::kindText(sandbox.kind);
    case Template:
        return sandbox.templateId.toString();
    case Mode:
        return wording::modeText(sandbox.mode);
    case Age:
        return wording::ageText(ageOf(sandbox, now));
    case TimeLeft:
        return wording::timeLeftText(sandbox, now);
    case Metadata:
        return wording::metadataText(sandbox.metadata);
    case Cost:
        return wording::moneyText(costAt(sandbox, prices, now).total(), prices.currency);
    case Rate:
        return wording::moneyRateText(hourlyRate(sandbox, prices), prices.currency);
    default:
        return sandbox.metadata.value(m_labelColumns.at(column - ColumnCount));
    }
}

QString FleetTableModel::toolTip(const Sandbox &sandbox, int column) const
{
    const WallTime now = m_store.clock().wallNow();
    switch (column) {
    case Status: {
        const QString since =
            tr("%1 since %2", "a status and a time")
                .arg(wording::statusText(sandbox.status), wording::clockText(sandbox.statusSince));
        return sandbox.error ? since + u'\n' + wording::errorSentence(*sandbox.error) : since;
    }
    case Name:
        return tr("%1\nId %2 in %3", "a sandbox's name, its id and its context")
            .arg(sandbox.name, sandbox.key.id.toString(), m_store.contextInfo(sandbox.key.context).name);
    case Kind:
    case Template:
        return wording::resourcesText(sandbox.resources);
    case Mode:
        return wording::modeExplanation(sandbox.mode);
    case Age:
        return tr("Created %1", "a time").arg(wording::clockText(sandbox.createdAt));
    case TimeLeft:
        return wording::timeLeftToolTip(sandbox, now);
    case Metadata:
        return wording::metadataText(sandbox.metadata).replace(QStringLiteral(", "), QStringLiteral("\n"));
    case Cost:
    case Rate:
        return wording::costToolTip(sandbox, pricesOf(sandbox), now);
    default:
        return {};
    }
}

QVariant FleetTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) ||
        section < 0 || section >= columnCount())
        return {};
    switch (section) {
    case Status:
        return tr("Status");
    case Name:
        return tr("Name");
    case Kind:
        return tr("Kind");
    case Template:
        return tr("Template");
    case Mode:
        return tr("Mode");
    case Age:
        return tr("Age");
    case TimeLeft:
        return tr("Time left");
    case Metadata:
        return tr("Metadata");
    case Cost:
        return tr("Cost");
    case Rate:
        return tr("Per hour");
    default:
        return m_labelColumns.at(section - ColumnCount);
    }
}

} // namespace sandglass
