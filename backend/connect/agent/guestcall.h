// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/guesthttp.h"
#include "backend/core/pending.h"
#include "backend/core/postbox.h"

#include <QObject>

#include <chrono>

namespace sandglass::connect {

// One request to a guest's agent, heard of in the thread that this object lives in. Deleting it resets the
// stream. `finished` comes once and last, unless the object is gone by then. The guest is held back until
// bytes are taken().
class GuestCall final : public QObject
{
    Q_OBJECT

public:
    GuestCall(GuestHttp &http, const SandboxId &id, const GuestRequest &request);
    ~GuestCall() override;

    void send(const QByteArray &bytes);
    void finishSending();
    void taken(qsizetype bytes);
    [[nodiscard]] int status() const { return m_status; } // 0: not answered yet
    [[nodiscard]] QByteArray field(const QByteArray &name) const;
    [[nodiscard]] qsizetype unsent() const { return m_unsent; }

signals:
    void answered();
    void arrived(const QByteArray &bytes);
    void sent();
    void finished(const sandglass::Result<sandglass::Done> &end);

private:
    class Reader;

    std::shared_ptr<Postbox> m_box;
    std::unique_ptr<GuestStream> m_stream;
    int m_status = 0;
    HttpFields m_fields;
    qsizetype m_unsent = 0;
};

struct GuestReply
{
    int status = 0;
    QByteArray body;
};

// A small request and the whole answer to it, whatever its status. Ends with `owner`. Errors: LimitReached
// (an answer of more than `most` bytes), TimedOut, and those of GuestHttp.
[[nodiscard]] Pending<GuestReply> askGuest(GuestHttp &http, const SandboxId &id, const GuestRequest &request,
                                           const QByteArray &body, qsizetype most,
                                           std::chrono::milliseconds deadline, QObject *owner);

} // namespace sandglass::connect
