// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/wire/connectcodec.h"

#include <QtEndian>

namespace sandglass::wire {

namespace {

constexpr qsizetype HeadSize = 5;

} // namespace

QByteArray connectEnvelope(const ConnectMessage &message)
{
    QByteArray bytes(HeadSize, Qt::Uninitialized);
    bytes[0] = static_cast<char>(message.flags);
    qToBigEndian(static_cast<quint32>(message.payload.size()), bytes.data() + 1);
    return bytes + message.payload;
}

Result<std::vector<ConnectMessage>> ConnectParser::feed(QByteArrayView chunk)
{
    m_buffer.append(chunk);
    std::vector<ConnectMessage> messages;
    qsizetype start = 0;
    while (m_buffer.size() - start >= HeadSize) {
        const auto flags = static_cast<quint8>(m_buffer[start]);
        const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(m_buffer.constData() + start + 1));
        if (m_ended)
            return fail(ErrorCode::ProtocolViolation, QStringLiteral("Connect: a message after the end"));
        if ((flags & ~ConnectMessage::EndOfStream) != 0)
            return fail(ErrorCode::ProtocolViolation, QStringLiteral("Connect: unknown flags %1").arg(flags));
        if (length > MaxPayload)
            return fail(ErrorCode::ProtocolViolation,
                        QStringLiteral("Connect: a message of %1 bytes").arg(length));
        if (m_buffer.size() - start - HeadSize < length)
            break;
        messages.push_back({flags, m_buffer.mid(start + HeadSize, length)});
        m_ended = (flags & ConnectMessage::EndOfStream) != 0;
        start += HeadSize + length;
    }
    m_buffer.remove(0, start);
    if (m_ended && !m_buffer.isEmpty())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("Connect: bytes after the end"));
    return messages;
}

} // namespace sandglass::wire
