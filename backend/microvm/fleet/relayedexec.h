// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/exec.h"
#include "backend/microvm/fleet/enginethread.h"

#include <memory>

namespace sandglass::microvm {

// The far end of a relayed program: made in the GUI thread, moved to the engine's, where it holds the real
// session and repeats its signals.
class FarExec final : public QObject
{
    Q_OBJECT

public:
    void begin(Engine *engine, const SandboxId &id, const ExecRequest &request);
    [[nodiscard]] ExecSession *session() const { return m_session.get(); }

signals:
    void started(qint64 pid);
    void stdoutArrived(const QByteArray &data);
    void stderrArrived(const QByteArray &data);
    void finished(const sandglass::Result<sandglass::ExitStatus> &end);

private:
    std::unique_ptr<ExecSession> m_session;
};

// A program in a guest, seen from the GUI thread: the real session lives with its agent in the engine's
// thread, signals and commands cross as values.
class RelayedExec final : public ExecSession
{
    Q_OBJECT

public:
    RelayedExec(EngineThread &engine, const SandboxId &id, const ExecRequest &request);
    ~RelayedExec() override;

    void writeStdin(const QByteArray &data) override;
    void closeStdin() override;
    void kill() override;

private:
    void tell(std::function<void(ExecSession &)> what);

    EngineThread &m_engine;
    FarExec *m_far; // deleted in the engine's thread
};

} // namespace sandglass::microvm
