// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/exec.h"
#include "backend/api/wire/codec.h"

namespace sandglass::connect {

class RpcClient;

// A program in a sandbox of the engine at the other end. Lives in the client's thread and must not outlive
// it.
class SandglassExecSession final : public ExecSession
{
    Q_OBJECT

public:
    SandglassExecSession(RpcClient &client, qint64 number);

    void begin(const SandboxId &id, const ExecRequest &request);
    void writeStdin(const QByteArray &data) override;
    [[nodiscard]] qint64 stdinBacklog() const override { return m_backlog; }
    void closeStdin() override;
    void kill() override;
    void holdOutput(bool held) override;

private:
    void tell(const char *method, wire::Json more = wire::Json::object());
    void handle(const QString &method, const wire::Json &params);
    void end(const Result<ExitStatus> &status);

    RpcClient &m_client;
    qint64 m_number;
    qint64 m_backlog = 0;
    bool m_held = false;
    bool m_ended = false;
};

class SandglassExec final : public Exec
{
public:
    explicit SandglassExec(RpcClient &client) : m_client(client) {}

    [[nodiscard]] std::unique_ptr<ExecSession> run(const SandboxId &id, const ExecRequest &request) override;

private:
    RpcClient &m_client;
    qint64 m_next = 1;
};

} // namespace sandglass::connect
