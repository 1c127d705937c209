// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/local/localapi.h"

#include "backend/api/wire/rpcmessage.h"
#include "backend/core/logging.h"
#include "backend/gateway/local/localconnection.h"

#include <QLocalSocket>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace sandglass::gateway {

namespace {

// The file's mode guards already; this also holds where a file system ignores modes of sockets.
bool isOwnUser(const QLocalSocket &socket)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    const int descriptor = static_cast<int>(socket.socketDescriptor());
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == geteuid() || peer.uid == 0);
}

// The refusal fits into any socket's buffer, so it arrives although the connection ends here.
void turnAway(QLocalSocket &socket, Error error)
{
    socket.write(wire::answerLine({std::nullopt, fail(std::move(error))}));
    socket.flush();
    socket.disconnectFromServer();
}

} // namespace

LocalApi::LocalApi(Fleet &fleet, QString program, const LocalApiLimits &limits, QObject *parent)
    : QObject(parent), m_fleet(fleet), m_program(std::move(program)), m_limits(limits)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &LocalApi::accept);
    connect(&m_heartbeat, &QTimer::timeout, this, &LocalApi::beat);
    m_heartbeat.setInterval(m_limits.heartbeat);
}

LocalApi::~LocalApi() = default;

Result<void> LocalApi::listen(const QString &path)
{
    QLocalServer::removeServer(path);
    if (!m_server.listen(path))
        return fail(ErrorCode::PermissionDenied, QStringLiteral("%1: %2").arg(path, m_server.errorString()));
    m_heartbeat.start();
    return {};
}

void LocalApi::accept()
{
    while (QLocalSocket *waiting = m_server.nextPendingConnection()) {
        std::unique_ptr<QLocalSocket> socket(waiting);
        socket->setParent(nullptr);
        if (!isOwnUser(*socket)) {
            qCWarning(lcGateway, "a process of another user was turned away");
            turnAway(*socket, Error(ErrorCode::PermissionDenied));
            continue;
        }
        if (connectionCount() >= m_limits.connections) {
            turnAway(*socket, Error(ErrorCode::LimitReached, QStringLiteral("connections")));
            continue;
        }
        auto connection = std::make_unique<LocalConnection>(std::move(socket), m_fleet, m_program, m_limits);
        LocalConnection *raw = connection.get();
        m_connections.push_back(std::move(connection));
        // Queued: a connection is never deleted beneath its own feet.
        connect(
            raw, &LocalConnection::ended, this, [this, raw] { forget(raw); }, Qt::QueuedConnection);
        raw->begin();
    }
}

void LocalApi::beat()
{
    for (const auto &connection : m_connections)
        connection->beat();
}

void LocalApi::forget(const LocalConnection *connection)
{
    std::erase_if(m_connections, [&](const auto &held) { return held.get() == connection; });
}

} // namespace sandglass::gateway
