// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/hostport.h"

#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/epoll.h>

#include <boost/asio/post.hpp>

namespace sandglass::guest {

std::optional<std::string> findHostPort(const std::string &name)
{
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator("/sys/class/virtio-ports", error)) {
        std::string text = readFile(entry.path().string() + "/name", 256);
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        if (text == name)
            return "/dev/" + entry.path().filename().string();
    }
    return std::nullopt;
}

HostPort::HostPort(boost::asio::any_io_executor executor, FileDescriptor port)
    : m_executor(executor), m_port(std::move(port)), m_edges(executor, ::epoll_create1(EPOLL_CLOEXEC))
{
    ::fcntl(m_port.get(), F_SETFL, ::fcntl(m_port.get(), F_GETFL) | O_NONBLOCK);
}

void HostPort::watch(bool wanted)
{
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    // Adding what is there, or removing what is not, does nothing.
    ::epoll_ctl(m_edges.native_handle(), wanted ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, m_port.get(), &event);
}

bool HostPort::isConnected() const
{
    pollfd state{m_port.get(), POLLIN | POLLOUT, 0};
    return ::poll(&state, 1, 0) >= 0 && (state.revents & POLLHUP) == 0;
}

void HostPort::whenConnected(std::function<void()> done)
{
    watch(true); // before the look: what changes after it wakes us
    if (isConnected()) {
        watch(false);
        boost::asio::post(m_executor, std::move(done));
        return;
    }
    m_edges.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                       [this, done = std::move(done)](const boost::system::error_code &error) mutable {
                           if (error)
                               return;
                           epoll_event event{};
                           ::epoll_wait(m_edges.native_handle(), &event, 1, 0); // takes the edge
                           whenConnected(std::move(done));
                       });
}

boost::asio::posix::stream_descriptor HostPort::session()
{
    return {m_executor, ::fcntl(m_port.get(), F_DUPFD_CLOEXEC, 0)};
}

} // namespace sandglass::guest
