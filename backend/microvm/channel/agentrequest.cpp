// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentrequest.h"

namespace sandglass::microvm {

AgentRequest::AgentRequest(std::unique_ptr<AgentStream> stream, std::chrono::milliseconds deadline,
                           Answer<HttpAnswer> answer, QObject *parent)
    : QObject(parent), m_stream(std::move(stream)), m_answer(std::move(answer))
{
    connect(m_stream.get(), &AgentStream::readyRead, this, &AgentRequest::onReadyRead);
    connect(m_stream.get(), &AgentStream::finished, this, [this](const Result<Done> &end) {
        if (!end)
            return finish(fail(end.error()));
        if (m_stream->status() == 0)
            return finish(fail(ErrorCode::ProtocolViolation, QStringLiteral("an answer without a head")));
        finish(HttpAnswer{m_stream->status(), m_stream->headers(), m_body});
    });
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this,
            [this] { finish(fail(ErrorCode::TimedOut, QStringLiteral("no answer from the agent"))); });
    m_deadline.start(deadline);
}

void AgentRequest::onReadyRead()
{
    m_body += m_stream->readAll();
    if (m_body.size() > AgentClient::MaxAnswerBody)
        finish(fail(ErrorCode::LimitReached, QStringLiteral("the agent's answer is too long")));
}

void AgentRequest::finish(Result<HttpAnswer> result)
{
    m_deadline.stop();
    m_stream->disconnect(this);
    // The stream is the sender of the signal that led here.
    m_stream->reset();
    m_stream.release()->deleteLater();
    deleteLater();
    m_answer.give(std::move(result));
}

} // namespace sandglass::microvm
