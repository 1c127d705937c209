// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/agentwire.h"

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QUrl>

#include <array>
#include <utility>

namespace sandglass::connect {

namespace {

using nlohmann::json;

constexpr std::size_t MostEntries = 200'000;
constexpr qsizetype LongestText = 4096; // of a path; Linux has no longer ones

constexpr std::array Codes{
    std::pair{"canceled", ErrorCode::Cancelled},
    std::pair{"deadline_exceeded", ErrorCode::TimedOut},
    std::pair{"invalid_argument", ErrorCode::InvalidArgument},
    std::pair{"already_exists", ErrorCode::AlreadyExists},
    std::pair{"permission_denied", ErrorCode::PermissionDenied},
    std::pair{"unauthenticated", ErrorCode::PermissionDenied},
    std::pair{"resource_exhausted", ErrorCode::LimitReached},
    std::pair{"failed_precondition", ErrorCode::Conflict},
    std::pair{"unimplemented", ErrorCode::Unsupported},
    std::pair{"unavailable", ErrorCode::GuestUnreachable},
};

json parse(QByteArrayView text)
{
    return json::parse(text.begin(), text.end(), nullptr, false);
}

QByteArray dump(const json &value)
{
    return QByteArray::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

QString textOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    return QString::fromStdString(found->get_ref<const std::string &>()).left(LongestText);
}

// proto3 JSON writes 64-bit numbers as strings; readers take both.
std::optional<qint64> numberOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<qint64>();
    bool isNumber = false;
    const qint64 number = found->is_string() ? textOf(object, key).toLongLong(&isNumber) : 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

auto violation(const char *what)
{
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("agent: ") + QLatin1StringView(what));
}

Error errorOf(const json &value, ErrorCode notFound)
{
    const QString name = value.is_object() ? textOf(value, "code") : QString();
    ErrorCode code = name == u"not_found" ? notFound : ErrorCode::Internal;
    for (const auto &[known, meaning] : Codes) {
        if (name == QLatin1StringView(known))
            code = meaning;
    }
    return Error(code, value.is_object() ? textOf(value, "message").left(500) : QString());
}

json sizeJson(TerminalSize size)
{
    return {{"size", {{"cols", size.columns}, {"rows", size.rows}}}};
}

Result<FileEntry> entryOf(const json &value)
{
    if (!value.is_object())
        return violation("an entry that is no object");
    FileEntry entry;
    entry.name = textOf(value, "name");
    entry.path = textOf(value, "path");
    // A name becomes part of paths of this machine, so it must be no path itself.
    const bool isName = !entry.name.isEmpty() && entry.name != u"." && entry.name != u".." &&
                        !entry.name.contains(u'/') && !entry.name.contains(QChar::Null);
    if (entry.path.isEmpty() || (!isName && entry.path != u"/"))
        return violation("an entry without a name");
    const QString type = textOf(value, "type");
    entry.type = type == u"FILE_TYPE_FILE"        ? FileType::File
                 : type == u"FILE_TYPE_DIRECTORY" ? FileType::Folder
                                                  : FileType::Other;
    entry.size = {std::max<qint64>(0, numberOf(value, "size").value_or(0))};
    entry.permissions = textOf(value, "permissions").left(16);
    entry.owner = textOf(value, "owner").left(64);
    entry.group = textOf(value, "group").left(64);
    const QDateTime time = QDateTime::fromString(textOf(value, "modifiedTime"), Qt::ISODateWithMs);
    entry.modifiedAt = WallTime(std::chrono::milliseconds(time.isValid() ? time.toMSecsSinceEpoch() : 0));
    entry.linkTarget = textOf(value, "symlinkTarget");
    return entry;
}

} // namespace

GuestRequest callRequest(const QByteArray &service, const QByteArray &method)
{
    return {.method = "POST",
            .path = '/' + service + '/' + method,
            .fields = {{"content-type", "application/json"}, {"connect-protocol-version", "1"}},
            .hasBody = true};
}

GuestRequest streamRequest(const QByteArray &method, const QString &user)
{
    GuestRequest request{
        .method = "POST",
        .path = "/process.Process/" + method,
        .fields = {{"content-type", "application/connect+json"}, {"connect-protocol-version", "1"}},
        .hasBody = true};
    if (!user.isEmpty())
        request.fields.push_back({"authorization", "Basic " + (user.toUtf8() + ':').toBase64()});
    return request;
}

QByteArray startTerminalBody(const TerminalRequest &request)
{
    json environment{{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}, {"LANG", "C.UTF-8"}};
    for (auto it = request.environment.begin(); it != request.environment.end(); ++it)
        environment[it.key().toStdString()] = it.value().toStdString();
    const QStringList argv = request.argv.isEmpty()
                                 ? QStringList{QStringLiteral("/bin/bash"), QStringLiteral("-l")}
                                 : request.argv;
    json arguments = json::array();
    for (const QString &word : argv.mid(1))
        arguments.push_back(word.toStdString());
    json process{{"cmd", argv.constFirst().toStdString()}, {"args", arguments}, {"envs", environment}};
    if (!request.workingFolder.isEmpty())
        process["cwd"] = request.workingFolder.toStdString();
    return dump({{"process", process}, {"pty", sizeJson(request.size)}});
}

QByteArray attachBody(qint64 pid)
{
    return dump({{"process", {{"pid", pid}}}});
}

QByteArray terminalInputBody(qint64 pid, const QByteArray &bytes)
{
    return dump({{"process", {{"pid", pid}}}, {"input", {{"pty", bytes.toBase64().toStdString()}}}});
}

QByteArray terminalSizeBody(qint64 pid, TerminalSize size)
{
    return dump({{"process", {{"pid", pid}}}, {"pty", sizeJson(size)}});
}

QByteArray killBody(qint64 pid)
{
    return dump({{"process", {{"pid", pid}}}, {"signal", "SIGNAL_SIGKILL"}});
}

QByteArray pathBody(const QString &path)
{
    return dump({{"path", path.toStdString()}});
}

QByteArray listBody(const QString &path)
{
    return dump({{"path", path.toStdString()}, {"depth", 1}});
}

QByteArray moveBody(const QString &from, const QString &to)
{
    return dump({{"source", from.toStdString()}, {"destination", to.toStdString()}});
}

QByteArray filePath(const QString &path)
{
    return "/files?path=" + QUrl::toPercentEncoding(path);
}

Error agentError(QByteArrayView body, ErrorCode notFound)
{
    return errorOf(parse(body), notFound);
}

Error httpError(int status, QByteArrayView body)
{
    const json value = parse(body);
    const QString message = value.is_object() ? textOf(value, "message").left(500) : QString();
    switch (status) {
    case 400:
        return Error(ErrorCode::InvalidArgument, message);
    case 401:
    case 403:
        return Error(ErrorCode::PermissionDenied, message);
    case 404:
        return Error(ErrorCode::NotFound, message);
    case 507:
        return Error(ErrorCode::DiskFull, message);
    default:
        return Error(ErrorCode::Internal, QStringLiteral("%1: %2").arg(status).arg(message));
    }
}

Result<TerminalEvent> parseTerminalEvent(QByteArrayView payload)
{
    const json value = parse(payload);
    const auto event = value.is_object() ? value.find("event") : value.end();
    if (!value.is_object() || event == value.end() || !event->is_object())
        return violation("a message without an event");
    if (const auto start = event->find("start"); start != event->end() && start->is_object()) {
        const auto pid = numberOf(*start, "pid");
        if (!pid || *pid <= 0)
            return violation("a start without a pid");
        return TerminalStarted{*pid};
    }
    if (const auto data = event->find("data"); data != event->end() && data->is_object()) {
        const auto bytes = data->find("pty");
        if (bytes == data->end() || !bytes->is_string())
            return TerminalNothing{};
        auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(bytes->get<std::string>()),
                                                      QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return violation("output that is not base64");
        return TerminalOutput{*decoded};
    }
    if (const auto end = event->find("end"); end != event->end() && end->is_object()) {
        ExitStatus status;
        status.code = static_cast<int>(numberOf(*end, "exitCode").value_or(0));
        const QString text = textOf(*end, "status").left(100);
        const QLatin1StringView prefix("signal: ");
        if (text.startsWith(prefix))
            status.signal = text.mid(prefix.size());
        return status;
    }
    return TerminalNothing{};
}

Result<void> parseStreamEnd(QByteArrayView payload, ErrorCode notFound)
{
    const json value = parse(payload);
    if (!value.is_object())
        return violation("an end that is no object");
    if (const auto error = value.find("error"); error != value.end() && error->is_object())
        return fail(errorOf(*error, notFound));
    return {};
}

Result<FileEntry> parseEntry(QByteArrayView body)
{
    const json value = parse(body);
    const auto entry = value.is_object() ? value.find("entry") : value.end();
    if (!value.is_object() || entry == value.end())
        return violation("an answer without an entry");
    return entryOf(*entry);
}

Result<QList<FileEntry>> parseEntries(QByteArrayView body)
{
    const json value = parse(body);
    if (!value.is_object())
        return violation("a list that is no object");
    const auto entries = value.find("entries");
    if (entries == value.end())
        return QList<FileEntry>{}; // proto3 leaves an empty list out
    if (!entries->is_array() || entries->size() > MostEntries)
        return violation("entries that are no list");
    QList<FileEntry> list;
    list.reserve(static_cast<qsizetype>(entries->size()));
    for (const json &each : *entries) {
        Result<FileEntry> entry = entryOf(each);
        if (!entry)
            return fail(entry.error());
        list.append(std::move(*entry));
    }
    return list;
}

Result<GuestLoad> parseLoad(QByteArrayView body)
{
    const json value = parse(body);
    if (!value.is_object())
        return violation("readings that are no object");
    GuestLoad load;
    const auto percent = value.find("cpu_used_pct");
    if (percent == value.end() || !percent->is_number())
        return violation("readings without the processors' share");
    load.processorPercent = std::clamp(percent->get<double>(), 0.0, 100.0);
    load.processors = static_cast<int>(std::clamp<qint64>(numberOf(value, "cpu_count").value_or(1), 1, 4096));
    for (const auto &[key, into] :
         {std::pair{"mem_used", &load.memoryUsed}, std::pair{"mem_total", &load.memoryTotal},
          std::pair{"mem_cache", &load.memoryCache}, std::pair{"disk_used", &load.diskUsed},
          std::pair{"disk_total", &load.diskTotal}}) {
        const auto number = numberOf(value, key);
        if (!number || *number < 0)
            return violation("readings with an odd size");
        *into = {*number};
    }
    return load;
}

} // namespace sandglass::connect
