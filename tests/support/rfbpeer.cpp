// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rfbpeer.h"

#include <QtEndian>

namespace sandglass::test {

namespace {

quint16 readU16(const QByteArray &bytes, qsizetype at)
{
    return qFromBigEndian<quint16>(bytes.constData() + at);
}

quint32 readU32(const QByteArray &bytes, qsizetype at)
{
    return qFromBigEndian<quint32>(bytes.constData() + at);
}

} // namespace

RfbPeer::RfbPeer() : RfbPeer(Script()) {}

RfbPeer::RfbPeer(Script how) : script(std::move(how))
{
    connect(&m_server, &QLocalServer::newConnection, this, &RfbPeer::accept);
}

QString RfbPeer::path() const
{
    return m_folder.filePath(QStringLiteral("rfb"));
}

bool RfbPeer::listen()
{
    return m_server.listen(path());
}

void RfbPeer::stopListening()
{
    m_server.close();
}

void RfbPeer::accept()
{
    hangUp();
    m_socket = m_server.nextPendingConnection();
    m_socket->setParent(this);
    ++connections;
    m_input.clear();
    m_sent = 0;
    m_answered = false;
    m_stage = Stage::Version;
    connect(m_socket, &QLocalSocket::readyRead, this, &RfbPeer::read);
    send(script.greeting);
}

void RfbPeer::read()
{
    if (!m_socket)
        return;
    m_input += m_socket->readAll();
    while (m_socket && step()) {
    }
}

bool RfbPeer::step()
{
    if (m_stage != Stage::Messages)
        return handshakeStep();
    if (m_input.isEmpty())
        return false;
    const int type = quint8(m_input.front());
    const auto length = lengthOf(type);
    if (!length || m_input.size() < *length)
        return false;
    const QByteArray bytes = m_input.first(*length);
    m_input.remove(0, *length);
    message(type, bytes);
    return true;
}

bool RfbPeer::handshakeStep()
{
    const auto take = [this](qsizetype count) {
        if (m_input.size() < count)
            return false;
        m_input.remove(0, count);
        return true;
    };
    switch (m_stage) {
    case Stage::Version:
        if (!take(12))
            return false;
        m_stage = Stage::Security;
        send(char(script.security.size()) + script.security);
        return true;
    case Stage::Security: {
        if (m_input.isEmpty())
            return false;
        const bool wantsPassword = m_input.front() == '\2';
        (void)take(1);
        m_stage = wantsPassword ? Stage::Password : Stage::ClientInit;
        send(wantsPassword ? QByteArray(16, 'c') : u32(0));
        return true;
    }
    case Stage::Password:
        if (!take(16))
            return false;
        m_stage = Stage::ClientInit;
        send(script.acceptsPassword ? u32(0) : u32(1) + u32(2) + "no");
        return true;
    case Stage::ClientInit:
        if (!take(1))
            return false;
        m_stage = Stage::Messages;
        send(u16(script.size.width()) + u16(script.size.height()) +
             QByteArray::fromHex("20180001"
                                 "00ff00ff00ff"
                                 "100800"
                                 "000000") +
             u32(script.nameLength.value_or(quint32(script.name.size()))) + script.name);
        return true;
    case Stage::Messages:
        break;
    }
    return false;
}

std::optional<qsizetype> RfbPeer::lengthOf(int type) const
{
    switch (type) {
    case 0:
        return 20;
    case 2:
        return m_input.size() < 4 ? std::nullopt : std::optional(4 + 4 * qsizetype(readU16(m_input, 2)));
    case 3:
        return 10;
    case 4:
        return 8;
    case 5:
        return 6;
    case 6:
        return m_input.size() < 8 ? std::nullopt : std::optional(8 + qsizetype(readU32(m_input, 4)));
    default:
        qFatal("the client sent message type %d", type);
    }
}

void RfbPeer::message(int type, const QByteArray &bytes)
{
    if (type == 2) {
        encodings.clear();
        for (qsizetype at = 4; at < bytes.size(); at += 4)
            encodings.push_back(qint32(readU32(bytes, at)));
    } else if (type == 3) {
        const bool incremental = bytes.at(1) != 0;
        requests.push_back(incremental);
        requestedSize = QSize(readU16(bytes, 6), readU16(bytes, 8));
        if (script.autoUpdate && (!incremental || !m_answered)) {
            m_answered = true;
            sendRect(QRect(QPoint(), script.size), Qt::blue);
        }
    } else if (type == 4) {
        keys.push_back({readU32(bytes, 4), bytes.at(1) != 0});
    } else if (type == 5) {
        pointers.push_back({QPoint(readU16(bytes, 2), readU16(bytes, 4)), quint8(bytes.at(1))});
    }
}

void RfbPeer::send(const QByteArray &bytes)
{
    if (!m_socket)
        return;
    const bool cuts = script.cutAfter >= 0 && m_sent + bytes.size() >= script.cutAfter;
    const QByteArray now = cuts ? bytes.first(script.cutAfter - m_sent) : bytes;
    m_sent += now.size();
    m_socket->write(now);
    if (cuts)
        hangUp();
}

void RfbPeer::sendRect(const QRect &rect, QColor colour)
{
    send(QByteArray::fromHex("0000") + u16(1) + rectHead(rect, 0) + pixels(rect.size(), colour));
}

void RfbPeer::sendHalfRect(const QRect &rect, QColor colour)
{
    const QByteArray all = pixels(rect.size(), colour);
    send(QByteArray::fromHex("0000") + u16(1) + rectHead(rect, 0) + all.first(all.size() / 2));
}

void RfbPeer::sendResize(QSize size)
{
    script.size = size;
    send(QByteArray::fromHex("0000") + u16(1) + rectHead(QRect(QPoint(), size), -223));
}

void RfbPeer::sendCutText(const QByteArray &text)
{
    send(QByteArray::fromHex("03000000") + u32(quint32(text.size())) + text);
}

void RfbPeer::sendCursor(QSize size, QPoint hotspot, QColor colour)
{
    const QByteArray mask(qsizetype((size.width() + 7) / 8) * size.height(), '\xff');
    send(QByteArray::fromHex("0000") + u16(1) + rectHead(QRect(hotspot, size), -239) + pixels(size, colour) +
         mask);
}

void RfbPeer::stopReading()
{
    if (!m_socket)
        return;
    disconnect(m_socket, &QLocalSocket::readyRead, this, nullptr);
    m_socket->setReadBufferSize(1); // or Qt goes on reading by itself
}

void RfbPeer::hangUp()
{
    if (!m_socket)
        return;
    QLocalSocket *socket = m_socket;
    m_socket = nullptr;
    socket->disconnect(this);
    socket->flush();
    socket->disconnectFromServer();
    socket->deleteLater();
}

QByteArray RfbPeer::pixels(QSize size, QColor colour) const
{
    const QRgb rgb = colour.rgb() & 0xffffff; // the fourth byte as QEMU sends it
    QByteArray bytes;
    bytes.reserve(qsizetype(size.width()) * size.height() * 4);
    for (int i = 0; i < size.width() * size.height(); ++i)
        bytes.append(reinterpret_cast<const char *>(&rgb), 4);
    return bytes;
}

QByteArray RfbPeer::rectHead(const QRect &rect, qint32 encoding)
{
    return u16(rect.x()) + u16(rect.y()) + u16(rect.width()) + u16(rect.height()) + u32(quint32(encoding));
}

QByteArray RfbPeer::u16(int value)
{
    const auto wire = qToBigEndian(quint16(value));
    return {reinterpret_cast<const char *>(&wire), sizeof wire};
}

QByteArray RfbPeer::u32(quint32 value)
{
    const auto wire = qToBigEndian(value);
    return {reinterpret_cast<const char *>(&wire), sizeof wire};
}

} // namespace sandglass::test
