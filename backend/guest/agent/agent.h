// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/guestsystem.h"
#include "backend/guest/agent/http2session.h"
#include "backend/guest/agent/processservice.h"
#include "backend/guest/agent/readiness.h"

namespace sandglass::guest {

// The agent of one guest: answers every request of a session (see the folder's README for the list). It
// outlives its sessions. One thread runs everything; a second one does what may wait for the disk, and
// reports back by posting.
class Agent
{
public:
    Agent(boost::asio::io_context &context, std::unique_ptr<GuestSystem> system, TemplateFacts facts,
          std::string defaultUser);
    ~Agent();

    void begin() { m_readiness.begin(); }
    // Serves one connection until it ends, then calls.
    void serve(boost::asio::posix::stream_descriptor descriptor, std::function<void()> onEnd);

private:
    void handle(const std::shared_ptr<Exchange> &exchange, Http2Session &session);
    bool handleGet(const std::shared_ptr<Exchange> &exchange);
    bool handlePost(const std::shared_ptr<Exchange> &exchange, Http2Session &session);
    void health(Exchange &exchange) const;
    void ready(const std::shared_ptr<Exchange> &exchange);
    void takeIdentity(Exchange &exchange, std::string_view body);
    void sync(const std::shared_ptr<Exchange> &exchange);
    void detach(const std::shared_ptr<Exchange> &exchange, Http2Session &session);

    boost::asio::io_context &m_context;
    std::unique_ptr<GuestSystem> m_system;
    Environment m_templateEnvironment;
    ProcessService m_processes;
    Readiness m_readiness;
    std::string m_bootId;
    std::string m_sandboxId;
    std::vector<std::shared_ptr<Http2Session>> m_sessions;
    boost::asio::thread_pool m_disk{1};
};

} // namespace sandglass::guest
