// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/processrequest.h"

#include <array>
#include <charconv>
#include <csignal>

#include "backend/guest/agent/jsonvalue.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t maximumStrings = 16384;
constexpr std::string_view searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

ConnectError invalid(std::string message)
{
    return {"invalid_argument", std::move(message)};
}

Answer<ProcessConfig> readConfig(const nlohmann::json &value)
{
    ProcessConfig config;
    const auto *command = member(value, "cmd");
    const auto text = command != nullptr ? plainText(*command) : std::nullopt;
    if (!text || text->empty())
        return invalid("process.cmd is missing");
    config.command = *text;
    if (const auto *arguments = member(value, "args")) {
        if (!arguments->is_array() || arguments->size() > maximumStrings)
            return invalid("process.args is not a list of strings");
        for (const auto &entry : *arguments) {
            const auto argument = plainText(entry);
            if (!argument)
                return invalid("process.args is not a list of strings");
            config.arguments.push_back(*argument);
        }
    }
    if (const auto *environment = member(value, "envs")) {
        auto parsed = readEnvironment(*environment);
        if (!parsed)
            return invalid("process.envs is not a map of names to strings");
        config.environment = std::move(*parsed);
    }
    if (const auto *directory = member(value, "cwd")) {
        const auto path = plainText(*directory);
        if (!path)
            return invalid("process.cwd is not a string");
        config.workingDirectory = *path;
    }
    return config;
}

std::optional<std::int64_t> headerNumber(const Request &request, std::string_view name)
{
    const std::string_view text = request.header(name);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace

std::optional<Environment> readEnvironment(const nlohmann::json &value)
{
    if (!value.is_object() || value.size() > maximumStrings)
        return std::nullopt;
    Environment environment;
    for (const auto &[name, entry] : value.items()) {
        const auto text = plainText(entry);
        if (!text || name.empty() || name.find('=') != std::string::npos ||
            name.find('\0') != std::string::npos)
            return std::nullopt;
        environment.emplace(name, *text);
    }
    return environment;
}

nlohmann::json ProcessConfig::toJson() const
{
    nlohmann::json value{{"cmd", command}, {"args", arguments}, {"envs", environment}};
    if (!workingDirectory.empty())
        value["cwd"] = workingDirectory;
    return value;
}

Answer<StartRequest> parseStart(const nlohmann::json &message)
{
    const auto *process = member(message, "process");
    if (process == nullptr || !process->is_object())
        return invalid("process is missing");
    auto terminal = parseTerminal(message);
    if (auto *error = std::get_if<ConnectError>(&terminal))
        return *error;
    auto config = readConfig(*process);
    if (auto *error = std::get_if<ConnectError>(&config))
        return *error;
    StartRequest request;
    request.process = std::move(std::get<ProcessConfig>(config));
    request.terminal = std::get<std::optional<TerminalSize>>(terminal);
    if (const auto *tag = member(message, "tag")) {
        const auto text = plainText(*tag);
        if (!text)
            return invalid("tag is not a string");
        request.tag = *text;
    }
    if (const auto *open = member(message, "stdin")) {
        if (!open->is_boolean())
            return invalid("stdin is not a boolean");
        request.stdinOpen = open->get<bool>();
    }
    return request;
}

Answer<Selector> parseSelector(const nlohmann::json &message)
{
    const auto *process = member(message, "process");
    if (process == nullptr || !process->is_object())
        return invalid("process is missing");
    Selector selector;
    if (const auto *pid = member(*process, "pid")) {
        selector.pid = integer(*pid);
        if (!selector.pid)
            return invalid("process.pid is not a number");
        return selector;
    }
    const auto *tag = member(*process, "tag");
    const auto text = tag != nullptr ? plainText(*tag) : std::nullopt;
    if (!text || text->empty())
        return invalid("process needs a pid or a tag");
    selector.tag = *text;
    return selector;
}

Answer<std::optional<TerminalSize>> parseTerminal(const nlohmann::json &message)
{
    const auto *terminal = member(message, "pty");
    if (terminal == nullptr)
        return std::optional<TerminalSize>();
    TerminalSize size;
    const auto *given = member(*terminal, "size");
    if (!terminal->is_object() || (given != nullptr && !given->is_object()))
        return invalid("pty is not an object with a size");
    if (given == nullptr)
        return std::optional(size);
    for (const auto &[name, into] : {std::pair{"cols", &size.columns}, std::pair{"rows", &size.rows}}) {
        const auto *value = member(*given, name);
        const auto number = value != nullptr ? integer(*value) : std::optional<std::int64_t>(*into);
        if (!number || *number < 0 || *number > 0xFFFF)
            return invalid("pty.size is not a number of columns and rows");
        *into = static_cast<std::uint16_t>(*number);
    }
    return std::optional(size);
}

Answer<ProcessInput> parseInput(const nlohmann::json &message)
{
    const auto *input = member(message, "input");
    if (input == nullptr || !input->is_object())
        return invalid("input is missing");
    ProcessInput result;
    result.toTerminal = member(*input, "pty") != nullptr;
    const auto *bytes = member(*input, result.toTerminal ? "pty" : "stdin");
    if (bytes == nullptr)
        return result;
    auto decoded = bytes->is_string() ? base64Decode(bytes->get_ref<const std::string &>()) : std::nullopt;
    if (!decoded)
        return invalid("the input is not base64");
    result.bytes = std::move(*decoded);
    return result;
}

Answer<int> parseSignal(const nlohmann::json &message)
{
    const auto *signal = member(message, "signal");
    if (signal != nullptr && signal->is_string()) {
        const auto &name = signal->get_ref<const std::string &>();
        if (name == "SIGNAL_SIGKILL")
            return SIGKILL;
        if (name == "SIGNAL_SIGTERM")
            return SIGTERM;
    } else if (signal != nullptr && signal->is_number_integer()) {
        const auto number = signal->get<std::int64_t>();
        if (number == SIGKILL || number == SIGTERM)
            return static_cast<int>(number);
    }
    return ConnectError{"unimplemented", "only SIGNAL_SIGTERM and SIGNAL_SIGKILL can be sent"};
}

Answer<StreamOptions> parseOptions(const Request &request, std::string_view defaultUser)
{
    StreamOptions options;
    options.user = defaultUser;
    const auto timeout = headerNumber(request, "connect-timeout-ms");
    constexpr std::int64_t longest = 1000LL * 3600 * 24 * 365;
    if (timeout && *timeout > 0 && *timeout <= longest)
        options.timeout = std::chrono::milliseconds(*timeout);
    const auto keepalive = headerNumber(request, "keepalive-ping-interval");
    if (keepalive && *keepalive > 0 && *keepalive <= 86400)
        options.keepalive = std::chrono::seconds(*keepalive);
    const std::string_view authorization = request.header("authorization");
    constexpr std::string_view scheme = "Basic ";
    if (authorization.starts_with(scheme)) {
        const auto decoded = base64Decode(authorization.substr(scheme.size()));
        if (!decoded)
            return ConnectError{"unauthenticated", "the Authorization header is not base64"};
        const std::string name = decoded->substr(0, decoded->find(':'));
        if (!name.empty())
            options.user = name;
    }
    return options;
}

std::vector<std::string> environmentBlock(const User &user, const Environment &sandbox,
                                          const Environment &request)
{
    Environment all{
        {"PATH", std::string(searchPath)}, {"HOME", user.home}, {"USER", user.name}, {"LOGNAME", user.name}};
    for (const Environment *layer : {&sandbox, &request}) {
        for (const auto &[name, value] : *layer)
            all.insert_or_assign(name, value);
    }
    std::vector<std::string> block;
    block.reserve(all.size());
    for (const auto &[name, value] : all)
        block.push_back(name + "=" + value);
    return block;
}

std::vector<std::string> commandCandidates(const std::string &command,
                                           const std::vector<std::string> &environment)
{
    if (command.find('/') != std::string::npos)
        return {command};
    std::string_view path = searchPath;
    for (const std::string &entry : environment) {
        if (entry.starts_with("PATH="))
            path = std::string_view(entry).substr(5);
    }
    std::vector<std::string> candidates;
    while (true) {
        const std::size_t end = path.find(':');
        const std::string_view folder = path.substr(0, end);
        candidates.push_back((folder.empty() ? "." : std::string(folder)) + "/" + command);
        if (end == std::string_view::npos)
            return candidates;
        path.remove_prefix(end + 1);
    }
}

std::string ExitStatus::text() const
{
    if (signal == 0)
        return "exit status " + std::to_string(code);
    constexpr std::array<std::pair<int, std::string_view>, 14> names{{{SIGHUP, "hangup"},
                                                                      {SIGINT, "interrupt"},
                                                                      {SIGQUIT, "quit"},
                                                                      {SIGILL, "illegal instruction"},
                                                                      {SIGTRAP, "trace/breakpoint trap"},
                                                                      {SIGABRT, "aborted"},
                                                                      {SIGBUS, "bus error"},
                                                                      {SIGFPE, "floating point exception"},
                                                                      {SIGKILL, "killed"},
                                                                      {SIGSEGV, "segmentation fault"},
                                                                      {SIGPIPE, "broken pipe"},
                                                                      {SIGALRM, "alarm clock"},
                                                                      {SIGTERM, "terminated"},
                                                                      {SIGUSR1, "user defined signal 1"}}};
    for (const auto &[number, name] : names) {
        if (number == signal)
            return "signal: " + std::string(name);
    }
    return "signal: signal " + std::to_string(signal);
}

nlohmann::json ExitStatus::toJson() const
{
    nlohmann::json value{{"exitCode", signal != 0 ? -1 : code}, {"exited", signal == 0}, {"status", text()}};
    if (signal != 0 || code != 0)
        value["error"] = text();
    return value;
}

} // namespace sandglass::guest
