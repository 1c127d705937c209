// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QTemporaryDir>

#include <functional>

namespace sandglass::microvm {

// The other end of a unix socket, played by a test: says what it is told to, remembers what it heard.
class ScriptedPeer : public QObject
{
    Q_OBJECT

public:
    explicit ScriptedPeer(bool listenNow = true)
    {
        connect(&m_server, &QLocalServer::newConnection, this, [this] {
            m_socket = m_server.nextPendingConnection();
            ++m_connections;
            connect(m_socket, &QLocalSocket::readyRead, this, [this, socket = m_socket] {
                const QByteArray bytes = socket->readAll();
                m_heard += bytes;
                if (onBytes)
                    onBytes(bytes);
            });
            if (onConnected)
                onConnected();
        });
        if (listenNow)
            listen();
    }

    void listen() { m_listens = m_server.listen(path()); }
    [[nodiscard]] bool listens() const { return m_listens; }
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("peer")); }
    [[nodiscard]] const QByteArray &heard() const { return m_heard; }
    [[nodiscard]] int connections() const { return m_connections; }
    void forget() { m_heard.clear(); }
    void say(const QByteArray &bytes)
    {
        m_socket->write(bytes);
        m_socket->flush();
    }
    void cut() { m_socket->abort(); }

    std::function<void()> onConnected;
    std::function<void(const QByteArray &)> onBytes;

private:
    QTemporaryDir m_folder;
    QLocalServer m_server;
    QPointer<QLocalSocket> m_socket;
    QByteArray m_heard;
    int m_connections = 0;
    bool m_listens = false;
};

} // namespace sandglass::microvm
