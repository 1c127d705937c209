// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/rpcmessage.h"
#include "backend/core/backoff.h"
#include "backend/core/pending.h"

#include <QElapsedTimer>
#include <QLocalSocket>
#include <QTimer>

#include <unordered_map>

namespace sandglass::connect {

struct RpcClientOptions
{
    QString socketPath;
    qsizetype lineBytes = qsizetype(64) << 20;
    std::chrono::milliseconds firstRetry{100};
    std::chrono::milliseconds lastRetry{5000};
    std::chrono::milliseconds greetingDeadline{5000};
    std::chrono::milliseconds silentAfter{15000}; // the server beats every five seconds
    std::chrono::milliseconds deadAfter{45000};
};

// Who answers at the other end.
struct ServerInfo
{
    QString program;
    QString version;
    qint64 processId = 0;
};

// The client's end of the local API: connects, greets, matches answers to calls, and comes back by itself
// when the connection was lost. Whatever ends a connection, each call is answered once. One thread; never
// blocks.
class RpcClient final : public QObject
{
    Q_OBJECT

public:
    explicit RpcClient(RpcClientOptions options, QObject *parent = nullptr);
    ~RpcClient() override;

    void start();
    [[nodiscard]] bool isReady() const { return m_ready; }
    [[nodiscard]] const ServerInfo &server() const { return m_server; }
    // Errors: the server's, EngineUnreachable (no connection, or lost before the answer), TimedOut.
    // Without a deadline it may take as long as it takes.
    [[nodiscard]] Pending<wire::Json> call(const QString &method, wire::Json params,
                                           std::optional<std::chrono::milliseconds> deadline = {});

signals:
    void ready();
    void lost(const sandglass::Error &why); // after every failed try, too
    void silenceChanged(bool silent);
    void heard();
    void notified(const QString &method, const sandglass::wire::Json &params);

private:
    struct Call
    {
        QPromise<Result<wire::Json>> promise;
        std::optional<std::chrono::milliseconds> deadline;
        QElapsedTimer age;
    };

    void open();
    void greet();
    void greeted(const Result<wire::Json> &answer);
    void read();
    void receive(QByteArrayView line);
    void drop(const Error &why);
    void watch();
    [[nodiscard]] static Error unreachable(const QString &detail);
    static void settle(Call &call, Result<wire::Json> result);

    RpcClientOptions m_options;
    Backoff m_backoff;
    QLocalSocket m_socket;
    QTimer m_retry;
    QTimer m_watch;
    QElapsedTimer m_quiet; // since the server was heard
    wire::LineCutter m_lines;
    ServerInfo m_server;
    std::unordered_map<qint64, Call> m_calls;
    qint64 m_nextId = 1;
    qint64 m_greeting = 0; // the call that waits for the greeting
    bool m_connecting = false;
    bool m_ready = false;
    bool m_silent = false;
};

} // namespace sandglass::connect
