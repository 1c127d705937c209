// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/control/controlcall.h"
#include "backend/gateway/e2b/live/websocket.h"

namespace sandglass::gateway {

// How listeners reach the fleet's thread and hear from it. Server's thread; the functions may be called from
// any.
struct LiveParts
{
    using Hear = std::function<void(const QList<QByteArray> &texts)>;
    std::function<void(quint64 listener, std::optional<quint64> cursor, Hear hear)> listen;
    std::function<void(quint64 listener)> stop;
    quint64 lastListener = 0;
};

// GET /live, a WebSocket: the fleet's events as they happen. Needs an API key, like the control API. A
// listener that does not read what it is told is let go (1013) and comes back with its cursor.
class LiveCall final : public RequestHandler, public std::enable_shared_from_this<LiveCall>
{
public:
    LiveCall(std::shared_ptr<Exchange> exchange, std::shared_ptr<ControlParts> control,
             std::shared_ptr<LiveParts> live);

    void begin() override;
    void bodyArrived(const QByteArray &piece) override;
    void bodyEnded() override {}
    void closed() override;

private:
    void refuse(const ApiFault &fault);
    void say(const QList<QByteArray> &texts);
    void end(const QByteArray &lastWords);

    std::shared_ptr<Exchange> m_exchange;
    std::shared_ptr<ControlParts> m_control;
    std::shared_ptr<LiveParts> m_live;
    WebSocketReader m_reader;
    quint64 m_listener = 0; // 0: not yet, or no more
    bool m_open = true;
};

} // namespace sandglass::gateway
