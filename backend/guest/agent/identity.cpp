// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/identity.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace sandglass::guest {

namespace {

constexpr std::size_t minimumEntropy = 32;
constexpr std::size_t maximumEntropy = 512;
constexpr std::size_t maximumVariables = 1024;

bool isToken(std::string_view text, std::size_t longest)
{
    return !text.empty() && text.size() <= longest && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
    });
}

bool isHostName(std::string_view text)
{
    return isToken(text, 63) && text.find('_') == std::string_view::npos && text.front() != '-' &&
           text.back() != '-';
}

bool isMachineId(std::string_view text)
{
    return text.size() == 32 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

std::string textMember(const nlohmann::json &message, const char *name)
{
    const auto found = message.find(name);
    return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool readVariables(const nlohmann::json &message, Environment &into)
{
    const auto found = message.find("env");
    if (found == message.end())
        return true;
    if (!found->is_object() || found->size() > maximumVariables)
        return false;
    for (const auto &[name, value] : found->items()) {
        if (!value.is_string() || name.empty() ||
            name.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
            return false;
        const auto &text = value.get_ref<const std::string &>();
        if (text.find('\0') != std::string::npos)
            return false;
        into.insert_or_assign(name, text);
    }
    return true;
}

} // namespace

Answer<Identity> parseIdentity(const nlohmann::json &message)
{
    const auto invalid = [](const char *what) {
        return ConnectError{"invalid_argument", what};
    };
    Identity identity;
    identity.sandboxId = textMember(message, "sandbox_id");
    identity.templateId = textMember(message, "template_id");
    identity.hostName = textMember(message, "hostname");
    identity.machineId = textMember(message, "machine_id");
    if (!isToken(identity.sandboxId, 128))
        return invalid("sandbox_id is not a plain word");
    if (!isToken(identity.templateId, 128))
        return invalid("template_id is not a plain word");
    if (!isHostName(identity.hostName))
        return invalid("hostname is not a host name");
    if (!isMachineId(identity.machineId))
        return invalid("machine_id is not 32 hexadecimal digits");
    const auto time = message.find("wall_time_ns");
    if (time == message.end() || !time->is_number_integer() || time->get<std::int64_t>() <= 0)
        return invalid("wall_time_ns is not a positive number");
    identity.wallTime = time->get<std::int64_t>();
    const auto entropy = base64Decode(textMember(message, "entropy"));
    if (!entropy || entropy->size() < minimumEntropy || entropy->size() > maximumEntropy)
        return invalid("entropy is not base64 of 32 to 512 bytes");
    identity.entropy = *entropy;
    if (const auto hold = message.find("hold"); hold != message.end()) {
        if (!hold->is_boolean())
            return invalid("hold is not true or false");
        identity.hold = hold->get<bool>();
    }
    if (!readVariables(message, identity.environment))
        return invalid("env is not a map of names to strings");
    return identity;
}

std::string assume(GuestSystem &system, const Identity &identity)
{
    std::string refused;
    const auto note = [&refused](bool worked, const char *what) {
        if (!worked)
            refused += (refused.empty() ? "" : ", ") + std::string(what) + ": " + std::strerror(errno);
    };
    note(system.addEntropy(identity.entropy), "entropy");
    note(system.setClock(identity.wallTime), "clock");
    note(system.setHostName(identity.hostName), "hostname");
    return refused;
}

std::string hostsText(const std::string &hostName)
{
    return "127.0.0.1 localhost\n127.0.1.1 " + hostName + "\n::1 localhost ip6-localhost\n";
}

void writeIdentityFiles(GuestSystem &system, const Identity &identity)
{
    const std::string &name = identity.hostName;
    system.write("/etc/hosts", hostsText(name), 0644);
    system.write("/etc/hostname", name + "\n", 0644);
    system.write("/etc/machine-id", identity.machineId + "\n", 0444);
    system.write("/run/e2b/.E2B_SANDBOX", "true", 0644);
    system.write("/run/e2b/.E2B_SANDBOX_ID", identity.sandboxId, 0644);
    system.write("/run/e2b/.E2B_TEMPLATE_ID", identity.templateId, 0644);
}

Environment sandboxEnvironment(const Environment &fromTemplate, const Identity &identity)
{
    Environment all = fromTemplate;
    all.insert_or_assign("E2B_SANDBOX", "true");
    all.insert_or_assign("E2B_SANDBOX_ID", identity.sandboxId);
    all.insert_or_assign("E2B_TEMPLATE_ID", identity.templateId);
    for (const auto &[variable, value] : identity.environment)
        all.insert_or_assign(variable, value);
    return all;
}

} // namespace sandglass::guest
