// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/execwire.h"

#include "backend/microvm/channel/connectcodec.h"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace sandglass::microvm {

namespace {

using nlohmann::json;

constexpr std::array Codes{
    std::pair{"canceled", ErrorCode::Cancelled},
    std::pair{"deadline_exceeded", ErrorCode::TimedOut},
    std::pair{"invalid_argument", ErrorCode::InvalidArgument},
    std::pair{"not_found", ErrorCode::CommandNotFound},
    std::pair{"permission_denied", ErrorCode::PermissionDenied},
    std::pair{"unauthenticated", ErrorCode::PermissionDenied},
    std::pair{"resource_exhausted", ErrorCode::LimitReached},
    std::pair{"failed_precondition", ErrorCode::Conflict},
    std::pair{"unimplemented", ErrorCode::Unsupported},
    std::pair{"unavailable", ErrorCode::GuestUnreachable},
};

json parse(QByteArrayView text)
{
    return json::parse(text.begin(), text.end(), nullptr, false);
}

QByteArray dump(const json &value)
{
    return QByteArray::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string textOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// proto3 JSON writes 64-bit numbers as strings; readers take both.
std::optional<qint64> numberOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<qint64>();
    if (!found->is_string())
        return std::nullopt;
    bool isNumber = false;
    const qint64 number = QByteArray::fromStdString(found->get<std::string>()).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

auto violation(const char *what)
{
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("process.Process: ") + QLatin1StringView(what));
}

Error errorOf(const json &value)
{
    const std::string name = textOf(value, "code");
    ErrorCode code = ErrorCode::Internal;
    for (const auto &[known, meaning] : Codes) {
        if (name == known)
            code = meaning;
    }
    return Error(code, QString::fromStdString(textOf(value, "message")).left(500));
}

Result<ExecEvent> outputOf(const json &data)
{
    for (const auto &[key, from] :
         {std::pair{"stdout", ExecOutput::From::Stdout}, std::pair{"stderr", ExecOutput::From::Stderr}}) {
        if (!data.contains(key))
            continue;
        auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(textOf(data, key)),
                                                      QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return violation("output is not base64");
        return ExecOutput{from, *decoded};
    }
    return ExecNothing{};
}

// Killed by a signal: {"exited": false, "status": "signal: killed"}; a code of 0 is left out.
ExitStatus exitOf(const json &end)
{
    ExitStatus status;
    status.code = static_cast<int>(numberOf(end, "exitCode").value_or(0));
    const QString text = QString::fromStdString(textOf(end, "status"));
    const QLatin1StringView prefix("signal: ");
    if (text.startsWith(prefix))
        status.signal = text.mid(prefix.size());
    return status;
}

json selector(qint64 pid)
{
    return {{"pid", pid}};
}

} // namespace

Result<ExecEvent> parseExecEvent(QByteArrayView payload)
{
    const json value = parse(payload);
    const auto event = value.is_object() ? value.find("event") : value.end();
    if (!value.is_object() || event == value.end() || !event->is_object())
        return violation("a message without an event");
    if (const auto start = event->find("start"); start != event->end() && start->is_object()) {
        const auto pid = numberOf(*start, "pid");
        if (!pid || *pid <= 0)
            return violation("a start without a pid");
        return ExecStarted{*pid};
    }
    if (const auto data = event->find("data"); data != event->end() && data->is_object())
        return outputOf(*data);
    if (const auto end = event->find("end"); end != event->end() && end->is_object())
        return exitOf(*end);
    return ExecNothing{};
}

Result<void> parseExecEnd(QByteArrayView payload)
{
    const json value = parse(payload);
    if (!value.is_object())
        return violation("the end is not a JSON object");
    if (const auto error = value.find("error"); error != value.end() && error->is_object())
        return fail(errorOf(*error));
    return {};
}

Error connectError(QByteArrayView payload)
{
    const json value = parse(payload);
    if (!value.is_object())
        return Error(ErrorCode::ProtocolViolation,
                     QString::fromUtf8(payload.first(qMin(payload.size(), 200))));
    return errorOf(value);
}

HttpRequest startRequest(const ExecRequest &request)
{
    HttpRequest http{
        .method = "POST",
        .path = "/process.Process/Start",
        .headers = {{"content-type", "application/connect+json"}, {"connect-protocol-version", "1"}}};
    if (!request.user.isEmpty())
        http.headers.push_back({"authorization", "Basic " + (request.user.toUtf8() + ':').toBase64()});
    if (request.timeout)
        http.headers.push_back({"connect-timeout-ms", QByteArray::number(qint64(request.timeout->count()))});
    return http;
}

QByteArray startBody(const ExecRequest &request)
{
    json arguments = json::array();
    for (const QString &word : request.argv.mid(1))
        arguments.push_back(word.toStdString());
    json environment = json::object();
    for (auto it = request.environment.begin(); it != request.environment.end(); ++it)
        environment[it.key().toStdString()] = it.value().toStdString();
    json process{{"cmd", request.argv.value(0).toStdString()}, {"args", arguments}, {"envs", environment}};
    if (!request.workingFolder.isEmpty())
        process["cwd"] = request.workingFolder.toStdString();
    return connectEnvelope({0, dump({{"process", process}, {"stdin", request.withStdin}})});
}

QByteArray inputBody(qint64 pid, const QByteArray &bytes)
{
    return dump({{"process", selector(pid)}, {"input", {{"stdin", bytes.toBase64().toStdString()}}}});
}

QByteArray closeInputBody(qint64 pid)
{
    return dump({{"process", selector(pid)}});
}

QByteArray killBody(qint64 pid)
{
    return dump({{"process", selector(pid)}, {"signal", "SIGNAL_SIGKILL"}});
}

} // namespace sandglass::microvm
