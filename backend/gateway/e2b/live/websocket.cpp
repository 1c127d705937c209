// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/live/websocket.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace sandglass::gateway {

namespace {

enum Opcode : quint8 { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

constexpr quint8 Final = 0x80;
constexpr quint8 Reserved = 0x70;
constexpr quint8 Masked = 0x80;
constexpr qsizetype MaskSize = 4;
constexpr quint64 MostOfControl = 125;

QByteArray frame(Opcode opcode, QByteArrayView payload)
{
    QByteArray bytes(1, static_cast<char>(Final | opcode));
    const auto size = static_cast<quint64>(payload.size());
    int lengthBytes = 0;
    if (size <= MostOfControl) {
        bytes.append(static_cast<char>(size));
    } else if (size <= 0xFFFF) {
        bytes.append(126);
        lengthBytes = 2;
    } else {
        bytes.append(127);
        lengthBytes = 8;
    }
    for (int i = lengthBytes - 1; i >= 0; --i)
        bytes.append(static_cast<char>(size >> (8 * i)));
    return bytes.append(payload);
}

bool isGoodKey(const QByteArray &key)
{
    const auto decoded = QByteArray::fromBase64Encoding(key, QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.size() == 16;
}

// The head of a client's frame, once its bytes are there.
struct FrameHead
{
    quint8 first = 0;
    bool masked = false;
    quint64 length = 0;
    qsizetype size = 0; // with the mask
};

std::optional<FrameHead> headOf(const QByteArray &bytes)
{
    if (bytes.size() < 2)
        return std::nullopt;
    const auto at = [&bytes](qsizetype i) {
        return static_cast<quint8>(bytes[i]);
    };
    FrameHead head{.first = at(0), .masked = (at(1) & Masked) != 0, .length = at(1) & 0x7Fu, .size = 2};
    const int lengthBytes = head.length == 126 ? 2 : head.length == 127 ? 8 : 0;
    if (bytes.size() < head.size + lengthBytes)
        return std::nullopt;
    if (lengthBytes > 0)
        head.length = 0;
    for (int i = 0; i < lengthBytes; ++i)
        head.length = head.length << 8 | at(head.size + i);
    head.size += lengthBytes + (head.masked ? MaskSize : 0);
    return head;
}

} // namespace

std::optional<HttpFields> webSocketAccept(const RequestHead &head)
{
    const QByteArray key = head.field("sec-websocket-key");
    if (head.method != "GET" || head.minorVersion < 1 || !listHolds(head.field("connection"), "upgrade") ||
        !listHolds(head.field("upgrade"), "websocket") || head.field("sec-websocket-version") != "13" ||
        head.count("sec-websocket-key") != 1 || !isGoodKey(key))
        return std::nullopt;
    constexpr char Salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    return HttpFields{
        {"connection", "Upgrade"},
        {"upgrade", "websocket"},
        {"sec-websocket-accept", QCryptographicHash::hash(key + Salt, QCryptographicHash::Sha1).toBase64()}};
}

QByteArray textFrame(QByteArrayView text)
{
    return frame(Text, text);
}

QByteArray pongFrame(QByteArrayView payload)
{
    return frame(Pong, payload);
}

QByteArray closeFrame(WebSocketCode code)
{
    const auto number = static_cast<quint16>(code);
    const std::array<char, 2> payload{static_cast<char>(number >> 8), static_cast<char>(number & 0xFF)};
    return frame(Close, QByteArrayView(payload.data(), payload.size()));
}

void WebSocketReader::end(QByteArray &answer, WebSocketCode code)
{
    m_over = true;
    m_bytes.clear();
    answer += closeFrame(code);
}

QByteArray WebSocketReader::feed(QByteArrayView bytes)
{
    QByteArray answer;
    const auto skipped =
        static_cast<qsizetype>(std::min<quint64>(m_skip, static_cast<quint64>(bytes.size())));
    m_skip -= static_cast<quint64>(skipped);
    if (m_over)
        return answer;
    m_bytes.append(bytes.sliced(skipped));
    while (!m_over && m_skip == 0 && takeFrame(answer)) {
    }
    return answer;
}

// False when more is needed.
bool WebSocketReader::takeFrame(QByteArray &answer)
{
    const auto head = headOf(m_bytes);
    if (!head)
        return false;
    const auto opcode = static_cast<quint8>(head->first & 0x0F);
    const bool isFinal = (head->first & Final) != 0;
    const bool isControl = opcode >= Close;
    const bool isKnown = opcode <= Binary || (opcode >= Close && opcode <= Pong);
    const bool inOrder =
        isControl ? isFinal && head->length <= MostOfControl : (opcode == Continuation) == m_inMessage;
    if (!head->masked || (head->first & Reserved) != 0 || !isKnown || !inOrder) {
        end(answer, WebSocketCode::Protocol);
        return false;
    }
    if (head->length > MaxPayload) {
        end(answer, WebSocketCode::TooBig);
        return false;
    }
    if (!isControl) {
        const qsizetype here = std::min(m_bytes.size() - head->size, static_cast<qsizetype>(head->length));
        if (here < 0)
            return false; // the mask is on its way
        m_inMessage = !isFinal;
        m_skip = head->length - static_cast<quint64>(here);
        m_bytes.remove(0, head->size + here);
        return true;
    }
    const qsizetype whole = head->size + static_cast<qsizetype>(head->length);
    if (m_bytes.size() < whole)
        return false;
    QByteArray payload = m_bytes.sliced(head->size, static_cast<qsizetype>(head->length));
    for (qsizetype i = 0; i < payload.size(); ++i)
        payload[i] = static_cast<char>(payload[i] ^ m_bytes[head->size - MaskSize + i % MaskSize]);
    m_bytes.remove(0, whole);
    if (opcode == Close)
        end(answer, WebSocketCode::Normal);
    else if (opcode == Ping)
        answer += pongFrame(payload);
    return true;
}

} // namespace sandglass::gateway
