// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace asio = boost::asio;

namespace sandglass::guest {

namespace {

constexpr std::size_t chunkSize = 32 << 10;
constexpr std::size_t terminalChunkSize = 16 << 10;
constexpr std::chrono::milliseconds reapPause{100};

std::string dataEvent(const char *name, std::string_view bytes)
{
    std::string event = R"({"event":{"data":{")";
    event += name;
    event += R"(":")";
    event += base64Encode(bytes);
    event += R"("}}})";
    return event;
}

} // namespace

Process::Process(asio::any_io_executor executor, StartRequest request)
    : m_executor(executor), m_request(std::move(request)), m_processFd(executor), m_failure(executor),
      m_in(executor), m_outputs{Output(executor), Output(executor)}, m_lifetime(executor), m_stall(executor),
      m_reaping(executor)
{
    m_outputs[0].name = hasTerminal() ? "pty" : "stdout";
    m_outputs[1].name = "stderr";
}

void Process::start(const SpawnPlan &plan, std::function<void(std::optional<ConnectError>)> onStarted,
                    std::function<void()> onEnded)
{
    m_directory = plan.directory;
    m_child = spawn(plan);
    if (m_child.pid < 0 || !m_child.processFd) {
        const std::string reason = std::strerror(errno);
        m_ended = true;
        if (m_child.pid > 0) {
            ::kill(m_child.pid, SIGKILL);
            reap();
        }
        onStarted(ConnectError{"resource_exhausted", "no process could be made: " + reason});
        return;
    }
    m_onStarted = std::move(onStarted);
    m_onEnded = std::move(onEnded);
    m_processFd.assign(m_child.processFd.release());
    m_failure.assign(m_child.failure.release());
    m_outputs[0].descriptor.assign(m_child.out.release());
    if (m_child.err)
        m_outputs[1].descriptor.assign(m_child.err.release());
    if (m_child.in)
        m_in.assign(m_child.in.release());
    m_failure.async_wait(
        Descriptor::wait_read, [self = shared_from_this()](const boost::system::error_code &) {
            SpawnFailure failure;
            const ssize_t count = ::read(self->m_failure.native_handle(), &failure, sizeof failure);
            self->m_failure.close();
            if (count == static_cast<ssize_t>(sizeof failure))
                self->programFailed(failure);
            else
                self->programRuns();
        });
}

void Process::programRuns()
{
    std::exchange(m_onStarted, nullptr)(std::nullopt);
    for (Output &output : m_outputs) {
        output.open = output.descriptor.is_open();
        waitOutput(output);
    }
    watchEnd();
}

void Process::watchEnd()
{
    m_processFd.async_wait(Descriptor::wait_read,
                           [self = shared_from_this()](const boost::system::error_code &) { self->reap(); });
}

void Process::programFailed(const SpawnFailure &failure)
{
    watchEnd(); // soon: it may still be at its last instruction
    const std::string reason = std::strerror(failure.error);
    ConnectError error{"internal", "the user's rights could not be taken: " + reason};
    if (failure.stage == SpawnFailure::Stage::Directory && failure.error == ENOENT)
        error = {"invalid_argument", "cwd '" + m_directory + "' does not exist"};
    else if (failure.stage == SpawnFailure::Stage::Directory)
        error = {failure.error == EACCES ? "permission_denied" : "invalid_argument",
                 "cwd '" + m_directory + "' cannot be entered: " + reason};
    else if (failure.stage == SpawnFailure::Stage::Program)
        error = {failure.error == EACCES   ? "permission_denied"
                 : failure.error == ENOENT ? "not_found"
                                           : "invalid_argument",
                 "'" + m_request.process.command + "' cannot be started: " + reason};
    m_ended = true;
    m_onEnded = nullptr;
    std::exchange(m_onStarted, nullptr)(error);
}

void Process::setLifetime(std::chrono::milliseconds timeout, const std::weak_ptr<Subscriber> &starter)
{
    m_starter = starter;
    m_lifetime.expires_after(timeout);
    m_lifetime.async_wait([weak = weak_from_this()](const boost::system::error_code &error) {
        const auto self = weak.lock();
        if (!self || error || self->m_ended)
            return;
        self->m_timedOut = true;
        (void)self->sendSignal(SIGKILL);
    });
}

void Process::subscribe(const std::shared_ptr<Subscriber> &subscriber)
{
    const std::string pid = std::to_string(m_child.pid);
    const std::weak_ptr<Process> weak = weak_from_this();
    m_subscribers.push_back(subscriber);
    subscriber->open(
        [weak]() {
            if (const auto self = weak.lock())
                self->resumeOutputs();
        },
        [weak, gone = std::weak_ptr<Subscriber>(subscriber)]() {
            if (const auto self = weak.lock()) {
                std::erase(self->m_subscribers, gone.lock());
                self->resumeOutputs();
            }
        });
    subscriber->send(R"({"event":{"start":{"pid":)" + pid + "}}}");
    if (m_ended) {
        subscriber->send(nlohmann::json{{"event", {{"end", m_status.toJson()}}}}.dump());
        subscriber->finish();
        std::erase(m_subscribers, subscriber);
    }
}

void Process::waitOutput(Output &output)
{
    if (!output.open || output.waiting)
        return;
    if (isStalled()) {
        armStall();
        return;
    }
    output.waiting = true;
    output.descriptor.async_wait(
        Descriptor::wait_read, [self = shared_from_this(), &output](const boost::system::error_code &error) {
            output.waiting = false;
            if (error || !output.open)
                return;
            if (self->readOnce(output))
                self->waitOutput(output);
        });
}

// True when there may be more later; false after the pipe's end.
bool Process::readOnce(Output &output)
{
    std::array<char, chunkSize> buffer; // NOLINT: filled by read
    const std::size_t room = hasTerminal() ? terminalChunkSize : buffer.size();
    const ssize_t count = ::read(output.descriptor.native_handle(), buffer.data(), room);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (count <= 0) {
        output.open = false;
        output.descriptor.close();
        maybeEnd();
        return false;
    }
    if (!m_subscribers.empty())
        publish(dataEvent(output.name, {buffer.data(), static_cast<std::size_t>(count)}));
    return true;
}

bool Process::isStalled() const
{
    return std::any_of(m_subscribers.begin(), m_subscribers.end(),
                       [](const auto &subscriber) { return !subscriber->wantsMore(); });
}

void Process::armStall()
{
    if (std::exchange(m_stallArmed, true))
        return;
    const bool othersWait = std::any_of(m_subscribers.begin(), m_subscribers.end(),
                                        [](const auto &subscriber) { return subscriber->wantsMore(); });
    m_stall.expires_after(othersWait ? patience : stallLimit);
    m_stall.async_wait([weak = weak_from_this()](const boost::system::error_code &error) {
        const auto self = weak.lock();
        if (!self || error)
            return;
        self->m_stallArmed = false;
        self->dropStalled();
    });
}

void Process::dropStalled()
{
    const auto copy = m_subscribers;
    for (const auto &subscriber : copy) {
        if (!subscriber->wantsMore()) {
            std::erase(m_subscribers, subscriber);
            subscriber->finish(ConnectError{"resource_exhausted", "the output was not read for too long"});
        }
    }
    resumeOutputs();
}

void Process::resumeOutputs()
{
    if (isStalled())
        return;
    if (std::exchange(m_stallArmed, false))
        m_stall.cancel();
    for (Output &output : m_outputs)
        waitOutput(output);
}

void Process::publish(std::string_view event)
{
    for (const auto &subscriber : m_subscribers)
        subscriber->send(event);
}

// A process that is dead may still not be ours to reap: one that is traced belongs to its tracer first. The
// agent waits for nobody.
void Process::reap()
{
    int status = 0;
    if (::waitpid(m_child.pid, &status, WNOHANG) == 0) {
        m_reaping.expires_after(reapPause);
        m_reaping.async_wait([self = shared_from_this()](const boost::system::error_code &error) {
            if (!error)
                self->reap();
        });
        return;
    }
    m_status = WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
    m_exited = true;
    maybeEnd();
}

void Process::maybeEnd()
{
    if (m_ended || !m_exited)
        return;
    if (m_signalled || hasTerminal()) {
        // What is in the pipes by now still counts; who else holds them open does not.
        for (Output &output : m_outputs) {
            constexpr int mostPieces = 32; // a pipe holds 1 MiB at most
            for (int piece = 0; piece < mostPieces && output.open; ++piece) {
                errno = 0;
                if (!readOnce(output) || errno == EAGAIN)
                    break;
            }
            if (std::exchange(output.open, false))
                output.descriptor.close();
        }
    }
    if (m_ended || m_outputs[0].open || m_outputs[1].open)
        return;
    m_ended = true;
    m_lifetime.cancel();
    m_stall.cancel();
    endInput({"internal", "the process has ended"});
    const std::string event = nlohmann::json{{"event", {{"end", m_status.toJson()}}}}.dump();
    const auto starter = m_timedOut ? m_starter.lock() : nullptr;
    for (const auto &subscriber : std::exchange(m_subscribers, {})) {
        if (subscriber == starter) {
            subscriber->finish(
                ConnectError{"deadline_exceeded", "the command's time is over; it was killed"});
            continue;
        }
        subscriber->send(event);
        subscriber->finish();
    }
    if (const auto ended = std::exchange(m_onEnded, nullptr))
        ended();
}

std::optional<ConnectError> Process::sendSignal(int signal)
{
    if (m_ended)
        return ConnectError{"not_found", "the process has ended"};
    if (signal == SIGKILL || signal == SIGTERM)
        m_signalled = true;
    if (m_exited) {
        maybeEnd(); // only its children still hold the pipes
        return std::nullopt;
    }
    if (::syscall(SYS_pidfd_send_signal, m_processFd.native_handle(), signal, nullptr, 0) != 0 &&
        errno != ESRCH)
        return ConnectError{"internal", std::string("the signal was not sent: ") + std::strerror(errno)};
    return std::nullopt;
}

std::optional<ConnectError> Process::resize(TerminalSize size)
{
    if (!hasTerminal() || !m_outputs[0].open ||
        !resizeTerminal(m_outputs[0].descriptor.native_handle(), size))
        return ConnectError{"internal", "the process has no terminal"};
    return std::nullopt;
}

void Process::write(ProcessInput input, InputCharge charge,
                    std::function<void(std::optional<ConnectError>)> done)
{
    if (input.toTerminal != hasTerminal()) {
        done(ConnectError{"internal", hasTerminal() ? "the process has a terminal: its input goes there"
                                                    : "the process has no terminal"});
        return;
    }
    const bool closing = !m_input.empty() && m_input.back().last;
    if (!m_in.is_open() || closing) {
        done(ConnectError{"internal", "the standard input is closed"});
        return;
    }
    if ((m_inputSize > 0 && m_inputSize + input.bytes.size() > inputBudget) ||
        !charge.grow(input.bytes.size())) {
        done(ConnectError{"resource_exhausted", "the process does not read its input"});
        return;
    }
    m_inputSize += input.bytes.size();
    m_input.push_back({std::move(input.bytes), 0, false, std::move(charge), std::move(done)});
    writeInput();
}

std::optional<ConnectError> Process::closeInput()
{
    if (hasTerminal())
        return ConnectError{"unknown",
                            "the input of a terminal cannot be closed: send Ctrl+D (0x04) instead"};
    if (!m_in.is_open())
        return std::nullopt;
    m_input.push_back({{}, 0, true, {}, nullptr});
    writeInput();
    return std::nullopt;
}

void Process::writeInput()
{
    while (!m_writingInput && !m_input.empty() && m_in.is_open()) {
        Input &front = m_input.front();
        if (front.last) {
            endInput({"internal", "the standard input is closed"});
            return;
        }
        if (front.offset < front.bytes.size()) {
            const ssize_t count = ::write(m_in.native_handle(), front.bytes.data() + front.offset,
                                          front.bytes.size() - front.offset);
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
                m_writingInput = true;
                m_in.async_wait(Descriptor::wait_write,
                                [weak = weak_from_this()](const boost::system::error_code &) {
                                    if (const auto self = weak.lock()) {
                                        self->m_writingInput = false;
                                        self->writeInput();
                                    }
                                });
                return;
            }
            if (count < 0) {
                endInput({"internal", "the process has closed its input"});
                return;
            }
            front.offset += static_cast<std::size_t>(count);
            continue;
        }
        m_inputSize -= front.bytes.size();
        const auto done = std::move(front.done);
        m_input.pop_front();
        if (done)
            done(std::nullopt);
    }
}

void Process::endInput(const ConnectError &error)
{
    if (m_in.is_open())
        m_in.close();
    m_inputSize = 0;
    for (const Input &input : std::exchange(m_input, {})) {
        if (input.done)
            input.done(error);
    }
}

} // namespace sandglass::guest
