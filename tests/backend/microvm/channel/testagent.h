// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QTemporaryDir>

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <vector>

namespace sandglass::microvm {

// A guest's agent, played by a test with nghttp2's server side: it keeps what arrived on each stream and
// answers as it is told. Beneath it the raw socket is there, too, for what no HTTP/2 library would send.
class TestAgent : public QObject
{
    Q_OBJECT

public:
    struct Exchange
    {
        std::map<QByteArray, QByteArray> headers;
        QByteArray body;
        bool finished = false; // the client's half
        bool closed = false;
        quint32 errorCode = 0;
        QByteArray toSend;
        qsizetype sent = 0; // of it
        bool sendEnd = false;
        bool waits = false;
    };

    TestAgent()
    {
        QObject::connect(&m_server, &QLocalServer::newConnection, this, &TestAgent::accept);
        m_server.listen(path());
    }
    ~TestAgent() override { ::nghttp2_session_del(m_session); }

    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("agent")); }
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] QLocalSocket *socket() const { return m_socket; }
    [[nodiscard]] Exchange &at(qint32 stream) { return exchanges[stream]; }
    // The stream that asked for this path, or 0.
    [[nodiscard]] qint32 find(const QByteArray &wanted)
    {
        for (auto &[id, exchange] : exchanges) {
            if (exchange.headers[":path"] == wanted)
                return id;
        }
        return 0;
    }

    void respond(qint32 stream, int status,
                 const std::vector<std::pair<QByteArray, QByteArray>> &headers = {})
    {
        // The fields point into these.
        const QByteArray statusName(":status");
        const QByteArray number = QByteArray::number(status);
        std::vector<nghttp2_nv> fields{field(statusName, number)};
        for (const auto &[name, value] : headers)
            fields.push_back(field(name, value));
        nghttp2_data_provider provider{};
        provider.source.ptr = this;
        provider.read_callback = &TestAgent::readBody;
        ::nghttp2_submit_response(m_session, stream, fields.data(), fields.size(), &provider);
        pump();
    }
    void send(qint32 stream, const QByteArray &bytes, bool end = false)
    {
        Exchange &exchange = at(stream);
        exchange.toSend += bytes;
        exchange.sendEnd = exchange.sendEnd || end;
        if (std::exchange(exchange.waits, false))
            ::nghttp2_session_resume_data(m_session, stream);
        pump();
    }
    void answer(qint32 stream, int status, const QByteArray &body)
    {
        respond(stream, status);
        send(stream, body, true);
    }
    void reset(qint32 stream, quint32 code)
    {
        ::nghttp2_submit_rst_stream(m_session, NGHTTP2_FLAG_NONE, stream, code);
        pump();
    }
    void goAway()
    {
        ::nghttp2_submit_goaway(m_session, NGHTTP2_FLAG_NONE,
                                ::nghttp2_session_get_last_proc_stream_id(m_session), 0, nullptr, 0);
        pump();
    }
    // Credit for what arrived, when `greedy` is off.
    void consume(qint32 stream, qsizetype bytes)
    {
        ::nghttp2_session_consume(m_session, stream, size_t(bytes));
        pump();
    }
    void sayRaw(const QByteArray &bytes)
    {
        m_socket->write(bytes);
        m_socket->flush();
    }
    void cut() { m_socket->abort(); }

    bool silent = false;     // reads and says nothing, not even its settings
    bool deafOnce = false;   // what comes next goes lost
    bool greedy = true;      // gives credit at once
    QByteArray garbageFirst; // said on the next connection before anything else
    std::map<qint32, Exchange> exchanges;
    std::function<void(qint32)> onRequest; // the client's half has ended

private:
    static nghttp2_nv field(const QByteArray &name, const QByteArray &value)
    {
        return {reinterpret_cast<uint8_t *>(const_cast<char *>(name.constData())),
                reinterpret_cast<uint8_t *>(const_cast<char *>(value.constData())), size_t(name.size()),
                size_t(value.size()), NGHTTP2_NV_FLAG_NONE};
    }

    void accept()
    {
        m_socket = m_server.nextPendingConnection();
        ++m_connections;
        exchanges.clear();
        makeSession();
        connect(m_socket, &QLocalSocket::bytesWritten, this, &TestAgent::pump);
        connect(m_socket, &QLocalSocket::readyRead, this, [this, socket = m_socket] {
            const QByteArray bytes = socket->readAll();
            if (silent || socket != m_socket || std::exchange(deafOnce, false))
                return;
            if (!garbageFirst.isEmpty()) {
                sayRaw(std::exchange(garbageFirst, {}));
                return;
            }
            m_pumping = true; // nghttp2 must not send from within its own callbacks
            ::nghttp2_session_mem_recv(m_session, reinterpret_cast<const uint8_t *>(bytes.constData()),
                                       size_t(bytes.size()));
            m_pumping = false;
            pump();
        });
    }

    void makeSession()
    {
        ::nghttp2_session_del(m_session);
        nghttp2_session_callbacks *callbacks = nullptr;
        ::nghttp2_session_callbacks_new(&callbacks);
        ::nghttp2_session_callbacks_set_on_header_callback(
            callbacks, [](nghttp2_session *, const nghttp2_frame *frame, const uint8_t *name,
                          size_t nameLength, const uint8_t *value, size_t valueLength, uint8_t, void *self) {
                static_cast<TestAgent *>(self)
                    ->at(frame->hd.stream_id)
                    .headers[QByteArray(reinterpret_cast<const char *>(name), qsizetype(nameLength))] =
                    QByteArray(reinterpret_cast<const char *>(value), qsizetype(valueLength));
                return 0;
            });
        ::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(
            callbacks, [](nghttp2_session *session, uint8_t, int32_t id, const uint8_t *bytes, size_t length,
                          void *self) {
                auto *agent = static_cast<TestAgent *>(self);
                agent->at(id).body.append(reinterpret_cast<const char *>(bytes), qsizetype(length));
                if (agent->greedy)
                    ::nghttp2_session_consume(session, id, length);
                return 0;
            });
        ::nghttp2_session_callbacks_set_on_frame_recv_callback(
            callbacks, [](nghttp2_session *, const nghttp2_frame *frame, void *self) {
                auto *agent = static_cast<TestAgent *>(self);
                const bool carries = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
                if (carries && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
                    agent->at(frame->hd.stream_id).finished = true;
                    if (agent->onRequest)
                        agent->onRequest(frame->hd.stream_id);
                }
                return 0;
            });
        ::nghttp2_session_callbacks_set_on_stream_close_callback(
            callbacks, [](nghttp2_session *, int32_t id, uint32_t code, void *self) {
                auto &exchange = static_cast<TestAgent *>(self)->at(id);
                exchange.closed = true;
                exchange.errorCode = code;
                return 0;
            });
        nghttp2_option *options = nullptr;
        ::nghttp2_option_new(&options);
        ::nghttp2_option_set_no_auto_window_update(options, 1);
        ::nghttp2_session_server_new2(&m_session, callbacks, this, options);
        ::nghttp2_option_del(options);
        ::nghttp2_session_callbacks_del(callbacks);
        ::nghttp2_submit_settings(m_session, NGHTTP2_FLAG_NONE, nullptr, 0);
    }

    static ssize_t readBody(nghttp2_session *, int32_t id, uint8_t *buffer, size_t length, uint32_t *flags,
                            nghttp2_data_source *source, void *)
    {
        Exchange &exchange = static_cast<TestAgent *>(source->ptr)->at(id);
        const qsizetype left = exchange.toSend.size() - exchange.sent;
        const qsizetype count = std::min<qsizetype>(left, qsizetype(length));
        std::memcpy(buffer, exchange.toSend.constData() + exchange.sent, size_t(count));
        exchange.sent += count;
        if (count == left && exchange.sendEnd) {
            *flags |= NGHTTP2_DATA_FLAG_EOF;
        } else if (count == 0) {
            exchange.waits = true;
            return NGHTTP2_ERR_DEFERRED;
        }
        return count;
    }

    void pump()
    {
        if (m_pumping || silent || m_session == nullptr || !m_socket)
            return;
        m_pumping = true;
        while (m_socket && m_socket->bytesToWrite() < 1024 * 1024) {
            const uint8_t *bytes = nullptr;
            const ssize_t length = ::nghttp2_session_mem_send(m_session, &bytes);
            if (length <= 0)
                break;
            m_socket->write(reinterpret_cast<const char *>(bytes), length);
        }
        if (m_socket)
            m_socket->flush();
        m_pumping = false;
    }

    QTemporaryDir m_folder;
    QLocalServer m_server;
    QPointer<QLocalSocket> m_socket;
    nghttp2_session *m_session = nullptr;
    int m_connections = 0;
    bool m_pumping = false;
};

} // namespace sandglass::microvm
