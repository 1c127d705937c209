// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/processservice.h"

#include <utility>

#include "backend/guest/agent/inputstream.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/rpc.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t startLimit = 4 << 20; // arguments and variables; the kernel takes no more either
constexpr std::size_t inputLimit = 12 << 20;
constexpr std::string_view prefix = "/process.Process/";

constexpr const char *keepaliveEvent = R"({"event":{"keepalive":{}}})";

// What a process is told; nothing is its consent.
std::optional<ConnectError> signalProcess(Process &process, const nlohmann::json &message)
{
    const auto signal = parseSignal(message);
    if (const auto *error = std::get_if<ConnectError>(&signal))
        return *error;
    return process.sendSignal(std::get<int>(signal));
}

std::optional<ConnectError> updateProcess(Process &process, const nlohmann::json &message)
{
    const auto terminal = parseTerminal(message);
    if (const auto *error = std::get_if<ConnectError>(&terminal))
        return *error;
    const auto &size = std::get<std::optional<TerminalSize>>(terminal);
    return size ? process.resize(*size) : std::nullopt;
}

} // namespace

ProcessService::ProcessService(boost::asio::any_io_executor executor, const SandboxDefaults &defaults)
    : m_executor(std::move(executor)), m_defaults(defaults)
{}

bool ProcessService::handle(const std::shared_ptr<Exchange> &exchange)
{
    const Request &request = exchange->request;
    if (!request.path.starts_with(prefix))
        return false;
    const std::string method = request.path.substr(prefix.size());
    if (request.method != "POST") {
        exchange->respond(405, "application/json", R"({"code":"unimplemented","message":"use POST"})");
        return true;
    }
    if (method == "StreamInput") {
        takeInputStream(exchange, [this](const nlohmann::json &message) { return find(message, false); });
        return true;
    }
    // The exchange owns these functions, so they may not own it.
    const std::weak_ptr<Exchange> weak = exchange;
    exchange->collect(method == "SendInput" ? inputLimit : startLimit,
                      [this, weak, method](const std::string &body) {
                          const auto open = weak.lock();
                          if (!open)
                              return;
                          if (method == "Start")
                              startStream(open, body);
                          else if (method == "Connect")
                              connectStream(open, body);
                          else
                              unary(open, method, body);
                      });
    return true;
}

void ProcessService::startStream(const std::shared_ptr<Exchange> &exchange, std::string_view body)
{
    const auto message = streamMessage(*exchange, body);
    if (!message)
        return;
    auto request = parseStart(*message);
    auto options = parseOptions(exchange->request, m_defaults.user);
    if (const auto *error = std::get_if<ConnectError>(&request))
        refuseStream(*exchange, *error);
    else if (const auto *wrong = std::get_if<ConnectError>(&options))
        refuseStream(*exchange, *wrong);
    else
        start(exchange, std::move(std::get<StartRequest>(request)), std::get<StreamOptions>(options));
}

void ProcessService::start(const std::shared_ptr<Exchange> &exchange, StartRequest request,
                           const StreamOptions &options)
{
    const auto user = findUser(options.user);
    if (!user) {
        refuseStream(*exchange, {"unauthenticated", "there is no user '" + options.user + "'"});
        return;
    }
    if (m_running + m_starting >= maximumProcesses) {
        refuseStream(*exchange, {"resource_exhausted", "too many processes are running"});
        return;
    }
    auto directory = resolvePath(request.process.workingDirectory, *user, m_defaults.workingDirectory);
    if (const auto *error = std::get_if<ConnectError>(&directory)) {
        refuseStream(*exchange, *error);
        return;
    }
    SpawnPlan plan;
    plan.environment = environmentBlock(*user, m_defaults.environment, request.process.environment);
    plan.candidates = commandCandidates(request.process.command, plan.environment);
    plan.arguments = request.process.arguments;
    plan.arguments.insert(plan.arguments.begin(), request.process.command);
    plan.directory = std::move(std::get<std::string>(directory));
    plan.user = *user;
    plan.stdinOpen = request.stdinOpen;
    plan.terminal = request.terminal;
    plan.group = m_defaults.programsGroup;
    const auto process = std::make_shared<Process>(m_executor, std::move(request));
    ++m_starting;
    process->start(
        plan,
        [this, process, exchange, options](const std::optional<ConnectError> &error) {
            --m_starting;
            if (error) {
                refuseStream(*exchange, *error);
                return;
            }
            ++m_running;
            m_processes[process->pid()] = process;
            const auto subscriber =
                std::make_shared<Subscriber>(m_executor, exchange, options.keepalive, keepaliveEvent);
            process->subscribe(subscriber);
            if (options.timeout)
                process->setLifetime(*options.timeout, subscriber);
        },
        [this, weak = std::weak_ptr<Process>(process)]() {
            --m_running;
            if (const auto ended = weak.lock())
                keepEnded(ended);
        });
}

void ProcessService::keepEnded(const std::shared_ptr<Process> &process)
{
    m_ended.push_back(process);
    while (m_ended.size() > maximumEnded) {
        forget(m_ended.front().lock());
        m_ended.pop_front();
    }
    const auto timer = std::make_shared<boost::asio::steady_timer>(m_executor, endedKept);
    timer->async_wait(
        [this, timer, weak = std::weak_ptr<Process>(process)](const boost::system::error_code &error) {
            if (!error)
                forget(weak.lock());
            while (!m_ended.empty() && m_ended.front().expired())
                m_ended.pop_front();
        });
}

void ProcessService::forget(const std::shared_ptr<Process> &process)
{
    const auto entry = process ? m_processes.find(process->pid()) : m_processes.end();
    if (entry != m_processes.end() && entry->second == process) // the number may be in use again
        m_processes.erase(entry);
}

void ProcessService::connectStream(const std::shared_ptr<Exchange> &exchange, std::string_view body)
{
    const auto message = streamMessage(*exchange, body);
    if (!message)
        return;
    auto found = find(*message, true);
    auto options = parseOptions(exchange->request, m_defaults.user);
    if (const auto *error = std::get_if<ConnectError>(&found)) {
        refuseStream(*exchange, *error);
        return;
    }
    if (const auto *error = std::get_if<ConnectError>(&options)) {
        refuseStream(*exchange, *error);
        return;
    }
    const auto &chosen = std::get<StreamOptions>(options);
    const auto subscriber =
        std::make_shared<Subscriber>(m_executor, exchange, chosen.keepalive, keepaliveEvent);
    std::get<std::shared_ptr<Process>>(found)->subscribe(subscriber);
    if (chosen.timeout)
        subscriber->setDeadline(*chosen.timeout);
}

void ProcessService::unary(const std::shared_ptr<Exchange> &exchange, std::string_view method,
                           std::string_view body)
{
    const auto message = callMessage(*exchange, body);
    if (!message)
        return;
    if (method == "List")
        return list(*exchange);
    if (method == "SendInput")
        return sendInput(exchange, *message);
    if (method != "CloseStdin" && method != "SendSignal" && method != "Update")
        return refuseCall(*exchange,
                          {"unimplemented", "process.Process has no method " + std::string(method)});
    auto found = find(*message, false);
    if (const auto *error = std::get_if<ConnectError>(&found))
        return refuseCall(*exchange, *error);
    Process &process = *std::get<std::shared_ptr<Process>>(found);
    const auto refusal = method == "CloseStdin"   ? process.closeInput()
                         : method == "SendSignal" ? signalProcess(process, *message)
                                                  : updateProcess(process, *message);
    if (refusal)
        return refuseCall(*exchange, *refusal);
    answerCall(*exchange, nlohmann::json::object());
}

Answer<std::shared_ptr<Process>> ProcessService::find(const nlohmann::json &message, bool endedToo) const
{
    auto parsed = parseSelector(message);
    if (const auto *error = std::get_if<ConnectError>(&parsed))
        return *error;
    const auto &selector = std::get<Selector>(parsed);
    std::shared_ptr<Process> ended;
    for (const auto &[pid, process] : m_processes) {
        if (selector.pid ? *selector.pid != pid : process->request().tag != selector.tag)
            continue;
        if (!process->hasEnded())
            return process;
        ended = process;
    }
    if (ended && endedToo)
        return ended;
    const std::string name = selector.pid ? "pid " + std::to_string(*selector.pid) : "tag " + selector.tag;
    return ConnectError{"not_found", "process with " + name + " not found"};
}

void ProcessService::list(Exchange &exchange) const
{
    nlohmann::json processes = nlohmann::json::array();
    for (const auto &[pid, process] : m_processes) {
        if (process->hasEnded())
            continue;
        nlohmann::json entry{{"config", process->request().process.toJson()}, {"pid", pid}};
        if (!process->request().tag.empty())
            entry["tag"] = process->request().tag;
        processes.push_back(std::move(entry));
    }
    answerCall(exchange, {{"processes", std::move(processes)}});
}

void ProcessService::sendInput(const std::shared_ptr<Exchange> &exchange, const nlohmann::json &message)
{
    auto found = find(message, false);
    auto input = parseInput(message);
    if (const auto *error = std::get_if<ConnectError>(&found))
        return refuseCall(*exchange, *error);
    if (const auto *error = std::get_if<ConnectError>(&input))
        return refuseCall(*exchange, *error);
    std::get<std::shared_ptr<Process>>(found)->write(std::move(std::get<ProcessInput>(input)),
                                                     InputCharge(exchange->budget()),
                                                     [exchange](const std::optional<ConnectError> &error) {
                                                         if (error)
                                                             refuseCall(*exchange, *error);
                                                         else
                                                             answerCall(*exchange, nlohmann::json::object());
                                                     });
}

} // namespace sandglass::guest
