// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "backend/guest/agent/processrequest.h"
#include "backend/guest/agent/spawn.h"
#include "backend/guest/agent/subscriber.h"

namespace sandglass::guest {

// One command: its pipes, its readers, its end. It outlives its readers; without any its output is read and
// thrown away. With readers, output is read only while each of them has room (see MemoryBudget); one that has
// none for `stallLimit`, or for `patience` while others wait for it, is dropped, so that it can hold up
// neither the command nor the others for ever. The end event follows the last output. After a signal sent
// here, the deadline, or the end of what a terminal runs, who else holds the output open is no longer waited
// for.
class Process : public std::enable_shared_from_this<Process>
{
public:
    // Input that waits; one larger piece is taken when nothing waits.
    static constexpr std::size_t inputBudget = 4 << 20;
    static constexpr std::chrono::seconds stallLimit{60};
    static constexpr std::chrono::seconds patience{5};

    Process(boost::asio::any_io_executor executor, StartRequest request);

    // `onStarted` gets nothing when the program runs, else why not; `onEnded` is called once, after a start
    // that worked.
    void start(const SpawnPlan &plan, std::function<void(std::optional<ConnectError>)> onStarted,
               std::function<void()> onEnded);
    void setLifetime(std::chrono::milliseconds timeout, const std::weak_ptr<Subscriber> &starter);
    void subscribe(const std::shared_ptr<Subscriber> &subscriber);

    // `done` is called when all bytes are in the pipe, or with the reason why they never will be.
    void write(ProcessInput input, InputCharge charge, std::function<void(std::optional<ConnectError>)> done);
    std::optional<ConnectError> closeInput();
    std::optional<ConnectError> sendSignal(int signal);
    std::optional<ConnectError> resize(TerminalSize size);

    pid_t pid() const { return m_child.pid; }
    const StartRequest &request() const { return m_request; }
    bool hasEnded() const { return m_ended; }

private:
    using Descriptor = boost::asio::posix::stream_descriptor;
    struct Output
    {
        explicit Output(const boost::asio::any_io_executor &executor) : descriptor(executor) {}
        Descriptor descriptor;
        const char *name = "";
        bool open = false;
        bool waiting = false;
    };
    struct Input
    {
        std::string bytes;
        std::size_t offset = 0;
        bool last = false; // close the pipe after these
        InputCharge charge;
        std::function<void(std::optional<ConnectError>)> done;
    };

    void programRuns();
    void programFailed(const SpawnFailure &failure);
    void waitOutput(Output &output);
    bool readOnce(Output &output);
    bool hasTerminal() const { return m_request.terminal.has_value(); }
    bool isStalled() const;
    void armStall();
    void dropStalled();
    void resumeOutputs();
    void writeInput();
    void endInput(const ConnectError &error);
    void watchEnd();
    void reap();
    void maybeEnd();
    void publish(std::string_view event);

    boost::asio::any_io_executor m_executor;
    StartRequest m_request;
    std::string m_directory;
    SpawnedChild m_child;
    std::function<void(std::optional<ConnectError>)> m_onStarted;
    std::function<void()> m_onEnded;
    Descriptor m_processFd;
    Descriptor m_failure;
    Descriptor m_in;
    std::array<Output, 2> m_outputs;
    std::deque<Input> m_input;
    std::size_t m_inputSize = 0;
    bool m_writingInput = false;
    std::vector<std::shared_ptr<Subscriber>> m_subscribers;
    std::weak_ptr<Subscriber> m_starter;
    boost::asio::steady_timer m_lifetime;
    boost::asio::steady_timer m_stall;
    boost::asio::steady_timer m_reaping;
    bool m_stallArmed = false;
    bool m_timedOut = false;
    bool m_signalled = false;
    bool m_exited = false;
    bool m_ended = false;
    ExitStatus m_status;
};

} // namespace sandglass::guest
