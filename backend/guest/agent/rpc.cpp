// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/rpc.h"

#include "backend/guest/agent/jsonvalue.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t largeAnswer = 64 << 10;

// Parses either kind of request; null with `error` set when it is none.
std::optional<nlohmann::json> parse(std::string_view text, ConnectError &error)
{
    auto parsed = parseObject(text);
    if (auto *wrong = std::get_if<ConnectError>(&parsed)) {
        error = std::move(*wrong);
        return std::nullopt;
    }
    return std::move(std::get<nlohmann::json>(parsed));
}

} // namespace

void answerCall(Exchange &exchange, const nlohmann::json &message)
{
    std::string text = dump(message);
    if (text.size() > largeAnswer && text.size() > exchange.budget()->outputFree()) {
        refuseCall(exchange, {"resource_exhausted", "too many large answers wait for their readers"});
        return;
    }
    exchange.respond(200, "application/json", std::move(text));
}

void refuseCall(Exchange &exchange, const ConnectError &error)
{
    exchange.respond(httpStatus(error.code), "application/json", errorBody(error));
}

void beginStream(Exchange &exchange)
{
    exchange.begin(200, {{"content-type", "application/connect+json"}, {"x-accel-buffering", "no"}});
}

void refuseStream(Exchange &exchange, const ConnectError &error)
{
    beginStream(exchange);
    exchange.write(endEnvelope(error));
    exchange.finish();
}

std::optional<nlohmann::json> streamMessage(Exchange &exchange, std::string_view body)
{
    ConnectError error;
    auto message = singleMessage(body);
    if (auto *wrong = std::get_if<ConnectError>(&message)) {
        refuseStream(exchange, *wrong);
        return std::nullopt;
    }
    auto value = parse(std::get<std::string>(message), error);
    if (!value)
        refuseStream(exchange, error);
    return value;
}

std::optional<nlohmann::json> callMessage(Exchange &exchange, std::string_view body)
{
    ConnectError error;
    auto value = parse(body.empty() ? "{}" : body, error);
    if (!value)
        refuseCall(exchange, error);
    return value;
}

Answer<std::optional<EnvelopeReader::Message>> EnvelopeReader::next()
{
    if (m_bytes.size() < envelopeHeadSize)
        return std::nullopt;
    const auto flags = static_cast<unsigned char>(m_bytes[0]);
    if ((flags & ~envelopeEndFlag) != 0)
        return ConnectError{"unimplemented", "compressed messages are not supported"};
    std::size_t length = 0;
    for (std::size_t i = 1; i < envelopeHeadSize; ++i)
        length = length << 8 | static_cast<unsigned char>(m_bytes[i]);
    if (length > m_limit)
        return ConnectError{"resource_exhausted", "the message is too large"};
    if (m_bytes.size() - envelopeHeadSize < length)
        return std::nullopt;
    Message message{(flags & envelopeEndFlag) != 0, m_bytes.substr(envelopeHeadSize, length)};
    m_bytes.erase(0, envelopeHeadSize + length);
    return message;
}

} // namespace sandglass::guest
