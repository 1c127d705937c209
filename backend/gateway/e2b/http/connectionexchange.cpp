// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/http/connection.h"

namespace sandglass::gateway {

ConnectionExchange::ConnectionExchange(Connection *connection, RequestHead head, bool hasBody)
    : m_connection(connection), m_head(std::move(head)), m_hasBody(hasBody), m_isLocal(connection->m_isLocal),
      m_isSecure(connection->m_tls != nullptr)
{}

void ConnectionExchange::wantBody()
{
    if (m_connection)
        m_connection->wantBody();
}

void ConnectionExchange::limitBodyTime(std::chrono::milliseconds deadline)
{
    if (!m_connection)
        return;
    m_connection->m_bodyTimer.expires_after(deadline);
    m_connection->m_bodyTimer.async_wait(
        [weak = m_connection->weak_from_this()](const boost::system::error_code &error) {
            const auto self = weak.lock();
            if (!error && self && self->m_exchange && !self->m_bodyEnded)
                self->close(true);
        });
}

void ConnectionExchange::begin(int status, const HttpFields &fields)
{
    if (m_connection)
        m_connection->begin(status, fields);
}

void ConnectionExchange::write(const QByteArray &piece)
{
    if (m_connection)
        m_connection->writeBody(piece);
}

qsizetype ConnectionExchange::queued() const
{
    return m_connection ? m_connection->m_queued : 0;
}

void ConnectionExchange::finish()
{
    if (m_connection)
        m_connection->finish();
}

void ConnectionExchange::switchProtocols(const HttpFields &fields)
{
    if (m_connection)
        m_connection->switchProtocols(fields);
}

void ConnectionExchange::abort()
{
    if (m_connection)
        m_connection->close(true);
}

} // namespace sandglass::gateway
