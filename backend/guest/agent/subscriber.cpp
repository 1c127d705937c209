// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/subscriber.h"

#include "backend/guest/agent/rpc.h"

namespace sandglass::guest {

Subscriber::Subscriber(boost::asio::any_io_executor executor, std::shared_ptr<Exchange> exchange,
                       std::chrono::seconds keepalive, std::string keepaliveMessage)
    : m_exchange(std::move(exchange)), m_keepalive(keepalive),
      m_keepaliveMessage(std::move(keepaliveMessage)), m_keepaliveTimer(executor), m_deadline(executor)
{}

void Subscriber::open(std::function<void()> onDrained, std::function<void()> onGone)
{
    m_exchange->onDrained = std::move(onDrained);
    m_exchange->onClosed = [self = shared_from_this(), gone = std::move(onGone)]() {
        self->m_keepaliveTimer.cancel();
        self->m_deadline.cancel();
        gone();
    };
    if (!m_exchange->isOpen()) {
        std::exchange(m_exchange->onClosed, nullptr)();
        return;
    }
    beginStream(*m_exchange);
    armKeepalive();
}

void Subscriber::setDeadline(std::chrono::milliseconds timeout)
{
    m_deadline.expires_after(timeout);
    m_deadline.async_wait([weak = weak_from_this()](const boost::system::error_code &error) {
        if (const auto self = weak.lock(); self && !error)
            self->finish(ConnectError{"deadline_exceeded", "the stream's time is over"});
    });
}

void Subscriber::send(std::string_view eventJson)
{
    m_exchange->write(envelope(0, eventJson));
    armKeepalive();
}

void Subscriber::finish(const std::optional<ConnectError> &error)
{
    m_keepaliveTimer.cancel();
    m_deadline.cancel();
    m_exchange->write(endEnvelope(error));
    m_exchange->finish();
}

void Subscriber::armKeepalive()
{
    m_keepaliveTimer.expires_after(m_keepalive);
    m_keepaliveTimer.async_wait([weak = weak_from_this()](const boost::system::error_code &error) {
        if (const auto self = weak.lock(); self && !error)
            self->send(self->m_keepaliveMessage);
    });
}

} // namespace sandglass::guest
