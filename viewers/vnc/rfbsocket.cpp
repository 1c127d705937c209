// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/rfbsocket.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandglass::viewers {

namespace {

using Clock = std::chrono::steady_clock;

struct Endpoint
{
    sockaddr_storage storage{};
    socklen_t length = 0;
};

ErrorCode codeOf(int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return ErrorCode::PermissionDenied;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        return ErrorCode::LimitReached;
    case ETIMEDOUT:
        return ErrorCode::TimedOut;
    default:
        return ErrorCode::GuestUnreachable;
    }
}

Error systemError(int error, const char *call)
{
    return Error(codeOf(error),
                 QStringLiteral("%1: %2").arg(QLatin1StringView(call), qt_error_string(error)));
}

Result<Endpoint> unixEndpoint(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    sockaddr_un address{};
    if (size_t(name.size()) >= sizeof address.sun_path)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("socket path too long: %1").arg(path));
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    Endpoint end;
    std::memcpy(&end.storage, &address, sizeof address);
    end.length = sizeof address;
    return end;
}

Result<Endpoint> tcpEndpoint(const QString &host, quint16 port)
{
    const QByteArray name = host.toLatin1();
    Endpoint end;
    sockaddr_in v4{};
    sockaddr_in6 v6{};
    if (inet_pton(AF_INET, name.constData(), &v4.sin_addr) == 1) {
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        std::memcpy(&end.storage, &v4, sizeof v4);
        end.length = sizeof v4;
        return end;
    }
    if (inet_pton(AF_INET6, name.constData(), &v6.sin6_addr) == 1) {
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(port);
        std::memcpy(&end.storage, &v6, sizeof v6);
        end.length = sizeof v6;
        return end;
    }
    return fail(ErrorCode::InvalidArgument, QStringLiteral("not a numeric address: %1").arg(host));
}

Result<Done> awaitConnected(int fd, Clock::time_point until, const Waker &waker)
{
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        if (left.count() <= 0)
            return fail(ErrorCode::TimedOut, QStringLiteral("connect"));
        std::array<pollfd, 2> waits{pollfd{fd, POLLOUT, 0}, pollfd{waker.fd(), POLLIN, 0}};
        const int ready = ::poll(waits.data(), waits.size(), int(left.count()));
        if (ready < 0 && errno != EINTR)
            return fail(systemError(errno, "poll"));
        if (waits[1].revents)
            return fail(ErrorCode::Cancelled);
        if (ready <= 0 || !waits[0].revents)
            continue;
        int error = 0;
        socklen_t length = sizeof error;
        if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
            error = errno;
        if (error)
            return fail(systemError(error, "connect"));
        return Done{};
    }
}

void tuneTcp(int fd)
{
    const auto set = [fd](int level, int name, int value) {
        (void)::setsockopt(fd, level, name, &value, sizeof value); // a nicety: works without
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1); // a dead peer is noticed on a still screen, too
    set(IPPROTO_TCP, TCP_KEEPIDLE, 15);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

Result<UniqueFd> connectOne(const Endpoint &end, Clock::time_point until, const Waker &waker)
{
    UniqueFd fd(::socket(end.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd.isValid())
        return fail(systemError(errno, "socket"));
    const auto *address = reinterpret_cast<const sockaddr *>(&end.storage);
    if (::connect(fd.get(), address, end.length) != 0) {
        if (errno == EAGAIN) // a unix server whose backlog is full
            return fail(ErrorCode::GuestUnreachable, QStringLiteral("connect: the server is busy"));
        if (errno != EINPROGRESS)
            return fail(systemError(errno, "connect"));
        if (const auto done = awaitConnected(fd.get(), until, waker); !done)
            return fail(done.error());
    }
    if (end.storage.ss_family != AF_UNIX)
        tuneTcp(fd.get());
    const int flags = ::fcntl(fd.get(), F_GETFL);
    if (flags < 0 || ::fcntl(fd.get(), F_SETFL, flags & ~O_NONBLOCK) != 0)
        return fail(systemError(errno, "fcntl"));
    return fd;
}

} // namespace

UniqueFd::~UniqueFd()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

bool PeerAddress::isLocal() const
{
    const auto isLoopback = [](const QString &host) {
        return host.startsWith(QLatin1StringView("127.")) || host == QLatin1StringView("::1");
    };
    return !socketPath.isEmpty() || (!hosts.isEmpty() && std::all_of(hosts.begin(), hosts.end(), isLoopback));
}

Result<Waker> Waker::create()
{
    UniqueFd fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!fd.isValid())
        return fail(systemError(errno, "eventfd"));
    return Waker(std::move(fd));
}

void Waker::wake() const
{
    const quint64 one = 1;
    [[maybe_unused]] const auto written = ::write(m_fd.get(), &one, sizeof one); // full: awake already
}

void Waker::drain() const
{
    quint64 count = 0;
    [[maybe_unused]] const auto got = ::read(m_fd.get(), &count, sizeof count); // empty: nothing to do
}

Result<UniqueFd> connectTo(const PeerAddress &peer, std::chrono::milliseconds deadline, const Waker &waker)
{
    const auto until = Clock::now() + deadline;
    if (!peer.socketPath.isEmpty()) {
        const auto end = unixEndpoint(peer.socketPath);
        if (!end)
            return fail(end.error());
        return connectOne(*end, until, waker);
    }
    Result<UniqueFd> last = fail(ErrorCode::InvalidArgument, QStringLiteral("no address"));
    for (const QString &host : peer.hosts) {
        const auto end = tcpEndpoint(host, peer.port);
        last = end ? connectOne(*end, until, waker) : fail(end.error());
        if (last || last.error().code() == ErrorCode::Cancelled)
            break;
    }
    return last;
}

} // namespace sandglass::viewers
