// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/core/result.h"

#include <QStringList>

#include <chrono>
#include <utility>

namespace sandglass::viewers {

// Owns a descriptor.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) {}
    UniqueFd(UniqueFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~UniqueFd();

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isValid() const { return m_fd >= 0; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd = -1;
};

// A server's address with the name already looked up: a unix socket's path, or numeric hosts and a port.
struct PeerAddress
{
    QString socketPath;
    QStringList hosts;
    quint16 port = 0;

    [[nodiscard]] bool isLocal() const; // the same machine: no network between
};

// Interrupts a poll() of another thread.
class Waker
{
public:
    [[nodiscard]] static Result<Waker> create();
    void wake() const;
    void drain() const;
    [[nodiscard]] int fd() const { return m_fd.get(); }

private:
    explicit Waker(UniqueFd fd) : m_fd(std::move(fd)) {}

    UniqueFd m_fd;
};

// Connects within the deadline, or until `waker` wakes (then Cancelled). The socket comes back in blocking
// mode and without receive or send timeouts. That is load-bearing: libvncclient reaches select(), which
// aborts on descriptors of 1024 and above, only after EAGAIN, and a plain blocking socket never gives one.
[[nodiscard]] Result<UniqueFd> connectTo(const PeerAddress &peer, std::chrono::milliseconds deadline,
                                         const Waker &waker);

} // namespace sandglass::viewers
