// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/codec.h"

#include <QByteArray>

#include <variant>

namespace sandglass::wire {

// The version of the conversation. Raised when an old peer would misunderstand a new one; fields that are
// only added do not raise it.
inline constexpr int ProtocolVersion = 1;

// JSON-RPC 2.0 (https://www.jsonrpc.org/specification), one message a line, no batches. Ids are integers.
struct RpcRequest
{
    std::optional<qint64> id; // none: a notification, never answered
    QString method;
    Json params = Json::object();
};

struct RpcAnswer
{
    std::optional<qint64> id; // none: the request could not be read
    Result<Json> result;
};

using RpcMessage = std::variant<RpcRequest, RpcAnswer>;

// Each ends with a newline. The error object carries our whole Error as `data`, its stable name as `message`.
[[nodiscard]] QByteArray requestLine(const RpcRequest &request);
[[nodiscard]] QByteArray answerLine(const RpcAnswer &answer);
// ProtocolViolation for anything else, too.
[[nodiscard]] Result<RpcMessage> parseRpcLine(QByteArrayView line);

// Text of JSON with its nesting limited before a parser sees it.
[[nodiscard]] Result<Json> parseJson(QByteArrayView text);
// One line, never throwing: what is not UTF-8 is replaced.
[[nodiscard]] QByteArray jsonText(const Json &json);

// Cuts a stream of bytes into lines. A line that grows beyond the limit poisons the stream.
class LineCutter
{
public:
    explicit LineCutter(qsizetype limit) : m_limit(limit) {}

    void add(QByteArrayView bytes);
    // The next whole line without its end; nothing: more bytes are needed; ProtocolViolation: too long.
    [[nodiscard]] Result<std::optional<QByteArray>> next();
    [[nodiscard]] bool hasBytes() const { return m_begin < m_buffer.size(); }

private:
    qsizetype m_limit;
    qsizetype m_begin = 0;    // of the next line
    qsizetype m_searched = 0; // no line end before this
    QByteArray m_buffer;
};

} // namespace sandglass::wire
