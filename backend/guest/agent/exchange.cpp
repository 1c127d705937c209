// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/exchange.h"

#include "backend/guest/agent/http2session.h"

#include <algorithm>
#include <cstring>

namespace sandglass::guest {

void Exchange::collect(std::size_t limit, std::function<void(std::string)> done)
{
    struct Body
    {
        std::string text;
        InputCharge charge;
    };
    auto body = std::make_shared<Body>(Body{{}, InputCharge(m_budget)});
    onBody = [this, body, limit](std::string_view piece) {
        consumed(piece.size());
        if (m_begun)
            return;
        const bool tooLarge = body->text.size() + piece.size() > limit;
        if (!tooLarge && body->charge.grow(piece.size())) {
            body->text.append(piece);
            return;
        }
        *body = Body();
        if (tooLarge)
            respond(413, "application/json", R"({"code":413,"message":"the request body is too large"})");
        else
            respond(429, "application/json",
                    R"({"code":"resource_exhausted","message":"too much is waiting in requests"})");
    };
    onEnd = [this, body, done = std::move(done)]() {
        if (!m_begun)
            done(std::move(body->text));
        body->charge.release();
    };
    if (m_ended)
        std::exchange(onEnd, nullptr)();
}

void Exchange::respond(int status, std::string_view contentType, std::string body)
{
    Headers headers{{"cache-control", "no-store"}};
    if (status != 204)
        headers.emplace_back("content-length", std::to_string(body.size()));
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
    if (extraHeaders.empty()) {
        m_session->submitResponse(m_id, status, headers);
        return;
    }
    Headers all = headers;
    all.insert(all.end(), extraHeaders.begin(), extraHeaders.end());
    m_session->submitResponse(m_id, status, all);
}

void Exchange::write(std::string bytes)
{
    if (m_session == nullptr || m_finished || bytes.empty())
        return;
    m_queued += bytes.size();
    m_budget->addOutput(bytes.size());
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
    m_budget->removeOutput(taken);
    last = m_finished && m_out.empty();
    return taken;
}

bool Exchange::wantsMore()
{
    if (m_session == nullptr || m_queued < m_budget->outputShare())
        return true;
    m_above = true;
    return false;
}

bool Exchange::isDrained() const
{
    return m_above && m_queued <= std::min(lowMark, m_budget->outputShare() / 2);
}

void Exchange::closed()
{
    m_session = nullptr;
    m_out.clear();
    m_budget->removeOutput(std::exchange(m_queued, 0));
    const auto notify = std::exchange(onClosed, nullptr);
    // The functions hold whoever answers; a closed exchange must not keep that alive.
    const auto keep = std::make_tuple(std::exchange(onBody, nullptr), std::exchange(onEnd, nullptr),
                                      std::exchange(onDrained, nullptr));
    if (notify)
        notify();
}

} // namespace sandglass::guest
