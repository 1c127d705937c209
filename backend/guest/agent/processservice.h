// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>

#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/process.h"

namespace sandglass::guest {

// process.Process of the E2B contract (Connect, JSON). Owns every started command; they live on when sessions
// come and go. Ended ones are kept for half a minute, so that a late Connect still gets their end. Runs on
// the agent's only thread.
class ProcessService
{
public:
    static constexpr std::size_t maximumProcesses = 512; // that run
    static constexpr std::size_t maximumEnded = 256;     // that are kept; the oldest go first
    static constexpr std::chrono::seconds endedKept{30};

    ProcessService(boost::asio::any_io_executor executor, const SandboxDefaults &defaults);

    // True when the path is one of ours; the exchange is answered, now or later.
    bool handle(const std::shared_ptr<Exchange> &exchange);
    // The process that a message selects: a running one, or also one that has ended lately.
    Answer<std::shared_ptr<Process>> find(const nlohmann::json &message, bool endedToo) const;

private:
    void startStream(const std::shared_ptr<Exchange> &exchange, std::string_view body);
    void connectStream(const std::shared_ptr<Exchange> &exchange, std::string_view body);
    void list(Exchange &exchange) const;
    void sendInput(const std::shared_ptr<Exchange> &exchange, const nlohmann::json &message);
    void unary(const std::shared_ptr<Exchange> &exchange, std::string_view method, std::string_view body);

    void start(const std::shared_ptr<Exchange> &exchange, StartRequest request, const StreamOptions &options);
    void keepEnded(const std::shared_ptr<Process> &process);
    void forget(const std::shared_ptr<Process> &process);

    boost::asio::any_io_executor m_executor;
    const SandboxDefaults &m_defaults;
    std::size_t m_starting = 0;
    std::map<pid_t, std::shared_ptr<Process>> m_processes; // ended ones, too
    std::deque<std::weak_ptr<Process>> m_ended;            // the oldest first
    std::size_t m_running = 0;
};

} // namespace sandglass::guest
