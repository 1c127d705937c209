// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/logline.h"

#include <QAbstractTableModel>

#include <deque>

namespace sandglass {

// The lines of a log, the newest last, at most MostLines of them; shown are those of a level or above that
// contain a text. GUI thread. Lines are added in batches, and old ones go in batches, too.
class LogLineModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr qsizetype MostLines = 20'000;
    enum Column { Time, Source, Text, ColumnCount };
    enum Role {
        LevelRole = Qt::UserRole + 1, // int of LogLevel
        MatchRole,                    // the text that is searched for
    };

    using QAbstractTableModel::QAbstractTableModel;

    void append(const QList<LogLine> &lines);
    void clear();
    void setLeastLevel(LogLevel level);
    void setSearched(const QString &text);
    [[nodiscard]] qsizetype lineCount() const { return static_cast<qsizetype>(m_lines.size()); }
    // Rows as text, for the clipboard.
    [[nodiscard]] QString textOf(const QList<int> &rows) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] bool isShown(const LogLine &line) const;
    [[nodiscard]] const LogLine &lineOf(int row) const;
    void showAgain();
    void dropOldest(qsizetype count);

    std::deque<LogLine> m_lines;
    qint64 m_first = 0;         // the number of the oldest line
    std::deque<qint64> m_shown; // numbers of lines
    LogLevel m_least = LogLevel::Debug;
    QString m_searched;
};

} // namespace sandglass
