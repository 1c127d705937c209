// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/domain/sandbox.h"

#include <QMap>
#include <QObject>
#include <QStringList>

#include <memory>

namespace sandglass {

// A program to run inside a sandbox. `timeout` ends it with SIGKILL.
struct ExecRequest
{
    QStringList argv;
    QString user; // empty: the template's ordinary user
    QString workingFolder;
    QMap<QString, QString> environment;
    std::optional<std::chrono::milliseconds> timeout;
    bool withStdin = false;
    bool looking = false; // it only shows something (a log, figures): no use of the sandbox, which stays idle

    friend bool operator==(const ExecRequest &, const ExecRequest &) = default;
};

// How a program ended: an exit code, or the signal that killed it.
struct ExitStatus
{
    int code = 0;
    QString signal; // "killed", empty for an ordinary exit

    friend bool operator==(const ExitStatus &, const ExitStatus &) = default;
};

// One running program. Chunks come as they arrive and may cut characters. Exactly one `finished` ends it.
// Deleting the session stops listening; the program goes on (kill() ends it). Lives in the caller's thread.
class ExecSession : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void writeStdin(const QByteArray &data) = 0;
    // Bytes given to writeStdin that wait for the guest; a giver of much waits for `stdinDrained`, which
    // comes when few are left. A session that does not count says zero.
    [[nodiscard]] virtual qint64 stdinBacklog() const { return 0; }
    // Held, a session stops asking the guest for output (what is on its way still comes), so that a slow
    // reader slows the program down and not our memory. A session that cannot hold goes on.
    virtual void holdOutput(bool held) { Q_UNUSED(held) }
    virtual void closeStdin() = 0;
    virtual void kill() = 0;

signals:
    void started(qint64 pid);
    void stdoutArrived(const QByteArray &data);
    void stderrArrived(const QByteArray &data);
    void stdinDrained();
    void finished(const sandglass::Result<sandglass::ExitStatus> &end);
};

// Runs programs inside the sandboxes of one fleet.
class Exec
{
public:
    virtual ~Exec() = default;
    // Never null; a refusal comes as `finished` with an error, after control went back to the event loop.
    [[nodiscard]] virtual std::unique_ptr<ExecSession> run(const SandboxId &id,
                                                           const ExecRequest &request) = 0;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::ExecRequest)
Q_DECLARE_METATYPE(sandglass::ExitStatus)
