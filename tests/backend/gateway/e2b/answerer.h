// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/exchange.h"

#include <algorithm>
#include <atomic>

namespace sandglass::test {

using namespace std::chrono_literals;
using gateway::Exchange;
using gateway::RequestHandler;

struct Counts
{
    std::atomic<int> made = 0;
    std::atomic<int> closed = 0;
    std::atomic<qint64> received = 0;
    std::atomic<qint64> sent = 0;
    std::atomic<qint64> mostQueued = 0;
};

// What a path asks for: /echo gives the body back, /count says its length, /big?N streams N bytes, /hang
// never answers, /early answers before it reads, /cut breaks off, /lying announces more than it says, /raw
// upgrades.
class Answerer final : public RequestHandler
{
public:
    Answerer(std::shared_ptr<Exchange> exchange, Counts &counts)
        : m_exchange(std::move(exchange)), m_counts(counts)
    {
        ++m_counts.made;
    }

    void begin() override
    {
        const QByteArray path = m_exchange->head().path();
        if (path == "/echo") {
            m_exchange->wantBody();
            m_exchange->begin(200, {{"content-type", "text/plain"}});
        } else if (path == "/count") {
            m_exchange->wantBody();
        } else if (path == "/slow") {
            m_exchange->limitBodyTime(300ms);
            m_exchange->wantBody();
        } else if (path == "/big") {
            m_left = m_exchange->head().query().toLongLong();
            m_exchange->begin(200, {{"content-length", QByteArray::number(m_left)}});
            stream();
        } else if (path == "/early") {
            m_exchange->respond(401, "text/plain", "no");
        } else if (path == "/cut") {
            m_exchange->begin(200, {});
            m_exchange->write("half");
            m_cut = true;
            m_exchange->wantBody();
        } else if (path == "/lying") {
            m_exchange->begin(200, {{"content-length", "10"}});
            m_exchange->write("abc");
            m_exchange->finish();
        } else if (path == "/raw") {
            m_exchange->switchProtocols({{"connection", "Upgrade"}, {"upgrade", "echo"}});
            m_raw = true;
            m_exchange->wantBody();
        } else if (path == "/split") {
            m_exchange->respond(200, "text/plain", "x",
                                {{"x-a", "b\r\nx-evil: 1"}, {"x-good", "1"}, {"content-length", "1"}});
        } else if (path == "/none") {
            m_exchange->respond(204, {}, {});
        } else if (path != "/hang") {
            m_exchange->respond(200, "text/plain", "hello");
        }
    }
    void bodyArrived(const QByteArray &piece) override
    {
        m_counts.received += piece.size();
        m_body += piece.size();
        if (m_raw || m_exchange->head().path() == "/echo")
            m_exchange->write(piece);
        m_exchange->wantBody();
    }
    void bodyEnded() override
    {
        if (m_cut)
            return m_exchange->abort();
        if (m_exchange->head().path() == "/echo")
            m_exchange->finish();
        else
            m_exchange->respond(200, "text/plain", QByteArray::number(m_body));
    }
    void drained() override { stream(); }
    void closed() override { ++m_counts.closed; }

private:
    void stream()
    {
        static const QByteArray Piece(64 * 1024, 'x');
        while (m_left > 0 && m_exchange->queued() < Exchange::HighMark) {
            const qsizetype size = std::min<qint64>(m_left, Piece.size());
            m_left -= size;
            m_exchange->write(Piece.first(size));
            m_counts.sent += size;
            m_counts.mostQueued = std::max<qint64>(m_counts.mostQueued, m_exchange->queued());
        }
        if (m_left == 0 && m_exchange->head().path() == "/big")
            m_exchange->finish();
    }

    std::shared_ptr<Exchange> m_exchange;
    Counts &m_counts;
    qint64 m_left = -1;
    qint64 m_body = 0;
    bool m_raw = false;
    bool m_cut = false;
};

} // namespace sandglass::test
