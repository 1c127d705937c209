// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/rpcmessage.h"
#include "backend/gateway/local/localapi.h"
#include "backend/gateway/local/localprograms.h"
#include "backend/gateway/local/localsubscription.h"

#include <QElapsedTimer>
#include <QLocalSocket>

namespace sandglass::gateway {

// One peer of the local API: reads lines with limits, dispatches requests, writes answers and notifications,
// and keeps what is unsent small: lists are gathered and programs held while the peer is slow. Ends itself at
// the first thing that is no JSON-RPC. Owned by LocalApi, in its thread; `ended` comes once.
class LocalConnection final : public QObject
{
    Q_OBJECT

public:
    LocalConnection(std::unique_ptr<QLocalSocket> socket, Fleet &fleet, const QString &program,
                    const LocalApiLimits &limits);
    ~LocalConnection() override;

    void begin();
    // Every heartbeat: a sign of life for the peer, and a look at whether it still reads.
    void beat();

signals:
    void ended();

private:
    void readSome();
    void readMore(); // once, in the next turn
    void handleLine(QByteArrayView line);
    void handle(const wire::RpcRequest &request);
    [[nodiscard]] Result<wire::Json> greet(const wire::Json &params);
    [[nodiscard]] Result<wire::Json> subscribe(const wire::Json &params);
    void call(qint64 id, const wire::RpcRequest &request);
    void answerLater(qint64 id, Pending<wire::Json> pending);
    void answered(qint64 id, Result<wire::Json> result);
    void write(const QByteArray &line);
    void answer(std::optional<qint64> id, Result<wire::Json> result);
    void pump();
    void violate(const Error &error);
    void sayGoodbye();
    void giveUp(const char *why);

    std::unique_ptr<QLocalSocket> m_socket;
    Fleet &m_fleet;
    QString m_program;
    LocalApiLimits m_limits;
    wire::LineCutter m_lines;
    QTimer m_helloTimer;
    QTimer m_lingerTimer;
    QElapsedTimer m_progress; // since the peer last read
    LocalPrograms m_programs;
    std::unique_ptr<LocalSubscription> m_subscription;
    int m_inFlight = 0;
    bool m_greeted = false;
    bool m_readScheduled = false;
    bool m_ending = false;
};

} // namespace sandglass::gateway
