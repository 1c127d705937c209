// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>

#include "backend/guest/agent/diskpool.h"
#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/filesystem/watch.h"
#include "backend/guest/agent/sandboxdefaults.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// filesystem.Filesystem of the E2B contract (Connect, JSON). Paths are resolved here, the acts themselves run
// in the disk threads. Watchers made by CreateWatcher gather up to 512 KiB of events each; then the kernel
// keeps them, and when that overflows, the next GetWatcherEvents says so once. Runs on the agent's thread.
class FilesystemService
{
public:
    static constexpr std::size_t maximumWatches = 100; // the kernel's limit for a user is 128
    static constexpr std::size_t gatheredLimit = 512 << 10;
    static constexpr std::chrono::minutes idleLimit{10}; // after it a watcher may be given up for a new one

    FilesystemService(boost::asio::any_io_executor executor, DiskPool &disk, const SandboxDefaults &defaults);

    // True when the path is one of ours; the exchange is answered, now or later.
    bool handle(const std::shared_ptr<Exchange> &exchange);

private:
    struct Gathered
    {
        std::shared_ptr<Watch> watch;
        std::deque<std::string> events;
        std::size_t size = 0;
        InputCharge charge;
        bool lost = false;
        std::chrono::steady_clock::time_point asked;
    };
    struct WatchRequest
    {
        std::string path;
        bool recursive = false;
        bool includeEntry = false;
        bool allowNetworkMounts = false;
    };

    void unary(const std::shared_ptr<Exchange> &exchange, std::string_view method, std::string_view body);
    void watchDir(const std::shared_ptr<Exchange> &exchange, std::string_view body);
    void createWatcher(const std::shared_ptr<Exchange> &exchange, const nlohmann::json &message);
    void watcherEvents(Exchange &exchange, const nlohmann::json &message);
    void removeWatcher(Exchange &exchange, const nlohmann::json &message);

    Answer<User> userOf(const Exchange &exchange) const;
    Answer<std::string> pathOf(const nlohmann::json &message, const char *name, const User &user) const;
    Answer<WatchRequest> watchRequest(const Exchange &exchange, const nlohmann::json &message) const;
    using Opened = Answer<std::unique_ptr<TreeWatch>>;
    void openWatch(const WatchRequest &request, std::function<void(Opened)> done);
    void stream(const std::shared_ptr<Exchange> &exchange, std::unique_ptr<TreeWatch> tree,
                const WatchRequest &request);
    bool gather(const std::string &id, std::vector<std::string> events, bool lost);
    bool makeRoom();

    boost::asio::any_io_executor m_executor;
    DiskPool &m_disk;
    const SandboxDefaults &m_defaults;
    std::map<std::string, Gathered> m_watchers;
    std::size_t m_streams = 0;
    std::uint64_t m_nextId = 1;
};

} // namespace sandglass::guest
