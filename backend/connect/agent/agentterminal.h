// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/terminals.h"
#include "backend/api/wire/connectcodec.h"
#include "backend/connect/agent/guestcall.h"

#include <functional>
#include <optional>

namespace sandglass::connect {

// A program on a terminal, by the agent's process.Process: the stream of its events is our ear, calls are our
// hands. What is typed goes out one message at a time, so that it keeps its order. Caller's thread.
class AgentTerminal final : public TerminalSession
{
    Q_OBJECT

public:
    // A new program.
    AgentTerminal(GuestHttp &http, SandboxId id, const TerminalRequest &request);
    // One that runs already; the size is told twice, so that it draws itself anew.
    AgentTerminal(GuestHttp &http, SandboxId id, qint64 pid, TerminalSize size);
    ~AgentTerminal() override;

    void write(const QByteArray &bytes) override;
    void resize(TerminalSize size) override;
    void taken(qsizetype bytes) override;
    void kill() override;

private:
    void begin(const GuestRequest &request, const QByteArray &body);
    void take(const QByteArray &bytes);
    // False: the stream has ended.
    [[nodiscard]] bool handle(const wire::ConnectMessage &message);
    void streamEnded(const Result<Done> &end);
    void giveCredit();
    void sendInput();
    void sendSize();
    void call(const char *method, const QByteArray &body, std::function<void(bool)> then);
    void end(const Result<ExitStatus> &result);

    GuestHttp &m_http;
    SandboxId m_id;
    ErrorCode m_notFound = ErrorCode::CommandNotFound; // what it means that something is not found
    std::unique_ptr<GuestCall> m_stream;
    wire::ConnectParser m_parser;
    QByteArray m_refusal; // the body of an answer that is no stream
    qint64 m_pid = 0;
    std::optional<ExitStatus> m_exit;
    QByteArray m_input;
    bool m_inputBusy = false;
    QList<TerminalSize> m_sizes; // to tell, in order
    bool m_sizeBusy = false;
    bool m_killWanted = false;
    bool m_ended = false;
    qsizetype m_untaken = 0; // output that nobody has taken yet
    qsizetype m_owed = 0;    // bytes of the stream that the guest has no credit for yet
};

class AgentTerminals final : public Terminals
{
public:
    explicit AgentTerminals(GuestHttp &http) : m_http(http) {}

    [[nodiscard]] std::unique_ptr<TerminalSession> open(const SandboxId &id,
                                                        const TerminalRequest &request) override;
    [[nodiscard]] std::unique_ptr<TerminalSession> attach(const SandboxId &id, qint64 pid,
                                                          TerminalSize size) override;

private:
    GuestHttp &m_http;
};

} // namespace sandglass::connect
