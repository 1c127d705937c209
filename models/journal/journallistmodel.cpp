// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journallistmodel.h"

#include "backend/core/whenanswered.h"
#include "models/wording.h"

namespace sandglass {

namespace {

constexpr std::chrono::seconds RefreshInterval{1};
constexpr int PageSize = 2000;

} // namespace

JournalListModel::JournalListModel(EventJournal &journal, QObject *parent)
    : QAbstractTableModel(parent), m_journal(journal)
{
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(RefreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, [this] {
        if (m_busy)
            m_refresh.start(); // a search that takes long comes to its end
        else
            start();
    });
    connect(&journal, &EventJournal::recorded, this, [this] {
        if (m_following && m_generation > 0 && !m_refresh.isActive())
            m_refresh.start();
    });
}

void JournalListModel::ask(const JournalQuestion &question)
{
    m_question = question;
    m_question.most = PageSize;
    start();
}

void JournalListModel::setFollowing(bool following)
{
    if (std::exchange(m_following, following) != following && following && m_generation > 0)
        m_refresh.start();
}

void JournalListModel::more()
{
    if (!hasMore() || m_busy)
        return;
    m_question.most = qMin(m_question.most * 4, MostRows);
    start();
}

void JournalListModel::start()
{
    m_refresh.stop();
    ++m_generation;
    if (!std::exchange(m_busy, true))
        emit busyChanged(true);
    whenAnswered(m_journal.search(m_question), this,
                 [this, generation = m_generation](const Result<JournalAnswer> &answer) {
                     if (generation != m_generation)
                         return;
                     m_busy = false;
                     emit busyChanged(false);
                     if (answer)
                         take(*answer);
                 });
}

// Rows that stay are not told of anew: new ones come at the top, older ones at the bottom.
void JournalListModel::take(const JournalAnswer &answer)
{
    const QList<JournalEntry> &before = m_answer.entries;
    const qsizetype added = before.isEmpty() ? -1 : answer.entries.indexOf(before.constFirst());
    const qsizetype kept = added < 0 ? 0 : qMin(before.size(), answer.entries.size() - added);
    const bool same = added >= 0 && answer.entries.sliced(added, kept) == before.first(kept);
    if (!same) {
        beginResetModel();
        m_answer = answer;
        endResetModel();
        emit answered();
        return;
    }
    if (kept < before.size()) {
        beginRemoveRows({}, static_cast<int>(kept), static_cast<int>(before.size()) - 1);
        m_answer.entries.resize(kept);
        endRemoveRows();
    }
    if (added > 0) {
        beginInsertRows({}, 0, static_cast<int>(added) - 1);
        m_answer.entries = answer.entries.first(added) + m_answer.entries;
        endInsertRows();
    }
    if (answer.entries.size() > m_answer.entries.size()) {
        beginInsertRows({}, rowCount(), static_cast<int>(answer.entries.size()) - 1);
        m_answer.entries = answer.entries;
        endInsertRows();
    }
    m_answer = answer;
    emit answered();
}

int JournalListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_answer.entries.size());
}

int JournalListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : EventTableModel::ColumnCount;
}

QString JournalListModel::textOf(int row) const
{
    return EventTableModel::lineOf(entryAt(row).event);
}

QVariant JournalListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const JournalEntry &entry = entryAt(index.row());
    const Event &event = entry.event;
    if (role == Qt::ToolTipRole && index.column() == EventTableModel::SandboxName && entry.facts)
        return tr("%1\nId %2 in %3\n%4", "a sandbox's name, its id, its context, its labels")
            .arg(event.sandboxName, event.sandbox.id.toString(), event.sandbox.context.toString(),
                 wording::metadataText(entry.facts->metadata));
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return EventTableModel::cellText(event, index.column());
    if (role == AtRole)
        return qint64(event.at.time_since_epoch().count());
    return EventTableModel::meaning(event, role);
}

QVariant JournalListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    return EventTableModel::title(section);
}

} // namespace sandglass
