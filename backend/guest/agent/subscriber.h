// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/steady_timer.hpp>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// One reader of events, of a process or a folder: an open server stream. It sends keepalives when nothing
// else was sent for a while and may have a deadline of its own. Owned by what it reads; goes when the stream
// is closed.
class Subscriber : public std::enable_shared_from_this<Subscriber>
{
public:
    Subscriber(boost::asio::any_io_executor executor, std::shared_ptr<Exchange> exchange,
               std::chrono::seconds keepalive, std::string keepaliveMessage);

    // Answers 200 and watches the stream. `onGone` is called once, when the stream is over for whatever
    // reason.
    void open(std::function<void()> onDrained, std::function<void()> onGone);
    void setDeadline(std::chrono::milliseconds timeout);
    void send(std::string_view eventJson);
    void finish(const std::optional<ConnectError> &error = std::nullopt);

    bool wantsMore() { return m_exchange->wantsMore(); }

private:
    void armKeepalive();

    std::shared_ptr<Exchange> m_exchange;
    std::chrono::seconds m_keepalive;
    std::string m_keepaliveMessage;
    boost::asio::steady_timer m_keepaliveTimer;
    boost::asio::steady_timer m_deadline;
};

} // namespace sandglass::guest
