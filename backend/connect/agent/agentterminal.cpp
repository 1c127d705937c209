// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/agentterminal.h"

#include "backend/connect/agent/agentwire.h"
#include "backend/core/whenanswered.h"

#include <QPointer>

namespace sandglass::connect {

using namespace std::chrono_literals;

namespace {

constexpr auto CallDeadline = 30s;
constexpr qsizetype MaxAnswer = 64 * 1024;
constexpr qsizetype InputPiece = 64 * 1024;

} // namespace

AgentTerminal::AgentTerminal(GuestHttp &http, SandboxId id, const TerminalRequest &request)
    : m_http(http), m_id(std::move(id))
{
    begin(streamRequest("Start", request.user), startTerminalBody(request));
}

AgentTerminal::AgentTerminal(GuestHttp &http, SandboxId id, qint64 pid, TerminalSize size)
    : m_http(http), m_id(std::move(id)), m_notFound(ErrorCode::NotFound)
{
    m_sizes = {{size.columns, size.rows + 1}, size};
    begin(streamRequest("Connect", {}), attachBody(pid));
}

AgentTerminal::~AgentTerminal() = default;

void AgentTerminal::begin(const GuestRequest &request, const QByteArray &body)
{
    m_stream = std::make_unique<GuestCall>(m_http, m_id, request);
    connect(m_stream.get(), &GuestCall::arrived, this, &AgentTerminal::take);
    connect(m_stream.get(), &GuestCall::finished, this, &AgentTerminal::streamEnded);
    m_stream->send(wire::connectEnvelope({0, body}));
    m_stream->finishSending();
}

void AgentTerminal::take(const QByteArray &bytes)
{
    if (m_ended)
        return;
    if (m_stream->status() != 200) {
        m_refusal.append(bytes.first(qMin(bytes.size(), MaxAnswer - m_refusal.size())));
        m_stream->taken(bytes.size());
        return;
    }
    m_owed += bytes.size();
    const Result<std::vector<wire::ConnectMessage>> messages = m_parser.feed(bytes);
    if (!messages)
        return end(fail(messages.error()));
    const QPointer<AgentTerminal> self(this);
    for (const wire::ConnectMessage &message : *messages) {
        if (!handle(message) || !self || m_ended)
            return;
    }
    giveCredit();
}

bool AgentTerminal::handle(const wire::ConnectMessage &message)
{
    if ((message.flags & wire::ConnectMessage::EndOfStream) != 0) {
        const Result<void> said = parseStreamEnd(message.payload, m_notFound);
        if (!said)
            end(fail(said.error()));
        else if (m_exit)
            end(*m_exit);
        else
            end(fail(ErrorCode::ProtocolViolation, QStringLiteral("the program's end was not told")));
        return false;
    }
    const auto event = parseTerminalEvent(message.payload);
    if (!event) {
        end(fail(event.error()));
        return false;
    }
    if (const auto *start = std::get_if<TerminalStarted>(&*event)) {
        m_pid = start->pid;
        if (m_killWanted)
            kill();
        sendSize();
        sendInput();
        emit started(m_pid);
    } else if (const auto *output = std::get_if<TerminalOutput>(&*event)) {
        m_untaken += output->bytes.size();
        emit outputArrived(output->bytes);
    } else if (const auto *exit = std::get_if<ExitStatus>(&*event)) {
        m_exit = *exit;
    }
    return true;
}

void AgentTerminal::taken(qsizetype bytes)
{
    m_untaken = qMax<qsizetype>(0, m_untaken - bytes);
    giveCredit();
}

void AgentTerminal::giveCredit()
{
    if (!m_ended && m_owed > 0 && m_untaken < MaxUntaken)
        m_stream->taken(std::exchange(m_owed, 0));
}

void AgentTerminal::streamEnded(const Result<Done> &result)
{
    if (!result)
        return end(fail(result.error()));
    if (m_stream->status() != 200)
        return end(fail(agentError(m_refusal, m_notFound)));
    end(fail(ErrorCode::GuestUnreachable, QStringLiteral("the terminal's stream was cut")));
}

void AgentTerminal::write(const QByteArray &bytes)
{
    if (m_ended || m_input.size() + bytes.size() > MaxBacklog)
        return;
    m_input += bytes;
    sendInput();
}

void AgentTerminal::sendInput()
{
    if (m_ended || m_pid == 0 || m_inputBusy || m_input.isEmpty())
        return;
    const QByteArray piece = m_input.first(qMin(m_input.size(), InputPiece));
    m_input.remove(0, piece.size());
    m_inputBusy = true;
    call("SendInput", terminalInputBody(m_pid, piece), [this](bool done) {
        m_inputBusy = false;
        if (!done)
            m_input.clear(); // a program that takes no more; its end says the rest
        sendInput();
    });
}

// Sizes in between do not matter, except the one that makes a program draw itself anew.
void AgentTerminal::resize(TerminalSize size)
{
    if (m_pid == 0 && !m_sizes.isEmpty())
        m_sizes.last() = size;
    else
        m_sizes = {size};
    sendSize();
}

void AgentTerminal::sendSize()
{
    if (m_ended || m_pid == 0 || m_sizeBusy || m_sizes.isEmpty())
        return;
    m_sizeBusy = true;
    call("Update", terminalSizeBody(m_pid, m_sizes.takeFirst()), [this](bool) {
        m_sizeBusy = false;
        sendSize();
    });
}

void AgentTerminal::kill()
{
    if (m_ended)
        return;
    m_killWanted = true;
    if (m_pid != 0)
        call("SendSignal", killBody(m_pid), [](bool) {});
}

void AgentTerminal::call(const char *method, const QByteArray &body, std::function<void(bool)> then)
{
    const auto asked =
        askGuest(m_http, m_id, callRequest("process.Process", method), body, MaxAnswer, CallDeadline, this);
    whenAnswered(asked, this, [then = std::move(then)](const Result<GuestReply> &reply) {
        then(reply && reply->status == 200);
    });
}

void AgentTerminal::end(const Result<ExitStatus> &result)
{
    if (std::exchange(m_ended, true))
        return;
    emit finished(result);
}

std::unique_ptr<TerminalSession> AgentTerminals::open(const SandboxId &id, const TerminalRequest &request)
{
    return std::make_unique<AgentTerminal>(m_http, id, request);
}

std::unique_ptr<TerminalSession> AgentTerminals::attach(const SandboxId &id, qint64 pid, TerminalSize size)
{
    return std::make_unique<AgentTerminal>(m_http, id, pid, size);
}

} // namespace sandglass::connect
