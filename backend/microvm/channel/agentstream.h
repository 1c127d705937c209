// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/channel/http2session.h"

#include <QObject>
#include <QPointer>

namespace sandglass::microvm {

class AgentClient;

// One HTTP/2 stream to the guest's agent, both ways. Engine thread; owned by the caller, outlived by nothing:
// deleting it resets the stream. What arrived waits here until read() takes it, and only then does the guest
// get credit for more, so an unread stream holds at most its window. `finished` comes exactly once, after the
// last readyRead; what was not read stays readable.
class AgentStream : public QObject
{
    Q_OBJECT

public:
    ~AgentStream() override;

    [[nodiscard]] int status() const { return m_status; } // 0 until headersArrived
    [[nodiscard]] const HttpHeaders &headers() const { return m_headers; }
    [[nodiscard]] qsizetype bytesAvailable() const { return m_unread.size(); }
    [[nodiscard]] QByteArray read(qsizetype most);
    [[nodiscard]] QByteArray readAll() { return read(m_unread.size()); }

    // How much was taken; when not all of it, `writable` tells when to come again.
    qsizetype write(QByteArrayView bytes);
    void finishWriting();
    void reset();

signals:
    void headersArrived();
    void readyRead();
    void peerFinished(); // the guest's half is closed; ours may still write
    void writable();
    void finished(const sandglass::Result<sandglass::Done> &end);

private:
    friend class AgentClient;
    AgentStream(AgentClient *client, HttpRequest request, QByteArray body, bool bodyFollows);
    void end(const Result<Done> &result);

    QPointer<AgentClient> m_client;
    HttpRequest m_request; // until it is submitted
    QByteArray m_early;    // body until then
    bool m_bodyFollows = false;
    bool m_writingFinished = false;
    bool m_wantsWritable = false;
    bool m_peerFinished = false;
    bool m_ended = false;
    qint32 m_id = 0; // 0: waits for the connection
    int m_status = 0;
    HttpHeaders m_headers;
    QByteArray m_unread;
};

} // namespace sandglass::microvm
