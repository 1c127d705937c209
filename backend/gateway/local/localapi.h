// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/core/result.h"

#include <QLocalServer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace sandglass::gateway {

class LocalConnection;

// What one peer may ask of us at most. The defaults are generous for people and scripts, and small for a
// flood.
struct LocalApiLimits
{
    int connections = 64;
    qsizetype lineBytes = qsizetype(1) << 20;
    int requestsInFlight = 64;
    int programs = 32;
    int linesPerTurn = 64;                 // then other connections have their turn
    qint64 softBacklog = qint64(1) << 20;  // unsent bytes at which gathering and holding begin
    qint64 hardBacklog = qint64(64) << 20; // unsent bytes at which a peer is given up
    std::chrono::milliseconds helloDeadline{5000};
    std::chrono::milliseconds lingerDeadline{1000}; // for a peer that was refused to read why
    std::chrono::milliseconds heartbeat{5000};
    std::chrono::milliseconds stallDeadline{60000}; // a peer that has read nothing for so long is given up
};

// Serves one fleet to other processes of the same user over a unix socket: JSON-RPC 2.0, one message a line
// (README.md lists the calls). The socket is created with mode 0600 and peers of other users are refused.
// Lives in the fleet's thread; the fleet outlives it. Starts the fleet's feed at the first subscription.
class LocalApi final : public QObject
{
    Q_OBJECT

public:
    // `program` is told to clients, e.g. "sandglassd".
    LocalApi(Fleet &fleet, QString program, const LocalApiLimits &limits = {}, QObject *parent = nullptr);
    ~LocalApi() override;

    // A socket that was left behind is replaced: call it only while holding the data folder's lock.
    [[nodiscard]] Result<void> listen(const QString &path);
    [[nodiscard]] QString path() const { return m_server.fullServerName(); }
    [[nodiscard]] int connectionCount() const { return static_cast<int>(m_connections.size()); }

private:
    void accept();
    void beat();
    void forget(const LocalConnection *connection);

    Fleet &m_fleet;
    QString m_program;
    LocalApiLimits m_limits;
    QLocalServer m_server;
    QTimer m_heartbeat;
    std::vector<std::unique_ptr<LocalConnection>> m_connections;
};

} // namespace sandglass::gateway
