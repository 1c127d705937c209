// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/vnc/rfbsession.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <variant>

namespace sandglass::viewers {

// What a worker tells; called in its thread.
class VncSink
{
public:
    virtual ~VncSink() = default;
    virtual void connected(const QString &desktopName) = 0;
    virtual void frame(VncFrame frame) = 0;
    virtual void noticed(RfbNotices notices) = 0;
    virtual void ended(const Error &error) = 0; // the last word
};

// One try at one connection: the thread that runs an RfbSession from connect() to its end. The public calls
// may come from any one other thread and never block, except the destructor, which joins: every wait of the
// thread is a poll() with a waker or a read or write on a socket that stop() shuts down, so that takes no
// time.
class VncWorker
{
public:
    VncWorker(PeerAddress peer, QByteArray password, const VncOptions &options, std::unique_ptr<VncSink> sink,
              bool credit);
    ~VncWorker();
    Q_DISABLE_COPY_MOVE(VncWorker)

    void giveCredit();
    void send(const std::vector<KeyStroke> &strokes);
    void send(const std::vector<PointerStroke> &strokes);
    // Called now and then by the owner: ends a connection that is stuck inside a message.
    void watch();

private:
    using Clock = std::chrono::steady_clock;
    using Input = std::variant<KeyStroke, PointerStroke>;
    class Busy;

    void run();
    [[nodiscard]] Error serve();
    [[nodiscard]] Result<Done> turn(RfbSession &session, int socket);
    [[nodiscard]] Result<Done> sendInputs(RfbSession &session);
    void publish(RfbSession &session);
    [[nodiscard]] int pollTimeout(const RfbSession &session) const;
    void push(Input input);
    void stop();
    void progressed();

    const PeerAddress m_peer;
    QByteArray m_password;
    const VncOptions m_options;
    const std::unique_ptr<VncSink> m_sink;
    std::optional<Waker> m_waker;

    std::mutex m_mutex; // guards the three below
    std::vector<Input> m_inputs;
    bool m_creditGiven = false;
    int m_socket = -1; // for shutdown() only

    std::atomic<bool> m_stopping = false;
    std::atomic<bool> m_timedOut = false;
    std::atomic<qint64> m_busySince = 0; // milliseconds of the steady clock; 0: waiting in poll()
    std::atomic<qint64> m_progressAt = 0;
    std::atomic<qint64> m_allowance = 0;

    // of the thread
    bool m_credit = false;
    bool m_requested = false;
    Clock::time_point m_nextFrame;
    Clock::time_point m_nextRequest;
    Clock::time_point m_nextNotice;

    std::thread m_thread; // last: starts when the rest is there
};

} // namespace sandglass::viewers
