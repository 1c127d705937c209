// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentcalls.h"

#include "backend/microvm/channel/guestexec.h"
#include "backend/microvm/store/recordjson.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <nlohmann/json.hpp>

#include <array>

namespace sandglass::microvm {

namespace {

// How far behind a guest's clock may be set.
constexpr std::chrono::milliseconds ClockLag{50};
constexpr int MostClockTries = 4;

using nlohmann::json;

QString textOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    return QString::fromStdString(found->get_ref<const std::string &>());
}

Error unexpected(const HttpAnswer &answer)
{
    return Error(ErrorCode::ProtocolViolation, QStringLiteral("the agent answered %1: %2")
                                                   .arg(answer.status)
                                                   .arg(QString::fromUtf8(answer.body.left(200))));
}

Result<json> objectOf(const HttpAnswer &answer)
{
    json value = json::parse(answer.body.begin(), answer.body.end(), nullptr, false);
    if (answer.status != 200 || !value.is_object())
        return fail(unexpected(answer));
    return value;
}

Result<GuestHealth> healthOf(const json &value)
{
    GuestHealth health;
    health.version = textOf(value, "version");
    health.bootId = textOf(value, "boot_id");
    health.sandboxId = SandboxId(textOf(value, "sandbox_id"));
    if (const auto uptime = value.find("uptime_ms"); uptime != value.end() && uptime->is_number_integer())
        health.uptime = std::chrono::milliseconds(uptime->get<qint64>());
    if (const auto ready = value.find("ready"); ready != value.end() && ready->is_boolean())
        health.ready = ready->get<bool>();
    if (health.bootId.isEmpty())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("the agent's health has no boot id"));
    return health;
}

Result<QString> bootIdOf(const Result<json> &value)
{
    if (!value)
        return fail(value.error());
    QString bootId = textOf(*value, "boot_id");
    if (bootId.isEmpty())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("the agent's answer has no boot id"));
    return bootId;
}

// The ready check's own end is told apart from a guest that is broken.
Result<QString> readinessOf(const HttpAnswer &answer)
{
    constexpr int ServiceUnavailable = 503;
    if (answer.status == ServiceUnavailable) {
        const json value = json::parse(answer.body.begin(), answer.body.end(), nullptr, false);
        return fail(ErrorCode::GuestNotReady, value.is_object() ? textOf(value, "error") : QString());
    }
    return bootIdOf(objectOf(answer));
}

std::string freshEntropy()
{
    std::array<quint32, 16> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    const QByteArray bytes(reinterpret_cast<const char *>(words.data()), sizeof(words));
    return bytes.toBase64().toStdString();
}

QByteArray identityBody(const GuestIdentity &identity)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    json environment = json::object();
    for (auto it = identity.environment.begin(); it != identity.environment.end(); ++it)
        environment[it.key().toStdString()] = it.value().toStdString();
    json value{{"sandbox_id", identity.sandboxId.toString().toStdString()},
               {"template_id", identity.templateId.toString().toStdString()},
               {"hostname", identity.hostname.toStdString()},
               {"machine_id", identity.machineId.toStdString()},
               {"wall_time_ns", std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()},
               {"entropy", freshEntropy()},
               {"env", environment}};
    if (identity.hold)
        value["hold"] = true;
    return QByteArray::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

HttpRequest post(const char *path)
{
    return {.method = "POST", .path = path, .headers = {{"content-type", "application/json"}}};
}

// Sends, and gives the answer through `read` to `reply`.
template<typename T>
void call(AgentClient &agent, const HttpRequest &request, const QByteArray &body,
          std::chrono::milliseconds deadline, QObject *context, Reply<T> reply,
          std::function<Result<T>(const HttpAnswer &)> read)
{
    agent.request(request, body, deadline, context,
                  [reply = std::move(reply), read = std::move(read)](const Result<HttpAnswer> &answer) {
                      reply(answer ? read(*answer) : Result<T>(fail(answer.error())));
                  });
}

Result<Done> doneOf(const HttpAnswer &answer)
{
    if (answer.status != 200 && answer.status != 204)
        return fail(unexpected(answer));
    return Done{};
}

// A time is as old on arrival as its message was under way, and the first message to a guest that was just
// restored is slow: its pages come from the disk, its code is translated. So the time is told again to a
// guest that is warm by then, until a message was quick.
void setClock(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context, int tries,
              Reply<Done> reply)
{
    const auto sent = std::chrono::steady_clock::now();
    const QString time = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
    const json body{{"timestamp", time.toStdString()}};
    const auto again = [&agent, deadline, context, tries, sent, reply](const Result<Done> &done) {
        if (!done || tries <= 1 || std::chrono::steady_clock::now() - sent <= ClockLag)
            return reply(done);
        setClock(agent, deadline, context, tries - 1, reply);
    };
    call<Done>(agent, post("/init"), QByteArray::fromStdString(body.dump()), deadline, context, again,
               doneOf);
}

constexpr qsizetype MostOfFingerprint = 64 * 1024;

Result<Fingerprint> fingerprintOf(const HttpAnswer &answer)
{
    if (answer.status != 200 || answer.body.size() > MostOfFingerprint)
        return fail(unexpected(answer));
    return fingerprintFromJsonText(answer.body);
}

} // namespace

void askHealth(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context,
               Reply<GuestHealth> reply)
{
    call<GuestHealth>(agent, {.path = "/health", .headers = {}}, {}, deadline, context, std::move(reply),
                      [](const HttpAnswer &answer) { return objectOf(answer).and_then(healthOf); });
}

void waitUntilReady(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context,
                    Reply<QString> reply)
{
    call<QString>(agent, {.path = "/ready", .headers = {}}, {}, deadline, context, std::move(reply),
                  readinessOf);
}

void setIdentity(AgentClient &agent, const GuestIdentity &identity, std::chrono::milliseconds deadline,
                 QObject *context, Reply<QString> reply)
{
    const auto sent = std::chrono::steady_clock::now();
    const auto settle = [&agent, deadline, context, sent, reply](const Result<QString> &bootId) {
        if (!bootId || std::chrono::steady_clock::now() - sent <= ClockLag)
            return reply(bootId);
        setClock(agent, deadline, context, MostClockTries,
                 [reply, bootId](const Result<Done> &done) { reply(done ? bootId : fail(done.error())); });
    };
    call<QString>(agent, post("/identity"), identityBody(identity), deadline, context, settle,
                  [](const HttpAnswer &answer) { return bootIdOf(objectOf(answer)); });
}

void holdPrograms(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context, Reply<Done> reply)
{
    call<Done>(agent, post("/hold"), {}, deadline, context, std::move(reply), doneOf);
}

void takeFingerprint(AgentClient &agent, const QStringList &files, std::chrono::milliseconds deadline,
                     QObject *context, Reply<Fingerprint> reply)
{
    json asked = json::object();
    for (const QString &file : files)
        asked["files"].push_back(file.toStdString());
    call<Fingerprint>(agent, post("/fingerprint"),
                      QByteArray::fromStdString(asked.dump(-1, ' ', false, json::error_handler_t::replace)),
                      deadline, context, std::move(reply), fingerprintOf);
}

void syncDisks(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context, Reply<Done> reply)
{
    call<Done>(agent, post("/sync"), {}, deadline, context, std::move(reply), doneOf);
}

void powerOff(AgentClient &agent, std::chrono::milliseconds deadline, QObject *context, Reply<Done> reply)
{
    call<Done>(agent, post("/poweroff"), {}, deadline, context, std::move(reply), doneOf);
}

std::unique_ptr<ExecSession> execInGuest(AgentClient &agent, const ExecRequest &request)
{
    return std::make_unique<GuestExec>(agent, request);
}

} // namespace sandglass::microvm
