// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/http/httpserver.h"

#include "backend/core/logging.h"
#include "backend/gateway/e2b/http/connection.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <list>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace sandglass::gateway {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::size_t BufferSize = 128 * 1024;
constexpr std::chrono::milliseconds AcceptPause{100};
constexpr std::chrono::milliseconds SweepInterval{1000};

} // namespace

// Everything but `listen`, `post` and the constructor runs in the server's thread.
struct HttpServer::Data final : public ConnectionOwner
{
    // Lets callers of other threads in as long as the server lives.
    struct Gate
    {
        std::mutex mutex;
        asio::io_context *context = nullptr;
    };

    Data(const HttpLimits &l, Factory f) : httpLimits(l), factory(std::move(f)), shared(BufferSize)
    {
        gate->context = &context;
        sweepLater();
        thread = std::thread([this] { context.run(); });
    }

    ~Data() override
    {
        {
            const std::lock_guard lock(gate->mutex);
            gate->context = nullptr;
        }
        asio::post(context, [this] { shut(); });
        work.reset();
        thread.join();
    }
    Q_DISABLE_COPY_MOVE(Data)

    void shut()
    {
        closing = true;
        boost::system::error_code ignored;
        for (const auto &acceptor : acceptors)
            acceptor->close(ignored);
        retry.cancel();
        sweep.cancel();
        for (const auto &timer : sleeping)
            timer->cancel();
        while (!connections.empty())
            connections.begin()->second->close();
    }

    [[nodiscard]] const HttpLimits &limits() const override { return httpLimits; }
    [[nodiscard]] std::span<char> buffer() override { return shared; }
    [[nodiscard]] std::shared_ptr<RequestHandler>
    makeHandler(const std::shared_ptr<Exchange> &exchange) override
    {
        return factory(exchange);
    }

    void becameIdle(Connection &connection) override
    {
        becameBusy(connection);
        places[&connection] = idle.insert(idle.end(), &connection);
    }

    void becameBusy(Connection &connection) override
    {
        if (const auto place = places.find(&connection); place != places.end()) {
            idle.erase(place->second);
            places.erase(place);
        }
    }

    void ended(Connection &connection) override
    {
        becameBusy(connection);
        connections.erase(&connection);
        count = static_cast<int>(connections.size());
    }

    void accept(tcp::acceptor &acceptor)
    {
        acceptor.async_accept([this, &acceptor](const boost::system::error_code &error, tcp::socket socket) {
            if (closing || error == asio::error::operation_aborted)
                return;
            if (error)
                return acceptLater(acceptor, error);
            admit(std::move(socket));
            accept(acceptor);
        });
    }

    // Out of descriptors, most likely: room is made, and the waiting ones are taken in a moment.
    void acceptLater(tcp::acceptor &acceptor, const boost::system::error_code &error)
    {
        qCWarning(lcGateway, "a connection could not be accepted: %s", error.message().c_str());
        evictIdle();
        retry.expires_after(AcceptPause);
        retry.async_wait([this, &acceptor](const boost::system::error_code &stopped) {
            if (!stopped && !closing)
                accept(acceptor);
        });
    }

    void sweepLater()
    {
        sweep.expires_after(SweepInterval);
        sweep.async_wait([this](const boost::system::error_code &stopped) {
            if (stopped || closing)
                return;
            std::vector<std::shared_ptr<Connection>> all;
            all.reserve(connections.size());
            for (const auto &[key, connection] : connections)
                all.push_back(connection);
            for (const auto &connection : all)
                connection->closeIfGone();
            sweepLater();
        });
    }

    bool evictIdle()
    {
        if (idle.empty())
            return false;
        idle.front()->close();
        return true;
    }

    void admit(tcp::socket socket)
    {
        if (static_cast<int>(connections.size()) >= httpLimits.connections && !evictIdle())
            return; // all are at work: this one finds a closed door
        auto connection = std::make_shared<Connection>(std::move(socket), *this);
        connections.emplace(connection.get(), connection);
        count = static_cast<int>(connections.size());
        connection->start();
    }

    HttpLimits httpLimits;
    Factory factory;
    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
    std::shared_ptr<Gate> gate = std::make_shared<Gate>();
    std::vector<std::unique_ptr<tcp::acceptor>> acceptors;
    asio::steady_timer retry{context};
    asio::steady_timer sweep{context};
    std::unordered_set<std::shared_ptr<asio::steady_timer>> sleeping;
    std::vector<char> shared;
    std::unordered_map<Connection *, std::shared_ptr<Connection>> connections;
    std::list<Connection *> idle; // the longest first
    std::unordered_map<Connection *, std::list<Connection *>::iterator> places;
    std::atomic<int> count = 0;
    bool closing = false;
    std::thread thread; // the last: it uses all others
};

namespace {

Result<std::unique_ptr<tcp::acceptor>> listenAt(asio::io_context &context, const asio::ip::address &address,
                                                quint16 port)
{
    auto acceptor = std::make_unique<tcp::acceptor>(context);
    const tcp::endpoint endpoint(address, port);
    boost::system::error_code error;
    acceptor->open(endpoint.protocol(), error);
    if (!error)
        acceptor->set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        acceptor->bind(endpoint, error);
    if (!error)
        acceptor->listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        return fail(error == asio::error::address_in_use ? ErrorCode::AlreadyExists
                                                         : ErrorCode::PermissionDenied,
                    QStringLiteral("port %1: %2").arg(port).arg(QString::fromStdString(error.message())));
    }
    return acceptor;
}

} // namespace

HttpServer::HttpServer(const HttpLimits &limits, Factory factory)
    : d(std::make_unique<Data>(limits, std::move(factory)))
{}

HttpServer::~HttpServer() = default;

Result<quint16> HttpServer::listen(quint16 port)
{
    auto first = listenAt(d->context, asio::ip::address_v4::loopback(), port);
    if (!first)
        return fail(first.error());
    boost::system::error_code ignored;
    const quint16 bound = (*first)->local_endpoint(ignored).port();
    // Programs that say `localhost` may come by either; a machine without IPv6 does without.
    auto second = listenAt(d->context, asio::ip::address_v6::loopback(), bound);
    std::vector<std::unique_ptr<tcp::acceptor>> made;
    made.push_back(std::move(*first));
    if (second)
        made.push_back(std::move(*second));
    auto shared = std::make_shared<std::vector<std::unique_ptr<tcp::acceptor>>>(std::move(made));
    asio::post(d->context, [data = d.get(), shared] {
        for (auto &acceptor : *shared) {
            data->accept(*acceptor);
            data->acceptors.push_back(std::move(acceptor));
        }
    });
    return bound;
}

void HttpServer::post(std::function<void()> act) const
{
    asio::post(d->context, std::move(act));
}

void HttpServer::after(std::chrono::milliseconds wait, std::function<void()> act) const
{
    const auto timer = std::make_shared<asio::steady_timer>(d->context, wait);
    d->sleeping.insert(timer);
    timer->async_wait(
        [data = d.get(), timer, act = std::move(act)](const boost::system::error_code &stopped) {
            data->sleeping.erase(timer);
            if (!stopped && !data->closing)
                act();
        });
}

std::function<void(std::function<void()>)> HttpServer::poster() const
{
    return [gate = d->gate](std::function<void()> act) {
        const std::lock_guard lock(gate->mutex);
        if (gate->context)
            asio::post(*gate->context, std::move(act));
    };
}

int HttpServer::connectionCount() const
{
    return d->count;
}

} // namespace sandglass::gateway
