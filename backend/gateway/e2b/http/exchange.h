// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/http1message.h"

#include <chrono>
#include <memory>

namespace sandglass::gateway {

// One request on a connection, and the way to answer it. Server's thread only. After RequestHandler::closed()
// every call does nothing.
class Exchange
{
public:
    static constexpr qsizetype HighMark = 512 * 1024;

    virtual ~Exchange() = default;
    [[nodiscard]] virtual const RequestHead &head() const = 0;
    [[nodiscard]] virtual bool hasBody() const = 0;
    // From this machine, by the loopback address.
    [[nodiscard]] virtual bool isLocal() const = 0;
    [[nodiscard]] virtual bool isSecure() const = 0; // through TLS
    // Asks for one piece of the body: bodyArrived() or bodyEnded() follows, from the event loop.
    virtual void wantBody() = 0;
    // The whole body must be there by then; the connection ends else.
    virtual void limitBodyTime(std::chrono::milliseconds deadline) = 0;

    // The head of the answer. Without a content-length the body is chunked (or ends with the connection for a
    // client that cannot); fields of the connection itself are the server's business.
    virtual void begin(int status, const HttpFields &fields) = 0;
    virtual void write(const QByteArray &piece) = 0;
    // Bytes that the client has not taken yet; who writes much stops at HighMark until drained().
    [[nodiscard]] virtual qsizetype queued() const = 0;
    virtual void finish() = 0;
    // 101: from here on write() and bodyArrived() carry plain bytes; finish() ends the connection.
    virtual void switchProtocols(const HttpFields &fields) = 0;
    // The client sees a broken connection, not an answer that seems whole.
    virtual void abort() = 0;

    // A whole answer at once.
    void respond(int status, const QByteArray &contentType, const QByteArray &body, HttpFields extra = {});
};

// Whoever answers one request. Made by the server's factory; called in the server's thread. Shared, because
// work in other threads may hold it weakly.
class RequestHandler
{
public:
    virtual ~RequestHandler() = default;
    virtual void begin() = 0;
    virtual void bodyArrived(const QByteArray &piece) = 0;
    virtual void bodyEnded() = 0;
    virtual void drained() {}
    // The answer is out, or the client went away, or a deadline passed: the last call, once.
    virtual void closed() = 0;
};

} // namespace sandglass::gateway
