// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/http1message.h"

#include <optional>

namespace sandglass::gateway {

// The server's half of RFC 6455 as far as a feed needs it: text goes out, what clients say is read for its
// control frames alone. Bytes in, bytes out; no I/O.

// What an upgrade is answered with; nothing when the request is no good one (section 4.2.1).
[[nodiscard]] std::optional<HttpFields> webSocketAccept(const RequestHead &head);

enum class WebSocketCode : quint16 {
    Normal = 1000,
    GoingAway = 1001,
    Protocol = 1002,
    TooBig = 1009,
    TryLater = 1013
};

[[nodiscard]] QByteArray textFrame(QByteArrayView text);
[[nodiscard]] QByteArray pongFrame(QByteArrayView payload);
[[nodiscard]] QByteArray closeFrame(WebSocketCode code);

// Takes what a client sends and says what is to be answered.
class WebSocketReader
{
public:
    static constexpr quint64 MaxPayload = 64 * 1024; // of one frame; nobody has anything to tell us

    // Bytes to send back. After isOver() that is the last frame, and the connection ends.
    [[nodiscard]] QByteArray feed(QByteArrayView bytes);
    [[nodiscard]] bool isOver() const { return m_over; }

private:
    [[nodiscard]] bool takeFrame(QByteArray &answer);
    void end(QByteArray &answer, WebSocketCode code);

    QByteArray m_bytes; // of a frame that is not whole
    quint64 m_skip = 0; // of a data frame's payload, which goes nowhere
    bool m_inMessage = false;
    bool m_over = false;
};

} // namespace sandglass::gateway
