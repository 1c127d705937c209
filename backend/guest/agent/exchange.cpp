// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/exchange.h"

#include "backend/guest/agent/http2session.h"

#include <algorithm>
#include <cstring>

namespace sandglass::guest {

void Exchange::collect(std::size_t limit, std::function<void(std::string)> done)
{
    auto body = std::make_shared<std::string>();
    onBody = [this, body, limit](std::string_view piece) {
        consumed(piece.size());
        if (m_begun)
            return;
        if (body->size() + piece.size() > limit) {
            respond(413, "application/json", R"({"code":413,"message":"the request body is too large"})");
            return;
        }
        body->append(piece);
    };
    onEnd = [this, body, done = std::move(done)]() {
        if (!m_begun)
            done(std::move(*body));
    };
    if (m_ended)
        std::exchange(onEnd, nullptr)();
}

void Exchange::respond(int status, std::string_view contentType, std::string body)
{
    Headers headers{{"content-length", std::to_string(body.size())}, {"cache-control", "no-store"}};
    if (!contentType.empty())
        headers.emplace_back("content-type", contentType);
    begin(status, headers);
    write(std::move(body));
    finish();
}

void Exchange::begin(int status, const Headers &headers)
{
    if (m_begun || m_session == nullptr)
        return;
    m_begun = true;
    m_session->submitResponse(m_id, status, headers);
}

void Exchange::write(std::string bytes)
{
    if (m_session == nullptr || m_finished || bytes.empty())
        return;
    m_queued += bytes.size();
    m_above = m_above || m_queued > lowMark;
    m_out.push_back(std::move(bytes));
    m_session->resume(m_id);
}

void Exchange::finish()
{
    if (m_session == nullptr || m_finished)
        return;
    m_finished = true;
    m_session->resume(m_id);
}

void Exchange::reset()
{
    if (m_session != nullptr)
        m_session->resetStream(m_id);
}

void Exchange::consumed(std::size_t count)
{
    m_unconsumed -= std::min(count, m_unconsumed);
    if (m_session != nullptr)
        m_session->consume(m_id, count);
}

std::size_t Exchange::take(std::uint8_t *into, std::size_t room, bool &last)
{
    std::size_t taken = 0;
    while (taken < room && !m_out.empty()) {
        const std::string &front = m_out.front();
        const std::size_t count = std::min(room - taken, front.size() - m_offset);
        std::memcpy(into + taken, front.data() + m_offset, count);
        taken += count;
        m_offset += count;
        if (m_offset == front.size()) {
            m_out.pop_front();
            m_offset = 0;
        }
    }
    m_queued -= taken;
    last = m_finished && m_out.empty();
    return taken;
}

void Exchange::closed()
{
    m_session = nullptr;
    m_out.clear();
    m_queued = 0;
    const auto notify = std::exchange(onClosed, nullptr);
    // The functions hold whoever answers; a closed exchange must not keep that alive.
    const auto keep = std::make_tuple(std::exchange(onBody, nullptr), std::exchange(onEnd, nullptr),
                                      std::exchange(onDrained, nullptr));
    if (notify)
        notify();
}

} // namespace sandglass::guest
