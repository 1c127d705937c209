// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qmp/qmpcodec.h"

namespace sandglass::microvm {

namespace {

// Brackets outside of strings; looked at before a parser allocates anything for them.
bool isDeeperThan(QByteArrayView line, int limit)
{
    int depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > limit)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

QString textOf(const nlohmann::json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    return QString::fromStdString(found->get_ref<const std::string &>());
}

auto violation(const char *what)
{
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("QMP: ") + QLatin1StringView(what));
}

Result<QmpMessage> messageOf(QByteArrayView line)
{
    if (isDeeperThan(line, QmpParser::MaxDepth))
        return violation("nested too deep");
    nlohmann::json value = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!value.is_object())
        return violation("not a JSON object");

    QmpMessage message;
    if (const auto id = value.find("id"); id != value.end() && id->is_number_unsigned())
        message.id = id->get<quint64>();
    if (const auto greeting = value.find("QMP"); greeting != value.end()) {
        message.kind = QmpMessage::Kind::Greeting;
        message.body = std::move(*greeting);
    } else if (const auto answer = value.find("return"); answer != value.end()) {
        message.kind = QmpMessage::Kind::Answer;
        message.body = std::move(*answer);
    } else if (const auto error = value.find("error"); error != value.end() && error->is_object()) {
        message.kind = QmpMessage::Kind::Failure;
        message.name = textOf(*error, "class");
        message.description = textOf(*error, "desc");
    } else if (QString name = textOf(value, "event"); !name.isEmpty()) {
        message.kind = QmpMessage::Kind::Event;
        message.name = std::move(name);
        if (const auto data = value.find("data"); data != value.end())
            message.body = std::move(*data);
    } else {
        return violation("neither greeting, answer nor event");
    }
    return message;
}

} // namespace

Result<std::vector<QmpMessage>> QmpParser::feed(QByteArrayView chunk)
{
    std::vector<QmpMessage> messages;
    while (!chunk.isEmpty()) {
        const qsizetype newline = chunk.indexOf('\n');
        const QByteArrayView piece = newline < 0 ? chunk : chunk.first(newline);
        if (m_line.size() + piece.size() > MaxLine)
            return violation("line too long");
        m_line.append(piece);
        if (newline < 0)
            break;
        chunk = chunk.sliced(newline + 1);
        const QByteArray line = std::exchange(m_line, {}).trimmed();
        if (line.isEmpty())
            continue;
        Result<QmpMessage> message = messageOf(line);
        if (!message)
            return fail(message.error());
        messages.push_back(*std::move(message));
    }
    return messages;
}

QByteArray qmpCommandLine(const QString &command, const nlohmann::json &arguments, quint64 id)
{
    nlohmann::json value{{"execute", command.toStdString()}, {"id", id}};
    if (!arguments.is_null())
        value["arguments"] = arguments;
    const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return QByteArray(text.data(), static_cast<qsizetype>(text.size())) + '\n';
}

} // namespace sandglass::microvm
