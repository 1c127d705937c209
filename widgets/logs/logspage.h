// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loglinemodel.h"
#include "widgets/inspector/guestpage.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QToolButton;

namespace sandglass {

// What a sandbox has to say: its serial console, which is read on this side and wakes nothing, and the
// guest's own journal, which takes a program inside and so is read only when asked for. Follows the end until
// one scrolls up. GUI thread.
class LogsPage : public GuestPage
{
    Q_OBJECT

public:
    explicit LogsPage(Workbench &bench, QWidget *parent = nullptr);
    ~LogsPage() override;

protected:
    [[nodiscard]] bool isOffered(Fleet &fleet) const override;
    [[nodiscard]] QString notOfferedText() const override;
    [[nodiscard]] QString resumeText() const override;
    [[nodiscard]] bool showsStopped(const Sandbox &sandbox) const override;
    void enter(const Sandbox &sandbox) override;
    void present(const Sandbox &sandbox) override;
    void leave() override;

private:
    enum class Source { Console, Journal };

    void buildBar(QHBoxLayout *layout);
    void chooseSource();
    void readConsole();
    void takeConsole(const struct LogPiece &piece);
    void startJournal();
    void journalEnded(const Result<struct ExitStatus> &end);
    void add(const QList<LogLine> &lines);
    void forget();
    void restart();
    void showState();
    void copySelected();

    QComboBox *m_source = nullptr;
    QComboBox *m_level = nullptr;
    QLineEdit *m_search = nullptr;
    QToolButton *m_follow = nullptr;
    QTableView *m_view;
    QWidget *m_ask;
    QPushButton *m_start = nullptr;
    QLabel *m_state;
    LogLineModel m_lines;
    LineSplitter m_splitter;
    QTimer m_poll;
    bool m_reading = false;
    qint64 m_next = 0;
    quint64 m_generation = 0;
    std::unique_ptr<class ExecSession> m_journal;
    QString m_trouble;
    bool m_runs = false;
};

} // namespace sandglass
