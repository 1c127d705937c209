// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/sandboxinit.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>

#include "backend/guest/agent/identity.h"
#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/processrequest.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t tokenLimit = 4096;
constexpr const char *authorities = "/etc/ssl/certs/ca-certificates.crt";

ConnectError invalid(const char *what)
{
    return {"invalid_argument", what};
}

// An optional text; false when it is something else.
bool readText(const nlohmann::json &message, const char *name, std::optional<std::string> &into)
{
    const auto *value = member(message, name);
    if (value == nullptr)
        return true;
    into = plainText(*value);
    return into.has_value();
}

bool isAddress(const std::string &text)
{
    return text.size() < 64 && std::all_of(text.begin(), text.end(), [](char c) {
               return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == ':';
           });
}

// Up to nine decimals; nothing else.
std::optional<std::int64_t> nanoseconds(std::string_view decimals)
{
    if (decimals.empty() || decimals.size() > 9)
        return std::nullopt;
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        const char c = i < decimals.size() ? decimals[i] : '0';
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

} // namespace

std::optional<std::int64_t> parseTimestamp(std::string_view text)
{
    std::tm parts{};
    const std::string copy(text);
    const char *rest = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr)
        return std::nullopt;
    std::string_view tail(rest);
    std::int64_t fraction = 0;
    if (tail.starts_with('.')) {
        const std::size_t end = std::min(tail.find_first_not_of("0123456789", 1), tail.size());
        const auto parsed = nanoseconds(tail.substr(1, end - 1));
        if (!parsed)
            return std::nullopt;
        fraction = *parsed;
        tail.remove_prefix(end);
    }
    std::int64_t offset = 0;
    if (tail != "Z") {
        int hours = 0;
        int minutes = 0;
        char sign = 0;
        int used = 0;
        const std::string zone(tail);
        if (std::sscanf(zone.c_str(), "%c%2d:%2d%n", &sign, &hours, &minutes, &used) != 3 ||
            used != static_cast<int>(zone.size()) || (sign != '+' && sign != '-'))
            return std::nullopt;
        offset = (hours * 60 + minutes) * (sign == '+' ? 60 : -60);
    }
    constexpr std::int64_t second = 1'000'000'000;
    constexpr std::int64_t latest = 9'000'000'000; // what fits into 64 bits
    const std::int64_t seconds = ::timegm(&parts) - offset;
    if (seconds < 0 || seconds > latest)
        return std::nullopt;
    return seconds * second + fraction;
}

Answer<SandboxInit> parseInit(const nlohmann::json &message)
{
    SandboxInit init;
    if (const auto *variables = member(message, "envVars")) {
        auto parsed = readEnvironment(*variables);
        if (!parsed)
            return invalid("envVars is not a map of names to strings");
        init.environment = std::move(*parsed);
    }
    std::optional<std::string> time;
    std::optional<std::string> events;
    std::optional<std::string> bundle;
    if (!readText(message, "accessToken", init.accessToken) || !readText(message, "timestamp", time) ||
        !readText(message, "defaultUser", init.user) ||
        !readText(message, "defaultWorkdir", init.workingDirectory) ||
        !readText(message, "hyperloopIP", events) || !readText(message, "caBundle", bundle))
        return invalid("a field is not a string");
    if (init.accessToken && init.accessToken->size() > tokenLimit)
        return invalid("accessToken is too long");
    if (time) {
        init.wallTime = parseTimestamp(*time);
        if (!init.wallTime)
            return invalid("timestamp is not a time");
    }
    if (events && !isAddress(*events))
        return invalid("hyperloopIP is not an address");
    if (const auto *volumes = member(message, "volumeMounts"); volumes != nullptr && !volumes->empty())
        return ConnectError{"unimplemented", "volumes are not available"};
    init.eventsAddress = events.value_or("");
    init.caBundle = bundle.value_or("");
    return init;
}

void applyInit(const SandboxInit &init, SandboxDefaults &defaults)
{
    for (const auto &[name, value] : init.environment)
        defaults.environment.insert_or_assign(name, value);
    if (!init.eventsAddress.empty())
        defaults.environment.insert_or_assign("E2B_EVENTS_ADDRESS", "http://" + init.eventsAddress);
    if (init.accessToken)
        defaults.accessToken = *init.accessToken;
    if (init.user && !init.user->empty())
        defaults.user = *init.user;
    if (init.workingDirectory)
        defaults.workingDirectory = *init.workingDirectory;
}

void writeInitFiles(GuestSystem &system, const SandboxInit &init, const std::string &hostName)
{
    if (!init.eventsAddress.empty())
        system.write("/etc/hosts", hostsText(hostName) + init.eventsAddress + " events.e2b.local\n", 0644);
    if (init.caBundle.empty())
        return;
    system.write("/usr/local/share/ca-certificates/sandglass.crt", init.caBundle, 0644);
    const std::string known = readFile(authorities, 8 << 20);
    if (known.find(init.caBundle) == std::string::npos)
        system.write(authorities,
                     known + (known.empty() || known.ends_with('\n') ? "" : "\n") + init.caBundle, 0644);
}

} // namespace sandglass::guest
