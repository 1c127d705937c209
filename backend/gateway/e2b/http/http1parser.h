// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/gateway/e2b/http/http1message.h"

#include <memory>

namespace sandglass::gateway {

// Reads one HTTP/1.1 message from bytes as they come (RFC 9112, by Boost.Beast, which is named in this
// class's source alone). The peer is hostile: the head is limited, both framings at once are refused, and the
// body is handed out as it comes, so nothing grows. One thread, no I/O.
class Http1Parser
{
public:
    enum class Kind { Request, Response };
    enum class Fault { None, Malformed, HeadTooLong };

    static constexpr int MaxHead = 32 * 1024;

    // `headOnly`: a response to HEAD, or one that turns the connection into something else.
    explicit Http1Parser(Kind kind, bool headOnly = false);
    ~Http1Parser();
    Q_DISABLE_COPY(Http1Parser)

    // Takes bytes; the first fault stays.
    Fault feed(QByteArrayView bytes);
    // The peer will send nothing more: a body without a length ends here; anything else is cut.
    Fault finishInput();

    [[nodiscard]] bool hasHead() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] const RequestHead &request() const;
    [[nodiscard]] const ResponseHead &response() const;
    [[nodiscard]] bool keepsAlive() const;
    // A body may follow the head.
    [[nodiscard]] bool hasBody() const;
    // What came of the body since the last call.
    [[nodiscard]] QByteArray takeBody();
    // What came after the end of the message (or, with `headOnly`, after its head).
    [[nodiscard]] QByteArray takeRest();
    [[nodiscard]] bool hasPartialHead() const;

private:
    struct Data;
    std::unique_ptr<Data> d;
};

} // namespace sandglass::gateway
