// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/http1parser.h"

#include <QTcpSocket>
#include <QTest>

namespace sandglass::test {

// A client that says exactly the bytes that a test wants said, and reads answers one after the other.
class RawClient
{
public:
    struct Reply
    {
        int status = 0; // 0: none came
        HttpFields fields;
        QByteArray body;
        bool whole = false;
        [[nodiscard]] QByteArray field(QByteArrayView name) const { return gateway::fieldOf(fields, name); }
    };

    explicit RawClient(quint16 port) : RawClient(QStringLiteral("127.0.0.1"), port) {}
    RawClient(const QString &address, quint16 port)
    {
        m_socket.connectToHost(address, port);
        (void)QTest::qWaitFor([&] { return m_socket.state() == QAbstractSocket::ConnectedState; }, 30'000);
    }

    void say(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }
    [[nodiscard]] bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    [[nodiscard]] bool waitClosed(int milliseconds = 30'000)
    {
        return QTest::qWaitFor([&] { return !isOpen(); }, milliseconds);
    }
    [[nodiscard]] QTcpSocket &socket() { return m_socket; }
    // What came and no answer has used.
    [[nodiscard]] QByteArray takeBytes()
    {
        m_bytes += m_socket.readAll();
        return std::exchange(m_bytes, {});
    }
    [[nodiscard]] bool waitFor(const QByteArray &text, int milliseconds = 30'000)
    {
        return QTest::qWaitFor(
            [&] {
                m_bytes += m_socket.readAll();
                return m_bytes.contains(text);
            },
            milliseconds);
    }

    [[nodiscard]] Reply read(bool headOnly = false, int milliseconds = 30'000)
    {
        gateway::Http1Parser parser(gateway::Http1Parser::Kind::Response, headOnly);
        Reply reply;
        bool broken = false;
        (void)QTest::qWaitFor(
            [&] {
                QByteArray bytes = takeBytes();
                if (!bytes.isEmpty())
                    broken = parser.feed(bytes) != gateway::Http1Parser::Fault::None;
                if (!isOpen() && m_socket.bytesAvailable() == 0 && !parser.isDone())
                    broken = parser.finishInput() != gateway::Http1Parser::Fault::None || broken;
                reply.body += parser.takeBody();
                return broken || parser.isDone();
            },
            milliseconds);
        if (parser.hasHead()) {
            reply.status = parser.response().status;
            reply.fields = parser.response().fields;
        }
        reply.whole = parser.isDone() && !broken;
        m_bytes = parser.takeRest();
        return reply;
    }

private:
    QTcpSocket m_socket;
    QByteArray m_bytes;
};

} // namespace sandglass::test
