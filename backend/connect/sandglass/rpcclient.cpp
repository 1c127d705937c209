// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/sandglass/rpcclient.h"

#include "backend/api/wire/fields.h"
#include "backend/core/logging.h"
#include "backend/core/whenanswered.h"

namespace sandglass::connect {

using wire::Json;

namespace {

constexpr std::chrono::milliseconds WatchInterval{250};

Result<ServerInfo> readServer(const Json &json)
{
    ServerInfo server;
    wire::Fields fields(json);
    fields.read("program", server.program).read("version", server.version).read("pid", server.processId);
    return fields.into(server);
}

} // namespace

RpcClient::RpcClient(RpcClientOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_backoff(m_options.firstRetry, m_options.lastRetry),
      m_lines(m_options.lineBytes)
{
    m_retry.setSingleShot(true);
    QObject::connect(&m_retry, &QTimer::timeout, this, &RpcClient::open);
    m_watch.setInterval(WatchInterval);
    QObject::connect(&m_watch, &QTimer::timeout, this, &RpcClient::watch);
    QObject::connect(&m_socket, &QLocalSocket::connected, this, &RpcClient::greet);
    QObject::connect(&m_socket, &QLocalSocket::readyRead, this, &RpcClient::read);
    QObject::connect(&m_socket, &QLocalSocket::disconnected, this,
                     [this] { drop(unreachable(QStringLiteral("the engine closed the connection"))); });
    QObject::connect(&m_socket, &QLocalSocket::errorOccurred, this,
                     [this] { drop(unreachable(m_socket.errorString())); });
}

RpcClient::~RpcClient()
{
    m_socket.disconnect(this);
    for (auto &[id, call] : m_calls)
        settle(call, fail(ErrorCode::Cancelled));
}

void RpcClient::start()
{
    if (!m_connecting && !m_ready && !m_retry.isActive())
        open();
}

Pending<Json> RpcClient::call(const QString &method, Json params,
                              std::optional<std::chrono::milliseconds> deadline)
{
    if (m_socket.state() != QLocalSocket::ConnectedState)
        return refused<Json>(unreachable(m_options.socketPath));
    const qint64 id = m_nextId++;
    Call &call = m_calls[id];
    call.deadline = deadline;
    call.age.start();
    call.promise.start();
    Pending<Json> future = call.promise.future();
    m_socket.write(wire::requestLine({id, method, std::move(params)}));
    return future;
}

void RpcClient::open()
{
    m_lines = wire::LineCutter(m_options.lineBytes);
    m_connecting = true;
    m_quiet.start();
    m_socket.connectToServer(m_options.socketPath);
}

void RpcClient::greet()
{
    m_watch.start();
    const qint64 id = m_greeting = m_nextId;
    // The answer itself comes by receive(), before the engine can hang up; here ends what never was answered.
    whenAnswered(
        call(QStringLiteral("hello"), {{"protocol", wire::ProtocolVersion}}, m_options.greetingDeadline),
        this, [this, id](const Result<Json> &answer) {
            if (id == m_greeting)
                greeted(answer);
        });
}

void RpcClient::greeted(const Result<Json> &answer)
{
    m_greeting = 0;
    const Result<ServerInfo> server = answer ? readServer(*answer) : fail(answer.error());
    if (!server)
        return drop(server.error());
    m_connecting = false;
    m_server = *server;
    m_ready = true;
    m_backoff.reset();
    emit ready();
}

void RpcClient::read()
{
    m_lines.add(m_socket.readAll());
    m_quiet.start();
    if (std::exchange(m_silent, false))
        emit silenceChanged(false);
    emit heard();
    while (m_socket.state() == QLocalSocket::ConnectedState || m_lines.hasBytes()) {
        const Result<std::optional<QByteArray>> line = m_lines.next();
        if (!line)
            return drop(line.error());
        if (!*line)
            return;
        receive(**line);
    }
}

void RpcClient::receive(QByteArrayView line)
{
    Result<wire::RpcMessage> message = wire::parseRpcLine(line);
    if (!message)
        return drop(message.error());
    if (const auto *request = std::get_if<wire::RpcRequest>(&*message)) {
        emit notified(request->method, request->params);
        return;
    }
    auto &answer = std::get<wire::RpcAnswer>(*message);
    if (!answer.id) // the server's last word: it could not read us, or has no place for us
        return drop(answer.result ? unreachable({}) : answer.result.error());
    auto found = m_calls.extract(*answer.id);
    if (*answer.id == m_greeting)
        greeted(answer.result);
    else if (!found.empty()) // otherwise a late one
        settle(found.mapped(), std::move(answer.result));
}

void RpcClient::drop(const Error &why)
{
    const bool had = m_connecting || m_ready;
    if (!had)
        return; // this end was told already
    m_connecting = m_ready = m_silent = false;
    m_greeting = 0;
    m_watch.stop();
    m_socket.abort();
    m_lines = wire::LineCutter(m_options.lineBytes);
    qCDebug(lcGateway, "engine connection: %s", qUtf8Printable(why.toLogLine()));
    m_retry.start(m_backoff.next());
    for (auto &[id, call] : std::exchange(m_calls, {}))
        settle(call, fail(why));
    emit lost(why);
}

void RpcClient::watch()
{
    std::vector<Call> late;
    for (auto it = m_calls.begin(); it != m_calls.end();) {
        if (it->second.deadline && it->second.age.hasExpired(it->second.deadline->count())) {
            late.push_back(std::move(it->second));
            it = m_calls.erase(it);
        } else {
            ++it;
        }
    }
    for (Call &call : late)
        settle(call, fail(ErrorCode::TimedOut, QStringLiteral("the engine did not answer")));
    if (!m_ready)
        return;
    if (m_quiet.hasExpired(m_options.deadAfter.count()))
        return drop(unreachable(QStringLiteral("the engine is silent")));
    if (!m_silent && m_quiet.hasExpired(m_options.silentAfter.count())) {
        m_silent = true;
        emit silenceChanged(true);
    }
}

Error RpcClient::unreachable(const QString &detail)
{
    return Error(ErrorCode::EngineUnreachable, detail);
}

void RpcClient::settle(Call &call, Result<Json> result)
{
    call.promise.addResult(std::move(result));
    call.promise.finish();
}

} // namespace sandglass::connect
