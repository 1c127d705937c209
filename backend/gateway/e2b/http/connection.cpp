// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/http/connection.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <sys/socket.h>

#include <algorithm>

namespace sandglass::gateway {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::size_t MostBuffers = 64;
constexpr qsizetype LingerBytes = 1024 * 1024;

QByteArray errorText(int status, const char *message)
{
    return R"({"code":)" + QByteArray::number(status) + R"(,"message":")" + message + R"("})";
}

bool isSaneTarget(const QByteArray &target)
{
    const bool plain = std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7f; });
    return plain && (target.startsWith('/') || target == "*");
}

} // namespace

Connection::Connection(tcp::socket socket, ConnectionOwner &owner)
    : m_socket(std::move(socket)), m_owner(owner), m_readTimer(m_socket.get_executor()),
      m_writeTimer(m_socket.get_executor()), m_bodyTimer(m_socket.get_executor())
{}

void Connection::start()
{
    Error ignored;
    m_socket.set_option(tcp::no_delay(true), ignored);
    m_socket.non_blocking(true, ignored);
    awaitRequest();
}

void Connection::awaitRequest()
{
    m_parser = std::make_unique<Http1Parser>(Http1Parser::Kind::Request);
    m_bodyWanted = m_bodyAsked = m_bodyEnded = m_continueSent = false;
    m_begun = m_finished = m_above = false;
    m_framing = Framing::None;
    m_owner.becameIdle(*this);
    armRead(m_owner.limits().idleTime);
    if (!m_rest.isEmpty())
        feed(std::exchange(m_rest, {}));
    else
        read();
}

void Connection::read()
{
    if (m_reading || m_closed)
        return;
    m_reading = true;
    m_socket.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const Error &error) {
        self->m_reading = false;
        self->onReadable(error);
    });
}

void Connection::onReadable(const Error &waitError)
{
    if (m_closed)
        return;
    const std::span<char> buffer = m_owner.buffer();
    Error error = waitError;
    std::size_t size = 0;
    if (!error)
        size = m_socket.read_some(asio::buffer(buffer.data(), buffer.size()), error);
    if (error == asio::error::would_block)
        return read();
    if (error)
        return close();
    if (m_lingering) {
        m_lingerLeft -= static_cast<qint64>(size);
        return linger();
    }
    feed({buffer.data(), static_cast<qsizetype>(size)});
}

void Connection::feed(QByteArrayView bytes)
{
    if (m_framing == Framing::Raw) {
        m_rest.append(bytes);
        deliver();
        return;
    }
    const bool hadPartialHead = m_parser->hasPartialHead();
    const Http1Parser::Fault fault = m_parser->feed(bytes);
    if (!m_exchange) {
        // The time for a head counts from its first byte, however slowly the others follow.
        if (!hadPartialHead && m_parser->hasPartialHead())
            armRead(m_owner.limits().headTime);
        if (fault == Http1Parser::Fault::HeadTooLong)
            return refuse(431, "the request's head is too long");
        if (fault == Http1Parser::Fault::Malformed)
            return refuse(400, "this is no HTTP request");
        if (!m_parser->hasHead())
            return read();
        return onHead();
    }
    if (fault != Http1Parser::Fault::None)
        return close(true);
    onBodyProgress();
}

void Connection::onHead()
{
    m_owner.becameBusy(*this);
    m_readTimer.cancel();
    const RequestHead &head = m_parser->request();
    if (!isSaneTarget(head.target))
        return refuse(400, "bad target");
    if (head.count("host") > 1 || (head.minorVersion > 0 && head.count("host") == 0))
        return refuse(400, "one Host field is needed");
    m_keepAlive = m_parser->keepsAlive();
    m_exchange = std::make_shared<ConnectionExchange>(this, head, m_parser->hasBody());
    m_handler = m_owner.makeHandler(m_exchange);
    const auto self = shared_from_this();
    m_handler->begin();
    if (m_exchange && m_parser->isDone())
        watchForEnd();
}

void Connection::onBodyProgress()
{
    if (m_bodyWanted)
        deliver();
    if (m_exchange && !m_closed && m_parser->isDone())
        watchForEnd();
}

// Hands out what is there; asks for more when nothing is.
void Connection::deliver()
{
    const auto self = shared_from_this();
    if (!m_bodyWanted || !m_handler || m_closed)
        return;
    const auto handler = m_handler;
    QByteArray piece = m_framing == Framing::Raw ? std::exchange(m_rest, {}) : m_parser->takeBody();
    if (!piece.isEmpty()) {
        m_bodyWanted = false;
        m_readTimer.cancel();
        handler->bodyArrived(piece);
    } else if (m_framing != Framing::Raw && m_parser->isDone()) {
        m_bodyWanted = false;
        m_readTimer.cancel();
        m_bodyTimer.cancel();
        if (!std::exchange(m_bodyEnded, true))
            handler->bodyEnded();
    } else {
        if (m_framing != Framing::Raw)
            armRead(m_owner.limits().stallTime);
        read();
    }
}

void Connection::wantBody()
{
    if (m_bodyWanted)
        return;
    m_bodyWanted = m_bodyAsked = true;
    const bool waits = listHolds(m_exchange->head().field("expect"), "100-continue");
    if (waits && !m_begun && !m_parser->isDone() && !std::exchange(m_continueSent, true))
        enqueue("HTTP/1.1 100 Continue\r\n\r\n");
    asio::post(m_socket.get_executor(), [self = shared_from_this()] { self->deliver(); });
}

// With the whole request read, a client that goes away shows as the end of its stream. What it sends
// meanwhile is its next request, and is left where it is.
void Connection::watchForEnd()
{
    if (m_watching || m_reading || m_closed || m_framing == Framing::Raw)
        return;
    m_watching = true;
    m_socket.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const Error &error) {
        self->m_watching = false;
        if (self->m_closed || !self->m_exchange || self->m_framing == Framing::Raw)
            return;
        // Ended with the answer before this one, whose request was there already.
        const bool isOfTheLast = error == asio::error::operation_aborted && self->m_parser->isDone();
        if (isOfTheLast || (!error && self->hasNothingToRead()))
            self->watchForEnd();
    });
}

void Connection::closeIfGone()
{
    if (m_exchange && !m_closed)
        (void)hasNothingToRead();
}

// False when there are bytes, or an end, which closes.
bool Connection::hasNothingToRead()
{
    char byte = 0;
    const ssize_t size = ::recv(m_socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    const bool nothing = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (size <= 0 && !nothing)
        close();
    return nothing;
}

void Connection::refuse(int status, const char *message)
{
    m_owner.becameBusy(*this);
    const QByteArray body = errorText(status, message);
    const ResponseHead head{.status = status,
                            .fields = {{"content-type", "application/json; charset=utf-8"},
                                       {"content-length", QByteArray::number(body.size())},
                                       {"connection", "close"}}};
    m_keepAlive = false;
    m_finished = true;
    enqueue(serialized(head) + body);
}

void Connection::begin(int status, const HttpFields &fields)
{
    if (std::exchange(m_begun, true))
        return;
    ResponseHead head{.status = status, .fields = {}};
    const QByteArray connection = fieldOf(fields, "connection");
    for (const HttpField &field : fields) {
        // Of several lengths (a guest may say anything) the first is the one that is kept to.
        const bool again = field.name == "content-length" && !head.field("content-length").isEmpty();
        if (!again && !isHopByHop(field.name, connection))
            head.fields.push_back(field);
    }
    const RequestHead &asked = m_exchange->head();
    // A body that nobody reads would be taken for the next request.
    m_keepAlive = m_keepAlive && (m_parser->isDone() || m_bodyAsked);
    const QByteArray length = head.field("content-length");
    if (asked.method == "HEAD" || status == 204 || status == 304 || status < 200) {
        m_framing = Framing::None;
    } else if (!length.isEmpty()) {
        bool isNumber = false;
        m_lengthLeft = length.toLongLong(&isNumber);
        m_framing = Framing::Length;
        if (!isNumber || m_lengthLeft < 0)
            return close(true);
    } else if (asked.minorVersion > 0) {
        m_framing = Framing::Chunked;
        head.fields.push_back({"transfer-encoding", "chunked"});
    } else {
        m_framing = Framing::UntilClose;
        m_keepAlive = false;
    }
    if (!m_keepAlive)
        head.fields.push_back({"connection", "close"});
    else if (asked.minorVersion == 0)
        head.fields.push_back({"connection", "keep-alive"});
    enqueue(serialized(head));
}

void Connection::writeBody(const QByteArray &piece)
{
    if (!m_begun || m_finished || piece.isEmpty())
        return;
    switch (m_framing) {
    case Framing::None:
        return;
    case Framing::Length:
        // More than was announced would be taken for the next answer.
        if (piece.size() > m_lengthLeft)
            return close(true);
        m_lengthLeft -= piece.size();
        break;
    case Framing::Chunked:
        enqueue(QByteArray::number(piece.size(), 16) + "\r\n");
        enqueue(piece);
        enqueue("\r\n");
        return;
    case Framing::UntilClose:
    case Framing::Raw:
        break;
    }
    enqueue(piece);
}

void Connection::finish()
{
    if (!m_begun || std::exchange(m_finished, true))
        return;
    if (m_framing == Framing::Length && m_lengthLeft > 0)
        return close(true);
    if (m_framing == Framing::Chunked)
        enqueue("0\r\n\r\n");
    else if (m_sending.empty() && m_queue.empty())
        asio::post(m_socket.get_executor(), [self = shared_from_this()] { self->answerIsOut(); });
}

void Connection::switchProtocols(const HttpFields &fields)
{
    if (std::exchange(m_begun, true))
        return;
    m_framing = Framing::Raw;
    m_keepAlive = false;
    m_rest = m_parser->takeRest();
    ResponseHead head{.status = 101, .fields = fields};
    enqueue(serialized(head));
}

void Connection::enqueue(const QByteArray &bytes)
{
    if (m_closed)
        return;
    m_queued += bytes.size();
    m_above = m_above || m_queued >= Exchange::HighMark;
    m_queue.push_back(bytes);
    // Pieces of one turn go out together.
    if (m_queue.size() == 1 && m_sending.empty())
        asio::post(m_socket.get_executor(), [self = shared_from_this()] { self->writeQueue(); });
}

void Connection::writeQueue()
{
    if (m_closed || !m_sending.empty() || m_queue.empty())
        return;
    std::vector<asio::const_buffer> buffers;
    while (!m_queue.empty() && m_sending.size() < MostBuffers) {
        m_sending.push_back(std::move(m_queue.front()));
        m_queue.pop_front();
        buffers.emplace_back(m_sending.back().constData(), static_cast<std::size_t>(m_sending.back().size()));
    }
    armWrite();
    asio::async_write(m_socket, buffers, [self = shared_from_this()](const Error &error, std::size_t size) {
        self->onWritten(error, size);
    });
}

void Connection::onWritten(const Error &error, std::size_t size)
{
    m_writeTimer.cancel();
    m_sending.clear();
    if (m_closed)
        return;
    if (error)
        return close();
    m_queued -= static_cast<qsizetype>(size);
    if (m_handler && m_above && m_queued <= Exchange::HighMark / 2) {
        m_above = false;
        const auto handler = m_handler;
        handler->drained();
        if (m_closed)
            return;
    }
    if (!m_queue.empty())
        writeQueue();
    else if (m_finished)
        answerIsOut();
}

void Connection::answerIsOut()
{
    if (m_closed || m_lingering || !m_sending.empty() || !m_queue.empty())
        return;
    const bool goesOn = m_keepAlive && m_parser->isDone() && m_framing != Framing::Raw;
    m_rest = m_parser->takeRest();
    endExchange();
    if (m_closed)
        return;
    if (!goesOn)
        return linger();
    if (m_watching) {
        // The wait for a byte ends here; its handler finds no exchange.
        Error ignored;
        m_socket.cancel(ignored);
    }
    awaitRequest();
}

void Connection::endExchange()
{
    m_bodyTimer.cancel();
    if (const auto exchange = std::exchange(m_exchange, nullptr))
        exchange->detach();
    if (const auto handler = std::exchange(m_handler, nullptr))
        handler->closed();
}

// Closing at once while the client still sends would destroy the answer on its way.
void Connection::linger()
{
    if (m_closed)
        return;
    if (!std::exchange(m_lingering, true)) {
        Error ignored;
        m_socket.shutdown(tcp::socket::shutdown_send, ignored);
        m_lingerLeft = LingerBytes;
        armRead(m_owner.limits().lingerTime);
    } else if (m_lingerLeft <= 0) {
        return close();
    }
    read();
}

void Connection::close(bool reset)
{
    if (std::exchange(m_closed, true))
        return;
    const auto self = shared_from_this();
    Error ignored;
    if (reset)
        m_socket.set_option(asio::socket_base::linger(true, 0), ignored);
    m_socket.close(ignored);
    for (asio::steady_timer *timer : {&m_readTimer, &m_writeTimer, &m_bodyTimer})
        timer->cancel();
    endExchange();
    m_queue.clear();
    m_owner.ended(*this);
}

void Connection::armRead(std::chrono::milliseconds time)
{
    m_readTimer.expires_after(time);
    m_readTimer.async_wait([weak = weak_from_this()](const Error &error) {
        const auto self = weak.lock();
        if (!error && self && self->m_readTimer.expiry() <= asio::steady_timer::clock_type::now())
            self->close();
    });
}

void Connection::armWrite()
{
    m_writeTimer.expires_after(m_owner.limits().stallTime);
    m_writeTimer.async_wait([weak = weak_from_this()](const Error &error) {
        const auto self = weak.lock();
        if (!error && self && self->m_writeTimer.expiry() <= asio::steady_timer::clock_type::now())
            self->close(true);
    });
}

void ConnectionExchange::wantBody()
{
    if (m_connection)
        m_connection->wantBody();
}

void ConnectionExchange::limitBodyTime(std::chrono::milliseconds deadline)
{
    if (!m_connection)
        return;
    m_connection->m_bodyTimer.expires_after(deadline);
    m_connection->m_bodyTimer.async_wait(
        [weak = m_connection->weak_from_this()](const boost::system::error_code &error) {
            const auto self = weak.lock();
            if (!error && self && self->m_exchange && !self->m_bodyEnded)
                self->close(true);
        });
}

void ConnectionExchange::begin(int status, const HttpFields &fields)
{
    if (m_connection)
        m_connection->begin(status, fields);
}

void ConnectionExchange::write(const QByteArray &piece)
{
    if (m_connection)
        m_connection->writeBody(piece);
}

qsizetype ConnectionExchange::queued() const
{
    return m_connection ? m_connection->m_queued : 0;
}

void ConnectionExchange::finish()
{
    if (m_connection)
        m_connection->finish();
}

void ConnectionExchange::switchProtocols(const HttpFields &fields)
{
    if (m_connection)
        m_connection->switchProtocols(fields);
}

void ConnectionExchange::abort()
{
    if (m_connection)
        m_connection->close(true);
}

} // namespace sandglass::gateway
