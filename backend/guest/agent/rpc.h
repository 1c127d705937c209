// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// How an exchange is answered in Connect's terms: a unary call by its HTTP status and one JSON text, a server
// stream by 200, messages and an end message.
void answerCall(Exchange &exchange, const nlohmann::json &message);
void refuseCall(Exchange &exchange, const ConnectError &error);

void beginStream(Exchange &exchange);
// A stream that fails before its first message.
void refuseStream(Exchange &exchange, const ConnectError &error);
// The one message of a server stream's request; answers the error itself.
std::optional<nlohmann::json> streamMessage(Exchange &exchange, std::string_view body);
// The message of a unary call; an empty body is an empty message.
std::optional<nlohmann::json> callMessage(Exchange &exchange, std::string_view body);

// The messages of a client stream, as its pieces come. Sticks at the first error.
class EnvelopeReader
{
public:
    struct Message
    {
        bool isEnd = false;
        std::string text;
    };

    explicit EnvelopeReader(std::size_t limit) : m_limit(limit) {}

    void feed(std::string_view piece) { m_bytes.append(piece); }
    // The next whole message, nothing when more is needed, or why there will be none.
    Answer<std::optional<Message>> next();
    std::size_t waiting() const { return m_bytes.size(); }

private:
    std::size_t m_limit;
    std::string m_bytes;
};

} // namespace sandglass::guest
