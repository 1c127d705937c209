// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandrun.h"

#include <QTimer>

#include <functional>

namespace sandglass::cli {

// A command from its beginning to its exit code: waits for the engine's list, runs it, and says what to do
// when there is no engine. Main thread; `finished` comes once.
class Session final : public QObject
{
    Q_OBJECT

public:
    // `engineExists` tells whether somebody holds the data folder: then a silent socket is worth some
    // waiting.
    Session(const Invocation &invocation, Fleet &fleet, const Clock &clock,
            std::function<bool()> engineExists);

    void start();

signals:
    void finished(int exitCode);

private:
    void listArrived();
    void contextChanged();
    void giveUp();
    void end(int exitCode);

    Invocation m_invocation;
    Fleet &m_fleet;
    Output m_output;
    std::function<bool()> m_engineExists;
    std::unique_ptr<CommandRun> m_run;
    QTimer m_patience;
    bool m_hasList = false;
    bool m_begun = false;
    bool m_ended = false;
};

} // namespace sandglass::cli
