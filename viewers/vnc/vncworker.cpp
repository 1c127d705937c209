// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/vncworker.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>

namespace sandglass::viewers {

namespace {

constexpr size_t MostInputs = 4096;
constexpr auto NoticeInterval = std::chrono::milliseconds(100);
constexpr qint64 MessageFactor = 8; // a message that does move may take so many deadlines in all

qint64 nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

// The library writes to sockets without MSG_NOSIGNAL.
void blockSigpipe()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

} // namespace

// While it lives the thread is inside the library, where only shutdown() reaches it.
class VncWorker::Busy
{
public:
    Busy(VncWorker &worker, std::chrono::milliseconds allowance) : m_worker(worker)
    {
        m_worker.m_allowance = allowance.count();
        m_worker.m_progressAt = nowMs();
        m_worker.m_busySince = nowMs();
    }
    ~Busy() { m_worker.m_busySince = 0; }
    Q_DISABLE_COPY_MOVE(Busy)

private:
    VncWorker &m_worker;
};

VncWorker::VncWorker(PeerAddress peer, QByteArray password, const VncOptions &options,
                     std::unique_ptr<VncSink> sink, bool credit)
    : m_peer(std::move(peer)), m_password(std::move(password)), m_options(options), m_sink(std::move(sink)),
      m_creditGiven(credit)
{
    auto waker = Waker::create();
    if (!waker) {
        m_sink->ended(waker.error());
        return;
    }
    m_waker.emplace(std::move(*waker));
    try {
        m_thread = std::thread(&VncWorker::run, this);
    } catch (const std::system_error &error) {
        m_sink->ended(Error(ErrorCode::LimitReached, QString::fromLocal8Bit(error.what())));
    }
}

VncWorker::~VncWorker()
{
    stop();
    if (m_thread.joinable())
        m_thread.join();
    m_password.fill('\0');
}

void VncWorker::stop()
{
    m_stopping = true;
    if (m_waker)
        m_waker->wake();
    const std::lock_guard lock(m_mutex);
    if (m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

void VncWorker::watch()
{
    const qint64 since = m_busySince;
    if (since == 0)
        return;
    const qint64 now = nowMs();
    const qint64 allowance = m_allowance;
    if (now - m_progressAt <= allowance && now - since <= allowance * MessageFactor)
        return;
    const std::lock_guard lock(m_mutex);
    if (m_socket >= 0 && m_busySince == since) {
        m_timedOut = true;
        ::shutdown(m_socket, SHUT_RDWR);
    }
}

void VncWorker::progressed()
{
    m_progressAt = nowMs();
}

void VncWorker::giveCredit()
{
    {
        const std::lock_guard lock(m_mutex);
        m_creditGiven = true;
    }
    if (m_waker)
        m_waker->wake();
}

void VncWorker::send(const std::vector<KeyStroke> &strokes)
{
    for (const KeyStroke &stroke : strokes)
        push(stroke);
    if (m_waker)
        m_waker->wake();
}

void VncWorker::send(const std::vector<PointerStroke> &strokes)
{
    for (const PointerStroke &stroke : strokes)
        push(stroke);
    if (m_waker)
        m_waker->wake();
}

// A motion replaces one that has not gone out yet: a slow server gets the newest place, not the whole way.
void VncWorker::push(Input input)
{
    const std::lock_guard lock(m_mutex);
    const auto motions = [this](const PointerStroke &next) {
        const auto size = m_inputs.size();
        if (size < 2)
            return false;
        const auto *last = std::get_if<PointerStroke>(&m_inputs[size - 1]);
        const auto *before = std::get_if<PointerStroke>(&m_inputs[size - 2]);
        return last && before && last->buttons == next.buttons && before->buttons == next.buttons;
    };
    const auto *pointer = std::get_if<PointerStroke>(&input);
    if (pointer && motions(*pointer))
        m_inputs.back() = input;
    else if (m_inputs.size() < MostInputs)
        m_inputs.push_back(input);
}

void VncWorker::run()
{
    blockSigpipe();
    const Error error = serve();
    m_sink->ended(
        m_timedOut && !m_stopping
            ? Error(ErrorCode::TimedOut, QStringLiteral("the server stopped in the middle of a message"))
            : error);
}

Error VncWorker::serve()
{
    auto socket = connectTo(m_peer, m_options.connectDeadline, *m_waker);
    if (!socket)
        return socket.error();
    const int fd = socket->get();
    RfbSession session(std::move(*socket), m_password, m_peer.isLocal(), m_options, [this] { progressed(); });
    struct Forget // declared after the session: the descriptor is forgotten before the session closes it
    {
        VncWorker &worker;
        ~Forget()
        {
            const std::lock_guard lock(worker.m_mutex);
            worker.m_socket = -1;
        }
    } const forget{*this};
    {
        const std::lock_guard lock(m_mutex);
        m_socket = fd;
        if (m_stopping)
            return Error(ErrorCode::Cancelled);
    }
    Result<Done> done;
    {
        const Busy busy(*this, m_options.connectDeadline);
        done = session.handshake();
    }
    if (done)
        m_sink->connected(session.desktopName());
    while (done && !m_stopping)
        done = turn(session, fd);
    return m_stopping ? Error(ErrorCode::Cancelled) : done.error();
}

Result<Done> VncWorker::turn(RfbSession &session, int socket)
{
    if (auto sent = sendInputs(session); !sent)
        return sent;
    publish(session);
    if (m_credit && !m_requested && !session.hasDamage() && Clock::now() >= m_nextRequest) {
        const Busy busy(*this, m_options.messageDeadline);
        if (auto asked = session.requestUpdate(); !asked)
            return asked;
        m_requested = true;
        m_nextRequest = Clock::now() + m_options.frameInterval; // for a server that answers with nothing
    }
    bool readable = session.hasBuffered();
    if (!readable) {
        std::array<pollfd, 2> waits{pollfd{socket, POLLIN, 0}, pollfd{m_waker->fd(), POLLIN, 0}};
        const int ready = ::poll(waits.data(), waits.size(), pollTimeout(session));
        if (ready < 0 && errno != EINTR)
            return fail(ErrorCode::Internal, QStringLiteral("poll"));
        if (ready > 0 && waits[1].revents)
            m_waker->drain();
        readable = ready > 0 && waits[0].revents;
    }
    if (!readable)
        return Done{};
    const Busy busy(*this, m_options.messageDeadline);
    auto handled = session.handleMessage();
    if (session.takeUpdateFinished())
        m_requested = false;
    return handled;
}

Result<Done> VncWorker::sendInputs(RfbSession &session)
{
    std::vector<Input> inputs;
    {
        const std::lock_guard lock(m_mutex);
        inputs.swap(m_inputs);
        m_credit = m_credit || std::exchange(m_creditGiven, false);
    }
    if (inputs.empty())
        return Done{};
    const Busy busy(*this, m_options.messageDeadline);
    for (const Input &input : inputs) {
        const auto *key = std::get_if<KeyStroke>(&input);
        auto sent = key ? session.sendKey(*key) : session.sendPointer(std::get<PointerStroke>(input));
        if (!sent)
            return sent;
    }
    return Done{};
}

void VncWorker::publish(RfbSession &session)
{
    const auto now = Clock::now();
    if (m_credit && session.hasDamage() && now >= m_nextFrame) {
        m_credit = false;
        m_nextFrame = now + m_options.frameInterval;
        m_sink->frame(session.takeFrame());
    }
    if (session.hasNotices() && now >= m_nextNotice) {
        m_nextNotice = now + NoticeInterval;
        m_sink->noticed(session.takeNotices());
    }
}

int VncWorker::pollTimeout(const RfbSession &session) const
{
    auto until = Clock::time_point::max();
    if (m_credit && session.hasDamage())
        until = m_nextFrame;
    else if (m_credit && !m_requested)
        until = m_nextRequest;
    if (session.hasNotices())
        until = std::min(until, m_nextNotice);
    if (until == Clock::time_point::max())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return int(std::max<qint64>(0, left.count()));
}

} // namespace sandglass::viewers
