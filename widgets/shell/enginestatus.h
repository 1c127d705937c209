// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace sandglass {

class ToneLabel;
class Workbench;

// The status bar: how guests are run and why, VMs, memory of the host in use, the API's address (a click
// copies it), whether what is shown is live and how old it is, and the jobs button.
class EngineStatus : public QWidget
{
    Q_OBJECT

public:
    EngineStatus(Workbench &bench, const QString &notice, QWidget *parent = nullptr);

    [[nodiscard]] QToolButton *jobsButton() { return m_jobs; }

private:
    void refresh();
    void refreshJobs();

    Workbench &m_bench;
    ToneLabel *m_engine;
    ToneLabel *m_machines;
    QToolButton *m_api;
    ToneLabel *m_live;
    QToolButton *m_jobs;
    QTimer m_tick;
};

} // namespace sandglass
