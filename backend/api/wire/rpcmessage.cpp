// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/wire/rpcmessage.h"

#include "backend/api/wire/fields.h"
#include "backend/api/wire/sandboxcodec.h"

namespace sandglass::wire {

namespace {

// Numbers of the specification for its own errors; ours share one of the free range.
int rpcNumber(ErrorCode code)
{
    switch (code) {
    case ErrorCode::ProtocolViolation:
        return -32600;
    case ErrorCode::Unsupported:
        return -32601;
    case ErrorCode::InvalidArgument:
        return -32602;
    default:
        return -32000;
    }
}

bool tooDeep(QByteArrayView text)
{
    int depth = 0;
    bool inText = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inText = false;
        } else if (c == '"') {
            inText = true;
        } else if (c == '{' || c == '[') {
            if (++depth > MaxDepth)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

Result<RpcMessage> readRequest(Json json)
{
    RpcRequest request;
    Fields fields(json);
    fields.read("method", request.method).read("id", request.id);
    if (json.contains("params"))
        request.params = std::move(json["params"]);
    if (!request.params.is_object())
        fields.refuse("params: no object");
    Result<RpcRequest> read = fields.into(std::move(request));
    if (!read)
        return fail(read.error());
    return RpcMessage(std::move(*read));
}

Result<RpcMessage> readAnswer(Json json)
{
    std::optional<qint64> id;
    Fields fields(json);
    fields.read("id", id);
    if (const auto read = fields.into(id); !read)
        return fail(read.error());
    if (json.contains("result"))
        return RpcMessage(RpcAnswer{id, std::move(json["result"])});
    const Json &error = json["error"];
    if (!error.is_object() || !error.contains("data"))
        return RpcMessage(RpcAnswer{id, fail(ErrorCode::ProtocolViolation, QStringLiteral("error"))});
    const Result<Error> decoded = wire::decode<Error>(error["data"]);
    // An error of a newer peer that we have no code for is still an error.
    return RpcMessage(RpcAnswer{id, fail(decoded ? *decoded : Error(ErrorCode::Internal))});
}

} // namespace

QByteArray requestLine(const RpcRequest &request)
{
    Json json{{"jsonrpc", "2.0"}, {"method", wire::encode(request.method)}, {"params", request.params}};
    if (request.id)
        json["id"] = wire::encode(*request.id);
    return jsonText(json) + '\n';
}

QByteArray answerLine(const RpcAnswer &answer)
{
    Json json{{"jsonrpc", "2.0"}, {"id", wire::encode(answer.id)}};
    if (answer.result) {
        json["result"] = *answer.result;
    } else {
        const Error &error = answer.result.error();
        json["error"] = {{"code", rpcNumber(error.code())},
                         {"message", wire::encode(error.code())},
                         {"data", wire::encode(error)}};
    }
    return jsonText(json) + '\n';
}

Result<RpcMessage> parseRpcLine(QByteArrayView line)
{
    Result<Json> json = parseJson(line);
    if (!json)
        return fail(json.error());
    if (!json->is_object() || json->value("jsonrpc", Json()) != "2.0")
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("not JSON-RPC 2.0"));
    if (json->contains("method"))
        return readRequest(std::move(*json));
    if (json->contains("result") || json->contains("error"))
        return readAnswer(std::move(*json));
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("neither request nor answer"));
}

Result<Json> parseJson(QByteArrayView text)
{
    if (tooDeep(text))
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("JSON nested too deeply"));
    Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (json.is_discarded())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no JSON"));
    return json;
}

QByteArray jsonText(const Json &json)
{
    return QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void LineCutter::add(QByteArrayView bytes)
{
    if (m_begin > 0) {
        m_buffer.remove(0, m_begin);
        m_searched -= m_begin;
        m_begin = 0;
    }
    m_buffer.append(bytes.data(), bytes.size());
}

Result<std::optional<QByteArray>> LineCutter::next()
{
    const qsizetype end = m_buffer.indexOf('\n', m_searched);
    const qsizetype length = (end < 0 ? m_buffer.size() : end) - m_begin;
    if (length > m_limit)
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("line of over %1 bytes").arg(m_limit));
    if (end < 0) {
        m_searched = m_buffer.size();
        return std::optional<QByteArray>();
    }
    QByteArray line = m_buffer.mid(m_begin, length);
    m_begin = end + 1;
    m_searched = m_begin;
    return std::optional<QByteArray>(std::move(line));
}

} // namespace sandglass::wire
