// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/exec.h"

namespace sandglass {

// Rows and columns of characters.
struct TerminalSize
{
    int columns = 80;
    int rows = 24;

    friend bool operator==(const TerminalSize &, const TerminalSize &) = default;
};

// A program to run on a terminal of its own. Without words it is the ordinary user's login shell.
struct TerminalRequest
{
    QStringList argv{};
    QString user{};
    QString workingFolder{};
    QMap<QString, QString> environment{};
    TerminalSize size{};

    friend bool operator==(const TerminalRequest &, const TerminalRequest &) = default;
};

// One program on a terminal inside a sandbox. Output comes in chunks that may cut characters; the guest is
// held back while MaxUntaken bytes of it were not taken(). Exactly one `finished` ends it. Deleting the
// session stops listening; the program goes on (kill() ends it). Lives in the caller's thread.
class TerminalSession : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MaxUntaken = 1024 * 1024;
    static constexpr qsizetype MaxBacklog = 4 * 1024 * 1024;

    using QObject::QObject;
    // What is typed. What goes beyond MaxBacklog, because the guest takes nothing, is dropped.
    virtual void write(const QByteArray &bytes) = 0;
    virtual void resize(TerminalSize size) = 0;
    virtual void taken(qsizetype bytes) = 0;
    virtual void kill() = 0;

signals:
    void started(qint64 pid);
    void outputArrived(const QByteArray &bytes);
    void finished(const sandglass::Result<sandglass::ExitStatus> &end);
};

// Opens terminals in the sandboxes of one fleet: an act, since it starts a program.
class Terminals
{
public:
    virtual ~Terminals() = default;
    // Never null; a refusal comes as `finished` with an error, after control went back to the event loop.
    [[nodiscard]] virtual std::unique_ptr<TerminalSession> open(const SandboxId &id,
                                                                const TerminalRequest &request) = 0;
    // Listens again to a program that runs on, e.g. after its sandbox was paused; what it printed meanwhile
    // is not heard. NotFound when it has ended.
    [[nodiscard]] virtual std::unique_ptr<TerminalSession> attach(const SandboxId &id, qint64 pid,
                                                                  TerminalSize size) = 0;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::TerminalSize)
