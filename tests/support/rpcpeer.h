// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/rpcmessage.h"

#include <QLocalSocket>

#include <vector>

namespace sandglass::test {

// A client of the local API as raw as it gets: sends any bytes, and keeps what was said to it.
class Peer
{
public:
    explicit Peer(const QString &path)
    {
        // At once: what is unread when the other side closes is lost.
        QObject::connect(&socket, &QLocalSocket::readyRead, &socket, [this] { collect(); });
        socket.connectToServer(path);
        socket.waitForConnected(1000);
    }

    void send(const QByteArray &bytes)
    {
        socket.write(bytes);
        socket.flush();
    }
    void ask(qint64 id, const char *method, wire::Json params = wire::Json::object())
    {
        send(wire::requestLine({id, QString::fromLatin1(method), std::move(params)}));
    }
    void greet() { ask(1, "hello", {{"protocol", wire::ProtocolVersion}}); }

    // Reads what is there; answers whether an answer to `id` (or, without one, a notification) is among it.
    std::optional<Result<wire::Json>> answerTo(std::optional<qint64> id)
    {
        collect();
        for (const wire::RpcMessage &message : messages) {
            const auto *answer = std::get_if<wire::RpcAnswer>(&message);
            if (answer && answer->id == id)
                return answer->result;
        }
        return std::nullopt;
    }
    std::optional<wire::Json> told(const char *method)
    {
        collect();
        for (const wire::RpcMessage &message : messages) {
            const auto *said = std::get_if<wire::RpcRequest>(&message);
            if (said && said->method == QLatin1StringView(method))
                return said->params;
        }
        return std::nullopt;
    }
    QByteArray output(qint64 program)
    {
        collect();
        QByteArray all;
        for (const wire::RpcMessage &message : messages) {
            const auto *said = std::get_if<wire::RpcRequest>(&message);
            if (said && said->method == u"exec_stdout" && said->params["program"] == program)
                all += wire::decode<QByteArray>(said->params["data"]).value();
        }
        return all;
    }
    bool isGone()
    {
        collect();
        return socket.state() == QLocalSocket::UnconnectedState;
    }
    void collect()
    {
        if (!socket.isOpen())
            return;
        cutter.add(socket.readAll());
        for (auto line = cutter.next(); line && *line; line = cutter.next()) {
            if (auto message = wire::parseRpcLine(**line))
                messages.push_back(*message);
        }
    }

    QLocalSocket socket;
    wire::LineCutter cutter{qsizetype(64) << 20};
    std::vector<wire::RpcMessage> messages;
};

} // namespace sandglass::test
