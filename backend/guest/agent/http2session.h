// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "backend/guest/agent/exchange.h"

struct nghttp2_session;

namespace sandglass::guest {

// The server's end of one HTTP/2 connection (prior knowledge, RFC 9113) over any descriptor that reads and
// writes. Runs on the agent's only thread. `onRequest` is called when a request's head is complete; `onEnd`
// once, when the peer hung up or broke the protocol; every open exchange is closed before it. Windows are
// large (4 MiB a stream, 16 MiB in all), and what streams hold unread is bounded: above 32 MiB in all, the
// connection's window is no longer given back.
class Http2Session
{
public:
    using Descriptor = boost::asio::posix::stream_descriptor;

    Http2Session(Descriptor descriptor, std::function<void(std::shared_ptr<Exchange>)> onRequest,
                 std::function<void()> onEnd);
    ~Http2Session();
    Http2Session(const Http2Session &) = delete;
    Http2Session &operator=(const Http2Session &) = delete;

    void start();
    // Says goodbye and ends when that is written; streams that are open are cut.
    void finish();

private:
    friend class Exchange;
    struct Callbacks;

    void submitResponse(std::int32_t id, int status, const Headers &headers);
    void resume(std::int32_t id);
    void resetStream(std::int32_t id);
    void consume(std::int32_t id, std::size_t count);

    void read();
    void pump();
    void schedulePump();
    void refill();
    void end();
    void giveCredit(std::size_t count);
    void headComplete(const std::shared_ptr<Exchange> &exchange);

    static constexpr std::size_t headerLimit = 64 << 10;
    static constexpr std::size_t unreadLimit = 32 << 20;
    static constexpr std::size_t outputGoal = 256 << 10;

    Descriptor m_descriptor;
    std::function<void(std::shared_ptr<Exchange>)> m_onRequest;
    std::function<void()> m_onEnd;
    nghttp2_session *m_session = nullptr;
    std::map<std::int32_t, std::shared_ptr<Exchange>> m_exchanges;
    std::map<std::int32_t, std::size_t> m_headerSizes;
    std::array<std::uint8_t, 64 << 10> m_input{};
    std::string m_output;
    std::size_t m_unread = 0;
    std::size_t m_owed = 0; // connection credit held back
    bool m_writing = false;
    bool m_pumpPending = false;
    bool m_inside = false; // nghttp2 is on the stack
    bool m_ended = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace sandglass::guest
