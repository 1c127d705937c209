// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandrun.h"

#include <QSocketNotifier>

namespace sandglass::cli {

// exec: streams both ways. Input is read only while the guest takes it; output is written as it comes. The
// exit code is the program's, 128 + n when signal n ended it, 125 when it could not be run, 127 when there is
// none of that name inside.
class ExecRun final : public CommandRun
{
    Q_OBJECT

public:
    ExecRun(Fleet &fleet, const Clock &clock, const Output &output, RunProgram request);
    void begin() override;

private:
    void listen();
    void readInput();
    void take(int descriptor, const QByteArray &data);
    void end(const Result<ExitStatus> &end);

    RunProgram m_request;
    std::unique_ptr<ExecSession> m_session;
    std::unique_ptr<QSocketNotifier> m_input;
    QByteArray m_collected[2]; // with --json: standard output and standard error
};

// The number of a signal given by name ("killed", "SIGTERM", "terminated"), 0 for one that we do not know.
[[nodiscard]] int signalNumber(const QString &name);

} // namespace sandglass::cli
