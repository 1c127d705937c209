// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

namespace sandglass::guest {

// Where work runs that may wait for a disk, so that the agent's own thread never does. A job touches nothing
// of the agent; its result is handed to `done` on the agent's thread. With one thread jobs run in order. The
// threads start with the first job: an agent that is asked for nothing has none.
class DiskPool
{
public:
    DiskPool(boost::asio::any_io_executor agent, std::size_t threads)
        : m_agent(std::move(agent)), m_threadCount(threads)
    {}
    ~DiskPool() { join(); }
    DiskPool(const DiskPool &) = delete;
    DiskPool &operator=(const DiskPool &) = delete;

    template<typename Job, typename Done> void run(Job job, Done done)
    {
        using Result = decltype(job());
        if (!m_threads)
            m_threads.emplace(m_threadCount);
        boost::asio::post(*m_threads, [agent = m_agent, job = std::make_unique<Job>(std::move(job)),
                                       done = std::make_unique<Done>(std::move(done))]() mutable {
            auto result = std::make_unique<Result>((*job)());
            job.reset(); // what it held goes here, what `done` holds on the agent's thread
            boost::asio::post(agent, [result = std::move(result), done = std::move(done)]() mutable {
                (*done)(std::move(*result));
            });
        });
    }

    const boost::asio::any_io_executor &agent() const { return m_agent; }

    // Waits for the jobs that run or wait.
    void join()
    {
        if (m_threads)
            m_threads->join();
    }

private:
    boost::asio::any_io_executor m_agent;
    std::size_t m_threadCount;
    std::optional<boost::asio::thread_pool> m_threads;
};

} // namespace sandglass::guest
