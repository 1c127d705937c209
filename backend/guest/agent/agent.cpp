// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/agent.h"

#include <ctime>
#include <unistd.h>

#include <boost/asio/post.hpp>

#include "backend/guest/agent/channelbench.h"
#include "backend/guest/agent/identity.h"
#include "backend/guest/agent/tunnel.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t identityLimit = 256 << 10;
constexpr const char *jsonType = "application/json";

std::int64_t uptimeMilliseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
}

std::string bootId()
{
    std::string text = readFile("/proc/sys/kernel/random/boot_id", 64);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

std::string dump(const nlohmann::json &value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

Agent::Agent(boost::asio::io_context &context, std::unique_ptr<GuestSystem> system, TemplateFacts facts,
             std::string defaultUser)
    : m_context(context), m_system(std::move(system)), m_templateEnvironment(facts.environment),
      m_processes(context.get_executor(), std::move(defaultUser)),
      m_readiness(context.get_executor(), std::move(facts)), m_bootId(bootId())
{
    m_processes.setEnvironment(m_templateEnvironment);
}

Agent::~Agent()
{
    m_disk.join();
}

void Agent::serve(boost::asio::posix::stream_descriptor descriptor, std::function<void()> onEnd)
{
    const auto session = std::make_shared<std::shared_ptr<Http2Session>>();
    *session = std::make_shared<Http2Session>(
        std::move(descriptor),
        [this, weak = std::weak_ptr(session)](const std::shared_ptr<Exchange> &exchange) {
            if (const auto current = weak.lock())
                handle(exchange, **current);
        },
        [this, session, ended = std::move(onEnd)]() {
            std::erase(m_sessions, *session);
            ended();
        });
    m_sessions.push_back(*session);
    (*session)->start();
}

void Agent::handle(const std::shared_ptr<Exchange> &exchange, Http2Session &session)
{
    const std::string &method = exchange->request.method;
    bool known = false;
    if (method == "CONNECT") {
        openTunnel(m_context.get_executor(), exchange);
        known = true;
    } else if (!handleBench(exchange) && !m_processes.handle(exchange)) {
        known = method == "GET" ? handleGet(exchange) : method == "POST" && handlePost(exchange, session);
    } else {
        known = true;
    }
    if (!known)
        exchange->respond(404, jsonType, R"({"code":404,"message":"the agent has no such path"})");
}

bool Agent::handleGet(const std::shared_ptr<Exchange> &exchange)
{
    const std::string &path = exchange->request.path;
    if (path == "/health")
        health(*exchange);
    else if (path == "/ready")
        ready(exchange);
    else
        return false;
    return true;
}

bool Agent::handlePost(const std::shared_ptr<Exchange> &exchange, Http2Session &session)
{
    const std::string &path = exchange->request.path;
    if (path == "/identity") {
        Exchange *self = exchange.get();
        exchange->collect(identityLimit,
                          [this, self](const std::string &body) { takeIdentity(*self, body); });
    } else if (path == "/sync") {
        sync(exchange);
    } else if (path == "/detach") {
        detach(exchange, session);
    } else if (path == "/poweroff") {
        const bool accepted = m_system->powerOff();
        exchange->respond(accepted ? 200 : 500, jsonType,
                          accepted ? "{}" : R"({"code":500,"message":"refused"})");
    } else {
        return false;
    }
    return true;
}

void Agent::health(Exchange &exchange) const
{
    exchange.respond(200, jsonType,
                     dump({{"version", SANDGLASS_VERSION},
                           {"boot_id", m_bootId},
                           {"uptime_ms", uptimeMilliseconds()},
                           {"ready", m_readiness.state() == Readiness::State::Ready},
                           {"sandbox_id", m_sandboxId}}));
}

void Agent::ready(const std::shared_ptr<Exchange> &exchange)
{
    m_readiness.whenSettled([this, exchange]() {
        if (m_readiness.state() == Readiness::State::Ready)
            exchange->respond(200, jsonType, dump({{"ready", true}, {"boot_id", m_bootId}}));
        else
            exchange->respond(503, jsonType, dump({{"ready", false}, {"error", m_readiness.error()}}));
    });
}

void Agent::takeIdentity(Exchange &exchange, std::string_view body)
{
    const auto message = parseObject(body);
    auto parsed = std::holds_alternative<ConnectError>(message)
                      ? Answer<Identity>(std::get<ConnectError>(message))
                      : parseIdentity(std::get<nlohmann::json>(message));
    if (const auto *error = std::get_if<ConnectError>(&parsed)) {
        exchange.respond(400, jsonType, errorBody(*error));
        return;
    }
    auto identity = std::move(std::get<Identity>(parsed));
    const std::string refused = assume(*m_system, identity);
    if (!refused.empty()) {
        exchange.respond(500, jsonType, errorBody({"internal", "the kernel refused " + refused}));
        return;
    }
    m_sandboxId = identity.sandboxId;
    m_processes.setEnvironment(sandboxEnvironment(m_templateEnvironment, identity));
    exchange.respond(200, jsonType, dump({{"boot_id", m_bootId}}));
    boost::asio::post(m_disk,
                      [this, identity = std::move(identity)]() { writeIdentityFiles(*m_system, identity); });
}

void Agent::sync(const std::shared_ptr<Exchange> &exchange)
{
    boost::asio::post(m_disk, [this, exchange]() mutable {
        ::sync();
        boost::asio::post(m_context,
                          [exchange = std::move(exchange)]() { exchange->respond(200, jsonType, "{}"); });
    });
}

void Agent::detach(const std::shared_ptr<Exchange> &exchange, Http2Session &session)
{
    // The answer first; the session ends once it is on its way.
    exchange->onClosed = [this, &session]() {
        for (const auto &open : m_sessions) {
            if (open.get() == &session)
                boost::asio::post(m_context, [open]() { open->finish(); });
        }
    };
    exchange->respond(200, jsonType, "{}");
}

} // namespace sandglass::guest
