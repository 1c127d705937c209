// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/local/localconnection.h"

#include "backend/api/wire/fields.h"
#include "backend/core/logging.h"
#include "backend/core/whenanswered.h"
#include "backend/gateway/local/localcalls.h"

#include <QCoreApplication>

#include <sys/socket.h>

namespace sandglass::gateway {

using wire::Json;

namespace {

constexpr qint64 ReadBuffer = qint64(256) << 10;

} // namespace

LocalConnection::LocalConnection(std::unique_ptr<QLocalSocket> socket, Fleet &fleet, const QString &program,
                                 const LocalApiLimits &limits)
    : m_socket(std::move(socket)), m_fleet(fleet), m_program(program), m_limits(limits),
      m_lines(limits.lineBytes), m_programs(fleet, limits.programs)
{
    // What we do not read stays in the kernel, and the peer's writes block: a flood costs us nothing.
    m_socket->setReadBufferSize(ReadBuffer);
    connect(m_socket.get(), &QLocalSocket::readyRead, this, &LocalConnection::readSome);
    connect(m_socket.get(), &QLocalSocket::bytesWritten, this, [this] {
        m_progress.start();
        pump();
    });
    connect(m_socket.get(), &QLocalSocket::disconnected, this, &LocalConnection::ended);
    connect(&m_programs, &LocalPrograms::spoke, this, [this](const QString &method, const Json &params) {
        write(wire::requestLine({std::nullopt, method, params}));
    });
    connect(&m_programs, &LocalPrograms::answered, this, &LocalConnection::answered);
    m_helloTimer.setSingleShot(true);
    connect(&m_helloTimer, &QTimer::timeout, this, [this] { giveUp("no hello"); });
    m_lingerTimer.setSingleShot(true);
    connect(&m_lingerTimer, &QTimer::timeout, this, [this] { m_socket->abort(); });
}

LocalConnection::~LocalConnection()
{
    // The socket's last words must not come to a half destroyed object.
    m_socket->disconnect(this);
}

void LocalConnection::begin()
{
    m_helloTimer.start(m_limits.helloDeadline);
    m_progress.start();
    readSome();
}

void LocalConnection::beat()
{
    if (m_socket->bytesToWrite() > 0 && m_progress.hasExpired(m_limits.stallDeadline.count())) {
        giveUp("the peer does not read");
        return;
    }
    if (m_subscription && m_socket->bytesToWrite() == 0)
        write(wire::requestLine({std::nullopt, QStringLiteral("heartbeat"), Json::object()}));
}

void LocalConnection::readSome()
{
    if (m_ending)
        m_socket->readAll();
    for (int lines = 0; !m_ending; ++lines) {
        if (m_inFlight >= m_limits.requestsInFlight)
            return; // an answer goes on
        if (lines >= m_limits.linesPerTurn)
            return readMore();
        Result<std::optional<QByteArray>> line = m_lines.next();
        if (!line)
            return violate(line.error());
        if (*line) {
            handleLine(**line);
            continue;
        }
        const QByteArray bytes = m_socket->read(ReadBuffer);
        if (bytes.isEmpty())
            return;
        m_lines.add(bytes);
    }
}

void LocalConnection::readMore()
{
    if (m_readScheduled)
        return;
    m_readScheduled = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_readScheduled = false;
            readSome();
        },
        Qt::QueuedConnection);
}

void LocalConnection::handleLine(QByteArrayView line)
{
    const Result<wire::RpcMessage> message = wire::parseRpcLine(line);
    if (!message)
        return violate(message.error());
    const auto *request = std::get_if<wire::RpcRequest>(&*message);
    if (!request || !request->id)
        return violate(Error(ErrorCode::ProtocolViolation, QStringLiteral("requests with an id only")));
    handle(*request);
}

void LocalConnection::handle(const wire::RpcRequest &request)
{
    if (request.method == u"hello") {
        Result<Json> greeting = greet(request.params);
        const bool welcome = greeting.has_value();
        answer(request.id, std::move(greeting));
        if (!welcome)
            sayGoodbye();
    } else if (!m_greeted) {
        violate(Error(ErrorCode::ProtocolViolation, QStringLiteral("hello comes first")));
    } else if (request.method == u"subscribe") {
        answer(request.id, subscribe(request.params));
        pump();
    } else {
        call(*request.id, request);
    }
}

Result<Json> LocalConnection::greet(const Json &params)
{
    int protocol = 0;
    wire::Fields fields(params);
    fields.read("protocol", protocol);
    if (const auto read = fields.into(protocol); !read)
        return fail(read.error());
    if (protocol != wire::ProtocolVersion)
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("protocol %1; %2 speaks %3")
                        .arg(QString::number(protocol), m_program, QString::number(wire::ProtocolVersion)));
    m_greeted = true;
    m_helloTimer.stop();
    return Json{{"protocol", wire::ProtocolVersion},
                {"program", wire::encode(m_program)},
                {"version", SANDGLASS_VERSION},
                {"pid", wire::encode(qint64(QCoreApplication::applicationPid()))},
                {"control", m_fleet.control() != nullptr},
                {"display", m_fleet.display() != nullptr},
                {"exec", m_fleet.exec() != nullptr}};
}

Result<Json> LocalConnection::subscribe(const Json &params)
{
    std::optional<quint64> cursor;
    wire::Fields fields(params);
    fields.read("cursor", cursor);
    if (const auto read = fields.into(cursor); !read)
        return fail(read.error());
    m_subscription = std::make_unique<LocalSubscription>(m_fleet.feed(), m_fleet.stock(), cursor);
    connect(m_subscription.get(), &LocalSubscription::wanted, this, &LocalConnection::pump);
    return Json::object();
}

void LocalConnection::call(qint64 id, const wire::RpcRequest &request)
{
    ++m_inFlight;
    if (m_programs.handles(request.method))
        m_programs.call(id, request.method, request.params);
    else if (const Call *known = findCall(request.method))
        answerLater(id, known->run(m_fleet, request.params, this));
    else
        answered(id, fail(ErrorCode::Unsupported, QStringLiteral("method ") + request.method.left(64)));
}

void LocalConnection::answerLater(qint64 id, Pending<Json> pending)
{
    whenAnswered(pending, this, [this, id](Result<Json> result) { answered(id, std::move(result)); });
}

void LocalConnection::answered(qint64 id, Result<Json> result)
{
    --m_inFlight;
    answer(id, std::move(result));
    readMore();
}

void LocalConnection::answer(std::optional<qint64> id, Result<Json> result)
{
    write(wire::answerLine({id, std::move(result)}));
}

void LocalConnection::write(const QByteArray &line)
{
    if (m_ending || m_socket->state() != QLocalSocket::ConnectedState)
        return;
    if (m_socket->bytesToWrite() == 0)
        m_progress.start();
    m_socket->write(line);
    if (m_socket->bytesToWrite() > m_limits.hardBacklog)
        giveUp("the peer reads too slowly");
    else if (m_socket->bytesToWrite() > m_limits.softBacklog)
        m_programs.hold(true);
}

void LocalConnection::pump()
{
    if (m_socket->bytesToWrite() < m_limits.softBacklog / 2)
        m_programs.hold(false);
    while (m_subscription && !m_ending && m_socket->bytesToWrite() < m_limits.softBacklog) {
        const std::optional<wire::RpcRequest> message = m_subscription->next();
        if (!message)
            return;
        write(wire::requestLine(*message));
    }
}

void LocalConnection::violate(const Error &error)
{
    qCWarning(lcGateway, "local peer: %s", qUtf8Printable(error.toLogLine()));
    answer(std::nullopt, fail(error));
    sayGoodbye();
}

// The last answer must arrive: closing while the peer still writes would throw it away. So only our side is
// closed; what still comes is read and dropped until the peer is gone, too, or its time is over.
void LocalConnection::sayGoodbye()
{
    m_ending = true;
    m_socket->flush();
    ::shutdown(static_cast<int>(m_socket->socketDescriptor()), SHUT_WR);
    m_lingerTimer.start(m_limits.lingerDeadline);
    m_socket->readAll();
}

void LocalConnection::giveUp(const char *why)
{
    qCWarning(lcGateway, "local peer is given up: %s", why);
    m_ending = true;
    m_socket->abort();
}

} // namespace sandglass::gateway
