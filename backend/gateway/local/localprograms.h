// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/api/wire/json.h"

#include <QObject>
#include <QQueue>

#include <memory>
#include <unordered_map>

namespace sandglass::gateway {

// The programs that one peer runs in sandboxes. The peer numbers its programs; output comes as notifications
// in order. Input is answered when the guest has room for more, which is the peer's credit. A program whose
// peer is gone is killed. In the fleet's thread; owned by its connection.
class LocalPrograms final : public QObject
{
    Q_OBJECT

public:
    LocalPrograms(Fleet &fleet, int limit);
    ~LocalPrograms() override;

    [[nodiscard]] bool handles(const QString &method) const;
    // Answered exactly once by `answered`, at once or later.
    void call(qint64 requestId, const QString &method, const wire::Json &params);
    // Held while the peer is slow.
    void hold(bool held);

signals:
    void spoke(const QString &method, const sandglass::wire::Json &params);
    void answered(qint64 requestId, const sandglass::Result<sandglass::wire::Json> &result);

private:
    struct Program
    {
        std::unique_ptr<ExecSession> session;
        QQueue<qint64> waitingInput; // requests to be answered when the guest has room
        bool held = false;           // the peer asked for it
    };

    void start(qint64 requestId, const wire::Json &params);
    void write(qint64 requestId, Program &program, const wire::Json &params);
    void holdOne(qint64 requestId, Program &program, const wire::Json &params);
    void listen(qint64 number, ExecSession &session);
    void speakOutput(const char *method, qint64 number, const QByteArray &data);
    void finish(qint64 number, const Result<ExitStatus> &end);

    Fleet &m_fleet;
    int m_limit;
    bool m_held = false;
    std::unordered_map<qint64, Program> m_programs;
};

} // namespace sandglass::gateway
