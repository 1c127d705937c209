// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/vncconnection.h"

#include "backend/core/logging.h"
#include "viewers/vnc/vncworker.h"

#include <QHostAddress>
#include <QHostInfo>

#include <algorithm>

namespace sandglass::viewers {

namespace {

constexpr auto WatchEvery = std::chrono::milliseconds(1000);

QStringList numericHosts(const QHostInfo &info)
{
    QStringList hosts;
    for (const QHostAddress &address : info.addresses())
        hosts.append(address.toString());
    return hosts;
}

} // namespace

// Carries a worker's words into the connection's thread and drops those of an earlier worker. The connection
// joins its worker before it dies, so the pointer is good for as long as the worker talks.
class VncPost final : public VncSink
{
public:
    VncPost(VncConnection *to, quint64 generation) : m_to(to), m_generation(generation) {}

    void connected(const QString &desktopName) override
    {
        post([desktopName](VncConnection &to) { to.onConnected(desktopName); });
    }
    void frame(VncFrame frame) override
    {
        post([frame = std::move(frame)](VncConnection &to) {
            to.m_credit = false;
            emit to.frameArrived(frame);
        });
    }
    void noticed(RfbNotices notices) override
    {
        post([notices = std::move(notices)](VncConnection &to) {
            if (notices.cursor)
                emit to.cursorChanged(*notices.cursor);
            if (notices.pointer)
                emit to.pointerMoved(*notices.pointer);
            if (notices.cutText)
                emit to.clipboardOffered(*notices.cutText);
            if (notices.bell)
                emit to.bellRang();
        });
    }
    void ended(const Error &error) override
    {
        post([error](VncConnection &to) { to.onEnded(error); });
    }

private:
    template<typename Words> void post(Words words) const
    {
        QMetaObject::invokeMethod(
            m_to,
            [to = m_to, generation = m_generation, words = std::move(words)] {
                if (to->m_generation == generation)
                    words(*to);
            },
            Qt::QueuedConnection);
    }

    VncConnection *m_to;
    quint64 m_generation;
};

VncConnection::VncConnection(VncOptions options, QObject *parent)
    : QObject(parent), m_options(options), m_backoff(options.backoff)
{
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, &VncConnection::start);
    m_watchTimer.setTimerType(Qt::VeryCoarseTimer); // all viewers' watches in one wake-up
    const auto shortest = std::min(options.connectDeadline, options.messageDeadline) / 4;
    if (shortest < WatchEvery)
        m_watchTimer.setTimerType(Qt::CoarseTimer);
    m_watchTimer.setInterval(std::clamp(shortest, std::chrono::milliseconds(10), WatchEvery));
    connect(&m_watchTimer, &QTimer::timeout, this, [this] {
        if (m_worker)
            m_worker->watch();
    });
}

VncConnection::~VncConnection()
{
    stopWorker();
}

void VncConnection::open(const DisplayAddress &address)
{
    stopWorker();
    m_retryTimer.stop();
    m_address = address;
    m_backoff.reset();
    m_error.reset();
    m_name.clear();
    m_tries = 0;
    m_wasConnected = false;
    setState(VncState::Connecting);
    start();
}

void VncConnection::close()
{
    stopWorker();
    m_retryTimer.stop();
    m_error.reset();
    m_wasConnected = false;
    setState(VncState::Closed);
}

void VncConnection::retry()
{
    if (m_state == VncState::Failed)
        open(DisplayAddress(m_address));
}

void VncConnection::giveCredit()
{
    m_credit = true;
    if (m_worker)
        m_worker->giveCredit();
}

void VncConnection::sendKeys(const std::vector<KeyStroke> &strokes)
{
    if (m_worker && m_state == VncState::Connected && !strokes.empty())
        m_worker->send(strokes);
}

void VncConnection::sendPointer(const std::vector<PointerStroke> &strokes)
{
    if (m_worker && m_state == VncState::Connected && !strokes.empty())
        m_worker->send(strokes);
}

void VncConnection::start()
{
    ++m_generation;
    ++m_tries;
    const auto run = [this](const PeerAddress &peer) {
        m_worker = std::make_unique<VncWorker>(peer, m_address.password.toUtf8(), m_options,
                                               std::make_unique<VncPost>(this, m_generation), m_credit);
        m_watchTimer.start();
    };
    if (!m_address.socketPath.isEmpty() || !QHostAddress(m_address.host).isNull()) {
        run({m_address.socketPath, {m_address.host}, m_address.port});
        return;
    }
    QHostInfo::lookupHost(m_address.host, this,
                          [this, run, generation = m_generation](const QHostInfo &info) {
                              if (generation != m_generation)
                                  return;
                              const QStringList hosts = numericHosts(info);
                              if (hosts.isEmpty())
                                  onEnded(Error(ErrorCode::GuestUnreachable,
                                                QStringLiteral("no such host: %1").arg(m_address.host)));
                              else
                                  run({{}, hosts, m_address.port});
                          });
}

void VncConnection::stopWorker()
{
    ++m_generation;
    m_watchTimer.stop();
    m_worker.reset();
}

void VncConnection::setState(VncState state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void VncConnection::onConnected(const QString &name)
{
    m_name = name;
    m_error.reset();
    m_wasConnected = true;
    m_connectedAt = std::chrono::steady_clock::now();
    setState(VncState::Connected);
}

void VncConnection::onEnded(const Error &error)
{
    stopWorker();
    qCDebug(lcViewer) << "connection ended:" << errorCodeName(error.code());
    const bool lasted = m_state == VncState::Connected &&
                        std::chrono::steady_clock::now() - m_connectedAt >= m_options.steadyAfter;
    if (lasted) {
        m_tries = 0;
        m_backoff.reset();
    }
    m_error = error;
    if (!isWorthRetrying(error)) {
        setState(VncState::Failed);
        return;
    }
    m_retryTimer.start(m_backoff.next());
    setState(m_wasConnected ? VncState::Reconnecting : VncState::Connecting);
}

bool VncConnection::isWorthRetrying(const Error &error) const
{
    return errorTraits(error.code()).retryable && m_tries < m_options.mostTries;
}

} // namespace sandglass::viewers
