// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "backend/guest/agent/files.h"

namespace sandglass::guest {

// The device of a named virtio-serial port, found in sysfs (there may be no udev to make a link):
// "/dev/vport1p1".
std::optional<std::string> findHostPort(const std::string &name);

// A virtio-serial port, opened once for the agent's whole life (the kernel allows one opener). It is like a
// wire: the host may hang up and come back, and the device stays. While nobody is at the other end the port
// reads as ended and polls as hung up for ever, so a plain wait would spin; this waits on an edge-triggered
// epoll of its own, which wakes once for each change that the driver signals and costs nothing in between.
// That epoll looks at the port only while nobody is connected. Linux's virtio_console takes an arrived buffer
// off its ring in whichever poll sees it first, and wakes nobody for one that is off already: a second
// watcher beside the session's could take its wake-up away, and a request would lie there until the next one
// came.
class HostPort
{
public:
    HostPort(boost::asio::any_io_executor executor, FileDescriptor port);

    // Calls once when the host is connected; at once (by a posted call) when it is so already.
    void whenConnected(std::function<void()> done);
    // A descriptor for one session; closing it leaves the port open.
    boost::asio::posix::stream_descriptor session();

private:
    bool isConnected() const;
    void watch(bool wanted);

    boost::asio::any_io_executor m_executor;
    FileDescriptor m_port;
    boost::asio::posix::stream_descriptor m_edges;
};

} // namespace sandglass::guest
