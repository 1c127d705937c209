// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QByteArray>

#include <vector>

namespace sandglass::wire {

// One message of a Connect stream (connectrpc.com/docs/protocol, "Streaming RPCs"): a flag byte, a length of
// four bytes, big-endian, and the payload.
struct ConnectMessage
{
    static constexpr quint8 EndOfStream = 0x02;

    quint8 flags = 0;
    QByteArray payload;

    friend bool operator==(const ConnectMessage &, const ConnectMessage &) = default;
};

[[nodiscard]] QByteArray connectEnvelope(const ConnectMessage &message);

// Cuts a byte stream into messages. ProtocolViolation: one that is too long, compressed, or after the end.
// Pure.
class ConnectParser
{
public:
    static constexpr qsizetype MaxPayload = 4 * 1024 * 1024;

    [[nodiscard]] Result<std::vector<ConnectMessage>> feed(QByteArrayView chunk);
    // The end-of-stream message came; a stream without it was cut.
    [[nodiscard]] bool sawEnd() const { return m_ended; }

private:
    QByteArray m_buffer;
    bool m_ended = false;
};

} // namespace sandglass::wire
