// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/guest/agent/memorybudget.h"

namespace sandglass::guest {

class Http2Session;

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request
{
    std::string method;
    std::string path;      // without the query
    std::string query;     // without the question mark
    std::string authority; // of a CONNECT: host:port
    std::map<std::string, std::string, std::less<>> headers;

    std::string_view header(std::string_view name) const
    {
        const auto found = headers.find(name);
        return found == headers.end() ? std::string_view() : std::string_view(found->second);
    }
};

// One request and its answer: a stream of an HTTP/2 session. Single-threaded, shared between the session and
// whoever answers; it may outlive the session, and then everything sent goes nowhere. Incoming: `onBody` for
// every piece, which must be given back with consumed() before the peer may send more than its window;
// `onEnd` after the last. Outgoing: begin(), write() as often as wanted, finish(). write() never blocks and
// never refuses: who writes much asks wantsMore() and, told no, waits for `onDrained`. `onClosed` is the last
// call, whoever ended the stream; the functions are dropped after it.
class Exchange : public std::enable_shared_from_this<Exchange>
{
public:
    Exchange(Http2Session *session, std::int32_t id, std::shared_ptr<MemoryBudget> budget)
        : m_session(session), m_id(id), m_budget(std::move(budget))
    {}

    Request request;
    std::function<void(std::string_view)> onBody;
    std::function<void()> onEnd;
    std::function<void()> onDrained;
    std::function<void()> onClosed;
    Headers extraHeaders; // of every answer

    // Gathers the whole body, then calls; a body above `limit` is answered with 413 instead, one for which
    // there is no memory with 429.
    void collect(std::size_t limit, std::function<void(std::string)> done);

    void respond(int status, std::string_view contentType, std::string body);
    void begin(int status, const Headers &headers);
    void write(std::string bytes);
    void finish();
    void reset();
    void consumed(std::size_t count);

    bool isOpen() const { return m_session != nullptr; }
    bool hasBegun() const { return m_begun; }
    std::size_t queued() const { return m_queued; }
    // How much the peer may send before any of it is given back.
    std::size_t window() const { return static_cast<std::size_t>(m_window); }
    // Whether the stream's share of the memory has room. After a no, `onDrained` comes.
    bool wantsMore();
    const std::shared_ptr<MemoryBudget> &budget() const { return m_budget; }

private:
    friend class Http2Session;
    static constexpr std::size_t lowMark = 256 << 10;

    // The session takes up to `room` bytes that are due; `last` is set with the final ones.
    std::size_t take(std::uint8_t *into, std::size_t room, bool &last);
    void closed();
    bool isDrained() const;

    Http2Session *m_session;
    std::int32_t m_id;
    std::shared_ptr<MemoryBudget> m_budget;
    bool m_begun = false;
    bool m_finished = false;
    bool m_ended = false; // the peer's side
    bool m_above = false; // somebody waits for onDrained
    std::deque<std::string> m_out;
    std::size_t m_offset = 0;
    std::size_t m_queued = 0;
    std::int32_t m_window = 0;          // what the peer may send ahead
    std::size_t m_consumedOfWindow = 0; // since it was last widened
};

} // namespace sandglass::guest
