// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/channelbench.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace sandglass::guest {

namespace {

constexpr std::uint64_t sourceLimit = std::uint64_t{1} << 34;
constexpr std::size_t pieceSize = 256 << 10;

void source(const std::shared_ptr<Exchange> &exchange)
{
    constexpr std::string_view name = "bytes=";
    const std::string &query = exchange->request.query;
    std::uint64_t total = 0;
    const char *end = query.data() + query.size();
    std::from_chars_result parsed{query.data(), std::errc::invalid_argument};
    if (query.starts_with(name))
        parsed = std::from_chars(query.data() + name.size(), end, total);
    if (parsed.ec != std::errc() || parsed.ptr != end || total > sourceLimit) {
        exchange->respond(400, "application/json", R"({"code":400,"message":"bytes is not a number"})");
        return;
    }
    exchange->begin(200, {{"content-type", "application/octet-stream"}});
    const std::weak_ptr<Exchange> weak = exchange;
    auto left = std::make_shared<std::uint64_t>(total);
    const auto send = [weak, left]() {
        const auto open = weak.lock();
        if (!open)
            return;
        while (*left > 0 && open->wantsMore()) {
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(*left, pieceSize));
            *left -= size;
            open->write(std::string(size, 's'));
        }
        if (*left == 0)
            open->finish();
    };
    exchange->onDrained = send;
    send();
}

void sink(const std::shared_ptr<Exchange> &exchange)
{
    const auto count = std::make_shared<std::uint64_t>(0);
    Exchange *self = exchange.get(); // the functions live in the exchange
    exchange->onBody = [self, count](std::string_view piece) {
        *count += piece.size();
        self->consumed(piece.size());
    };
    exchange->onEnd = [self, count]() {
        self->respond(200, "application/json", R"({"bytes":)" + std::to_string(*count) + "}");
    };
}

void echo(const std::shared_ptr<Exchange> &exchange)
{
    Exchange *self = exchange.get();
    exchange->begin(200, {{"content-type", "application/octet-stream"}});
    exchange->onBody = [self](std::string_view piece) {
        self->write(std::string(piece));
        self->consumed(piece.size());
    };
    exchange->onEnd = [self]() {
        self->finish();
    };
}

} // namespace

bool handleBench(const std::shared_ptr<Exchange> &exchange)
{
    const Request &request = exchange->request;
    if (request.method == "GET" && request.path == "/bench/source")
        source(exchange);
    else if (request.method == "POST" && request.path == "/bench/sink")
        sink(exchange);
    else if (request.method == "POST" && request.path == "/bench/echo")
        echo(exchange);
    else
        return false;
    return true;
}

} // namespace sandglass::guest
