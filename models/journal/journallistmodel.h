// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/eventtablemodel.h"
#include "models/journal/eventjournal.h"

#include <QAbstractTableModel>

namespace sandglass {

// What a search of the journal found, the newest first. A question is asked again when something was recorded
// while nobody scrolled away (`setFollowing`), at most once a second; `more()` asks for older ones. GUI
// thread; the journal must outlive it.
class JournalListModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    // Columns and roles are EventTableModel's, so that one delegate paints both; and one role more.
    static constexpr int MostRows = 100'000;
    static constexpr int AtRole = EventTableModel::SeverityRole + 1; // milliseconds since the epoch

    explicit JournalListModel(EventJournal &journal, QObject *parent = nullptr);

    void ask(const JournalQuestion &question);
    void setFollowing(bool following);
    [[nodiscard]] bool hasMore() const { return m_answer.more && m_question.most < MostRows; }
    void more();
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] std::optional<WallTime> since() const { return m_answer.since; }
    [[nodiscard]] const JournalEntry &entryAt(int row) const { return m_answer.entries.at(row); }
    [[nodiscard]] QString textOf(int row) const; // a line for the clipboard

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

signals:
    void answered();
    void busyChanged(bool busy);

private:
    void start();
    void take(const JournalAnswer &answer);

    EventJournal &m_journal;
    JournalQuestion m_question;
    JournalAnswer m_answer;
    quint64 m_generation = 0;
    bool m_busy = false;
    bool m_following = true;
    QTimer m_refresh;
};

} // namespace sandglass
