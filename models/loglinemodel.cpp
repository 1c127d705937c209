// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loglinemodel.h"

#include <algorithm>

namespace sandglass {

bool LogLineModel::isShown(const LogLine &line) const
{
    return line.level >= m_least &&
           (m_searched.isEmpty() || line.text.contains(m_searched, Qt::CaseInsensitive) ||
            line.source.contains(m_searched, Qt::CaseInsensitive));
}

const LogLine &LogLineModel::lineOf(int row) const
{
    return m_lines[static_cast<std::size_t>(m_shown[static_cast<std::size_t>(row)] - m_first)];
}

void LogLineModel::append(const QList<LogLine> &all)
{
    const QList<LogLine> lines = all.size() > MostLines ? all.last(MostLines) : all;
    const auto excess = static_cast<qsizetype>(m_lines.size()) + lines.size() - MostLines;
    if (excess > 0)
        dropOldest(excess);
    std::deque<qint64> shown;
    for (const LogLine &line : lines) {
        if (isShown(line))
            shown.push_back(m_first + static_cast<qint64>(m_lines.size()));
        m_lines.push_back(line);
    }
    if (shown.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(shown.size()) - 1);
    m_shown.insert(m_shown.end(), shown.begin(), shown.end());
    endInsertRows();
}

void LogLineModel::dropOldest(qsizetype count)
{
    const qint64 first = m_first + count;
    const auto kept = std::ranges::lower_bound(m_shown, first);
    const int gone = static_cast<int>(kept - m_shown.begin());
    if (gone > 0) {
        beginRemoveRows({}, 0, gone - 1);
        m_shown.erase(m_shown.begin(), kept);
        endRemoveRows();
    }
    m_lines.erase(m_lines.begin(), m_lines.begin() + count);
    m_first = first;
}

void LogLineModel::clear()
{
    beginResetModel();
    m_first += static_cast<qint64>(m_lines.size());
    m_lines.clear();
    m_shown.clear();
    endResetModel();
}

void LogLineModel::setLeastLevel(LogLevel level)
{
    if (m_least == level)
        return;
    m_least = level;
    showAgain();
}

void LogLineModel::setSearched(const QString &text)
{
    if (m_searched == text)
        return;
    m_searched = text;
    showAgain();
}

void LogLineModel::showAgain()
{
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (isShown(m_lines[i]))
            m_shown.push_back(m_first + static_cast<qint64>(i));
    }
    endResetModel();
}

QString LogLineModel::textOf(const QList<int> &rows) const
{
    QString text;
    for (const int row : rows) {
        if (row < 0 || row >= rowCount())
            continue;
        const LogLine &line = lineOf(row);
        for (const QString &part : {line.time, line.source}) {
            if (!part.isEmpty())
                text += part + u' ';
        }
        text += line.text + u'\n';
    }
    return text;
}

int LogLineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int LogLineModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogLineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LogLine &line = lineOf(index.row());
    if (role == LevelRole)
        return static_cast<int>(line.level);
    if (role == MatchRole)
        return m_searched;
    if (role == Qt::ToolTipRole)
        return line.text;
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (index.column()) {
    case Time:
        return line.time;
    case Source:
        return line.source;
    default:
        return line.text;
    }
}

QVariant LogLineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Time ? tr("Time") : section == Source ? tr("From") : tr("Text");
}

} // namespace sandglass
