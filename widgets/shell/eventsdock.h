// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QTimer>

class QTableView;
class QToolButton;

namespace sandglass {

class ToneLabel;
class Workbench;

// Every change of status as it happens, of all or of the selection, with the age of the last sign of life.
// Stays at the newest line unless somebody scrolled up.
class EventsDock : public QDockWidget
{
    Q_OBJECT

public:
    explicit EventsDock(Workbench &bench, QWidget *parent = nullptr);

    void setSelectionOnly(bool only);
    [[nodiscard]] bool selectionOnly() const;
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

signals:
    void selectionOnlyChanged(bool only);
    void historyRequested();

private:
    QWidget *makeTitleBar();
    void follow();
    void narrow();
    void refreshAge();
    void copy();

    Workbench &m_bench;
    QTableView *m_table;
    QToolButton *m_only;
    ToneLabel *m_age;
    QTimer m_tick;
    bool m_atEnd = true;
};

} // namespace sandglass
