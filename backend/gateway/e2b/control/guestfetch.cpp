// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/control/guestfetch.h"

#include "backend/gateway/e2b/control/postbox.h"

#include <QTimer>

namespace sandglass::gateway {

namespace {

constexpr qsizetype MaxBody = 64 * 1024;

// Lives in the context's thread, as its child, until it has answered.
class Fetch final : public QObject
{
public:
    Fetch(std::function<void(const Result<GuestReply> &)> then, QObject *context)
        : QObject(context), m_then(std::move(then)), m_box(std::make_shared<Postbox>(this))
    {}
    ~Fetch() override { m_box->close(); }
    Q_DISABLE_COPY_MOVE(Fetch)

    [[nodiscard]] const std::shared_ptr<Postbox> &box() const { return m_box; }
    void begin(GuestHttp &http, const SandboxId &id, const QByteArray &path,
               std::chrono::milliseconds deadline);
    void finish(const Result<GuestReply> &result)
    {
        if (const auto then = std::exchange(m_then, nullptr)) {
            deleteLater();
            then(result);
        }
    }

private:
    std::function<void(const Result<GuestReply> &)> m_then;
    std::shared_ptr<Postbox> m_box;
    std::unique_ptr<GuestStream> m_stream;
};

// Called in the backend's thread; gathers, and sends the whole to the fetch's thread.
class Gatherer final : public GuestStreamReader
{
public:
    explicit Gatherer(Fetch *fetch) : m_fetch(fetch), m_box(fetch->box()) {}

    void answered(int status, const HttpFields &) override { m_reply.status = status; }
    void arrived(const QByteArray &bytes) override
    {
        m_tooLong = m_tooLong || m_reply.body.size() + bytes.size() > MaxBody;
        if (!m_tooLong)
            m_reply.body += bytes;
    }
    void sent(qsizetype) override {}
    void finished(const Result<void> &end) override
    {
        Result<GuestReply> result = m_reply;
        if (!end)
            result = fail(end.error());
        else if (m_tooLong)
            result = fail(ErrorCode::LimitReached, QStringLiteral("the guest's answer is too long"));
        m_box->post([fetch = m_fetch, result] { fetch->finish(result); });
    }

private:
    Fetch *m_fetch; // for what is posted to it alone
    std::shared_ptr<Postbox> m_box;
    GuestReply m_reply;
    bool m_tooLong = false;
};

void Fetch::begin(GuestHttp &http, const SandboxId &id, const QByteArray &path,
                  std::chrono::milliseconds deadline)
{
    m_stream = http.open(id, {.method = "GET", .path = path}, std::make_shared<Gatherer>(this));
    QTimer::singleShot(deadline, this, [this] { finish(fail(ErrorCode::TimedOut)); });
}

} // namespace

void fetchFromGuest(GuestHttp &http, const SandboxId &id, const QByteArray &path,
                    std::chrono::milliseconds deadline, QObject *context,
                    std::function<void(const Result<GuestReply> &)> then)
{
    auto fetch = new Fetch(std::move(then), context);
    fetch->begin(http, id, path, deadline);
}

} // namespace sandglass::gateway
