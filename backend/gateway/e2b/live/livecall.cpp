// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/live/livecall.h"

#include "backend/gateway/e2b/control/uri.h"

namespace sandglass::gateway {

LiveCall::LiveCall(std::shared_ptr<Exchange> exchange, std::shared_ptr<ControlParts> control,
                   std::shared_ptr<LiveParts> live)
    : m_exchange(std::move(exchange)), m_control(std::move(control)), m_live(std::move(live))
{}

void LiveCall::begin()
{
    const RequestHead &head = m_exchange->head();
    if (!keyIdOf(head, *m_control->keys))
        return refuse({401, QStringLiteral("Invalid API key")});
    const auto accepted = webSocketAccept(head);
    if (!accepted)
        return refuse({426, QStringLiteral("this is a WebSocket (RFC 6455, version 13)")});
    std::optional<quint64> cursor;
    if (const auto text = Query(head.query()).value(QStringLiteral("cursor"))) {
        bool isNumber = false;
        cursor = text->toULongLong(&isNumber);
        if (!isNumber)
            return refuse({400, QStringLiteral("the cursor is the number of an event")});
    }
    m_exchange->switchProtocols(*accepted);
    m_exchange->wantBody();
    m_listener = ++m_live->lastListener;
    m_live->listen(m_listener, cursor,
                   [weak = weak_from_this(), post = m_control->post](const QList<QByteArray> &texts) {
                       post([weak, texts] {
                           if (const auto self = weak.lock())
                               self->say(texts);
                       });
                   });
}

void LiveCall::refuse(const ApiFault &fault)
{
    const ApiAnswer answer = answerOf(fault);
    HttpFields fields = answer.fields;
    if (fault.code == 426)
        fields.push_back({"sec-websocket-version", "13"});
    m_exchange->respond(answer.status, "application/json; charset=utf-8", answer.body, fields);
}

void LiveCall::say(const QList<QByteArray> &texts)
{
    if (!m_open || m_listener == 0)
        return;
    if (m_exchange->queued() >= Exchange::HighMark)
        return end(closeFrame(WebSocketCode::TryLater));
    for (const QByteArray &text : texts)
        m_exchange->write(textFrame(text));
}

void LiveCall::bodyArrived(const QByteArray &piece)
{
    const QByteArray answer = m_reader.feed(piece);
    if (m_reader.isOver())
        return end(answer);
    m_exchange->write(answer);
    // Pings are answered as fast as their answers are read.
    if (m_exchange->queued() >= Exchange::HighMark)
        return end(closeFrame(WebSocketCode::TryLater));
    m_exchange->wantBody();
}

void LiveCall::end(const QByteArray &lastWords)
{
    if (const quint64 listener = std::exchange(m_listener, 0))
        m_live->stop(listener);
    m_exchange->write(lastWords);
    m_exchange->finish();
}

void LiveCall::closed()
{
    m_open = false;
    if (const quint64 listener = std::exchange(m_listener, 0))
        m_live->stop(listener);
}

} // namespace sandglass::gateway
