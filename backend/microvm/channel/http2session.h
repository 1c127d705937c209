// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/core/result.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::microvm {

struct HttpHeader
{
    QByteArray name; // lower case
    QByteArray value;

    friend bool operator==(const HttpHeader &, const HttpHeader &) = default;
};
using HttpHeaders = std::vector<HttpHeader>;

struct HttpRequest
{
    QByteArray method = "GET";
    QByteArray path; // CONNECT: empty
    HttpHeaders headers;
    QByteArray authority = "guest"; // CONNECT: host:port
};

// What came out of received bytes.
struct Http2Event
{
    // Greeted: the peer's settings came, and its answer to this very session's first ping.
    enum class Kind { Greeted, Headers, Data, PeerFinished, Closed, GoAway };

    Kind kind = Kind::Greeted;
    qint32 stream = 0;
    int status = 0;        // Headers
    HttpHeaders headers{}; // Headers; trailers have status 0
    QByteArray data{};     // Data
    quint32 errorCode = 0; // Closed, GoAway: RFC 9113 section 7
};

// The client's half of one HTTP/2 connection (RFC 9113, by nghttp2) without any I/O: bytes in, events and
// bytes out. The peer is a guest, so everything is limited: header lists, frames, what may wait unread. Flow
// control credit is given back by consume() alone. Any error of receive() ends the session. One thread.
class Http2Session
{
public:
    static constexpr qint32 StreamWindow = 4 * 1024 * 1024;
    static constexpr qint32 ConnectionWindow = 16 * 1024 * 1024;
    static constexpr qsizetype MaxHeaderList = 64 * 1024;
    static constexpr qsizetype MaxUnread = 64 * 1024 * 1024; // over all streams
    static constexpr qsizetype MaxUnsent = 1024 * 1024;      // body of one stream

    Http2Session();
    ~Http2Session();
    Http2Session(Http2Session &&) noexcept;
    Http2Session &operator=(Http2Session &&) noexcept;

    [[nodiscard]] Result<std::vector<Http2Event>> receive(QByteArrayView bytes);
    // Sending ends streams, too.
    [[nodiscard]] std::vector<Http2Event> takeEvents();
    // Up to about `most` bytes to send now; empty: nothing.
    [[nodiscard]] QByteArray takeOutput(qsizetype most);

    // Opens a stream; with `bodyFollows` its body comes by appendBody/finishBody. LimitReached, Internal.
    [[nodiscard]] Result<qint32> submit(const HttpRequest &request, const QByteArray &body, bool bodyFollows);
    // How much of it was taken; the rest must wait until unsentBody() falls.
    qsizetype appendBody(qint32 stream, QByteArrayView bytes);
    void finishBody(qint32 stream);
    [[nodiscard]] qsizetype unsentBody(qint32 stream) const;

    void consume(qint32 stream, qsizetype bytes);
    void reset(qint32 stream);
    void resetAll();
    // The peer broke the protocol: known once the output that tells it so was taken.
    [[nodiscard]] std::optional<Error> broken() const;
    // Nothing more will be sent or is expected.
    [[nodiscard]] bool isFinished() const;

private:
    struct Data;
    std::unique_ptr<Data> d;
};

} // namespace sandglass::microvm
