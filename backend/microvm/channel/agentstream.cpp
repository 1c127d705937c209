// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentstream.h"

#include "backend/microvm/channel/agentclient.h"

#include <algorithm>

namespace sandglass::microvm {

AgentStream::AgentStream(AgentClient *client, HttpRequest request, QByteArray body, bool bodyFollows)
    : m_client(client), m_request(std::move(request)), m_early(std::move(body)), m_bodyFollows(bodyFollows)
{}

AgentStream::~AgentStream()
{
    if (m_client)
        m_client->forget(*this);
}

QByteArray AgentStream::read(qsizetype most)
{
    const qsizetype count = std::clamp<qsizetype>(most, 0, m_unread.size());
    QByteArray bytes;
    if (count == m_unread.size()) {
        bytes = std::exchange(m_unread, {});
    } else {
        bytes = m_unread.first(count);
        m_unread.remove(0, count);
    }
    if (m_client && count > 0)
        m_client->consume(m_id, count);
    return bytes;
}

qsizetype AgentStream::write(QByteArrayView bytes)
{
    if (m_ended || !m_bodyFollows || m_writingFinished)
        return 0;
    qsizetype taken = 0;
    if (m_id == 0) {
        taken = std::clamp<qsizetype>(Http2Session::MaxUnsent - m_early.size(), 0, bytes.size());
        m_early.append(bytes.first(taken));
    } else if (m_client) {
        taken = m_client->writeBody(m_id, bytes);
    }
    m_wantsWritable = taken < bytes.size();
    return taken;
}

void AgentStream::finishWriting()
{
    if (m_ended || !m_bodyFollows || std::exchange(m_writingFinished, true))
        return;
    if (m_id != 0 && m_client)
        m_client->finishBody(m_id);
}

void AgentStream::reset()
{
    if (m_ended)
        return;
    if (m_client)
        m_client->forget(*this);
    end(fail(ErrorCode::Cancelled, QStringLiteral("the stream was reset")));
}

void AgentStream::end(const Result<Done> &result)
{
    if (std::exchange(m_ended, true))
        return;
    emit finished(result);
}

} // namespace sandglass::microvm
