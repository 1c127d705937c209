// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/rawsocket.h"

#include <QFile>

#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

namespace sandglass::bench {

bool RawSocket::open(const QString &path, std::chrono::milliseconds limit)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    if (name.size() >= qsizetype(sizeof address.sun_path))
        return false;
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end) {
        m_fd.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(m_fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0) {
            const timeval patience{.tv_sec = 120, .tv_usec = 0};
            ::setsockopt(m_fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

bool RawSocket::send(const QByteArray &bytes)
{
    qsizetype sent = 0;
    while (sent < bytes.size()) {
        const ssize_t now =
            ::send(m_fd.get(), bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (now <= 0)
            return false;
        sent += now;
    }
    return true;
}

bool RawSocket::sendWithDescriptor(const QByteArray &bytes, int descriptor)
{
    iovec data{.iov_base = const_cast<char *>(bytes.constData()), .iov_len = size_t(bytes.size())};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    return ::sendmsg(m_fd.get(), &message, MSG_NOSIGNAL) == bytes.size();
}

bool RawSocket::swallow(qint64 bytes)
{
    QByteArray piece(256 * 1024, Qt::Uninitialized);
    while (bytes > 0) {
        const ssize_t now =
            ::recv(m_fd.get(), piece.data(), size_t(std::min<qint64>(bytes, piece.size())), 0);
        if (now <= 0)
            return false;
        bytes -= now;
    }
    return true;
}

bool RawSocket::receive(char *into, qint64 bytes)
{
    return ::recv(m_fd.get(), into, size_t(bytes), MSG_WAITALL) == bytes;
}

bool RawSocket::awaitLine(const QByteArray &what)
{
    for (;;) {
        for (qsizetype end = m_buffer.indexOf('\n'); end >= 0; end = m_buffer.indexOf('\n')) {
            const QByteArray line = m_buffer.first(end);
            m_buffer.remove(0, end + 1);
            if (line.contains(what))
                return true;
        }
        char piece[4096];
        const ssize_t now = ::recv(m_fd.get(), piece, sizeof piece, 0);
        if (now <= 0)
            return false;
        m_buffer.append(piece, now);
    }
}

} // namespace sandglass::bench
