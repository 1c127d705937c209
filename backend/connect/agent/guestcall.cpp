// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/guestcall.h"

#include <QTimer>

#include <algorithm>

namespace sandglass::connect {

// Called in a thread of the backend's.
class GuestCall::Reader final : public GuestStreamReader
{
public:
    Reader(GuestCall *call, std::shared_ptr<Postbox> box) : m_call(call), m_box(std::move(box)) {}

    void answered(int status, const HttpFields &fields) override
    {
        m_box->post([call = m_call, status, fields] {
            call->m_status = status;
            call->m_fields = fields;
            emit call->answered();
        });
    }
    void arrived(const QByteArray &bytes) override
    {
        m_box->post([call = m_call, bytes] { emit call->arrived(bytes); });
    }
    void sent(qsizetype bytes) override
    {
        m_box->post([call = m_call, bytes] {
            call->m_unsent -= bytes;
            emit call->sent();
        });
    }
    void finished(const Result<void> &end) override
    {
        const Result<Done> done = end ? Result<Done>(Done{}) : Result<Done>(fail(end.error()));
        m_box->post([call = m_call, done] { emit call->finished(done); });
    }

private:
    GuestCall *m_call; // for what is posted to it alone
    std::shared_ptr<Postbox> m_box;
};

GuestCall::GuestCall(GuestHttp &http, const SandboxId &id, const GuestRequest &request)
    : m_box(std::make_shared<Postbox>(this)),
      m_stream(http.open(id, request, std::make_shared<Reader>(this, m_box)))
{}

GuestCall::~GuestCall()
{
    m_box->close();
}

void GuestCall::send(const QByteArray &bytes)
{
    m_unsent += bytes.size();
    m_stream->send(bytes);
}

void GuestCall::finishSending()
{
    m_stream->finishSending();
}

void GuestCall::taken(qsizetype bytes)
{
    m_stream->taken(bytes);
}

QByteArray GuestCall::field(const QByteArray &name) const
{
    const auto found = std::ranges::find(m_fields, name, &HttpField::name);
    return found == m_fields.end() ? QByteArray() : found->value;
}

namespace {

// Owns itself until it has answered; its owner may end it before.
class Question final : public QObject
{
public:
    Question(GuestHttp &http, const SandboxId &id, const GuestRequest &request, qsizetype most,
             QObject *owner)
        : QObject(owner), m_call(http, id, request), m_most(most)
    {
        m_promise.start();
        connect(&m_call, &GuestCall::arrived, this, &Question::take);
        connect(&m_call, &GuestCall::finished, this, [this](const Result<Done> &end) {
            m_reply.status = m_call.status();
            answer(end ? Result<GuestReply>(m_reply) : Result<GuestReply>(fail(end.error())));
        });
    }

    [[nodiscard]] Pending<GuestReply> begin(const QByteArray &body, bool hasBody,
                                            std::chrono::milliseconds deadline)
    {
        if (hasBody) {
            m_call.send(body);
            m_call.finishSending();
        }
        QTimer::singleShot(deadline, this, [this] { answer(fail(ErrorCode::TimedOut)); });
        return m_promise.future();
    }

private:
    void take(const QByteArray &bytes)
    {
        if (m_reply.body.size() + bytes.size() > m_most)
            return answer(fail(ErrorCode::LimitReached, QStringLiteral("the guest's answer is too long")));
        m_reply.body += bytes;
        m_call.taken(bytes.size());
    }
    void answer(const Result<GuestReply> &result)
    {
        if (std::exchange(m_answered, true))
            return;
        m_promise.addResult(result);
        m_promise.finish();
        deleteLater();
    }

    GuestCall m_call;
    qsizetype m_most;
    GuestReply m_reply;
    QPromise<Result<GuestReply>> m_promise;
    bool m_answered = false;
};

} // namespace

Pending<GuestReply> askGuest(GuestHttp &http, const SandboxId &id, const GuestRequest &request,
                             const QByteArray &body, qsizetype most, std::chrono::milliseconds deadline,
                             QObject *owner)
{
    auto *question = new Question(http, id, request, most, owner);
    return question->begin(body, request.hasBody, deadline);
}

} // namespace sandglass::connect
