// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/proxy/route.h"

#include "backend/gateway/e2b/control/uri.h"

#include <QHostAddress>

#include <algorithm>

namespace sandglass::gateway {

namespace {

struct Host
{
    QByteArray name; // lower case, without the port, brackets taken off
    bool good = false;
};

bool isPort(QByteArrayView text)
{
    return !text.isEmpty() && text.size() <= 5 &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

Host hostOf(const QByteArray &field)
{
    QByteArray text = field.toLower();
    if (text.startsWith('[')) {
        const qsizetype end = text.indexOf(']');
        const QByteArrayView rest = end < 0 ? QByteArrayView() : QByteArrayView(text).sliced(end + 1);
        const bool good = end > 1 && (rest.isEmpty() || (rest.startsWith(':') && isPort(rest.sliced(1))));
        return {text.mid(1, end - 1), good};
    }
    const qsizetype colon = text.lastIndexOf(':');
    if (colon >= 0) {
        if (!isPort(QByteArrayView(text).sliced(colon + 1)))
            return {};
        text.truncate(colon);
    }
    if (text.endsWith('.')) // a fully written name is the same name
        text.chop(1);
    const bool plain = std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
    });
    return {text, plain && !text.isEmpty()};
}

// "49983-id", "49983-id-anything".
std::optional<ToSandbox> labelRoute(QByteArrayView label)
{
    const QList<QByteArray> parts = label.toByteArray().split('-');
    if (parts.size() < 2 || !isPort(parts[0]))
        return std::nullopt;
    const auto id = sandboxIdOf(QString::fromLatin1(parts[1]));
    const uint port = parts[0].toUInt();
    if (!id || port == 0 || port > 65535)
        return std::nullopt;
    return ToSandbox{SandboxId(*id), static_cast<quint16>(port)};
}

bool isPreflight(const RequestHead &head)
{
    return head.method == "OPTIONS" && head.count("access-control-request-method") > 0;
}

Route headerRoute(const RequestHead &head)
{
    const QByteArray id = head.field("e2b-sandbox-id");
    const QByteArray port = head.field("e2b-sandbox-port");
    if (id.isEmpty() || port.isEmpty() || head.count("e2b-sandbox-id") > 1 ||
        head.count("e2b-sandbox-port") > 1)
        return ToNowhere{400, "both e2b-sandbox-id and e2b-sandbox-port are needed, once"};
    const auto known = sandboxIdOf(QString::fromLatin1(id));
    const uint number = isPort(port) ? port.toUInt() : 0;
    if (!known)
        return ToNowhere{400, "invalid sandbox id"};
    if (number == 0 || number > 65535)
        return ToNowhere{400, "invalid sandbox port"};
    return ToSandbox{SandboxId(*known), static_cast<quint16>(number)};
}

bool hasSignature(const QByteArray &query)
{
    return query.startsWith("signature=") || query.contains("&signature=");
}

} // namespace

bool isServedName(QByteArrayView name, const QList<QByteArray> &names)
{
    const auto isWithin = [name](QByteArrayView served) {
        return name == served || (name.endsWith(served) && name.size() > served.size() &&
                                  name[name.size() - served.size() - 1] == '.');
    };
    return isWithin("localhost") || std::ranges::any_of(names, isWithin);
}

Route routeOf(const RequestHead &head, const QList<QByteArray> &names)
{
    const Host host = hostOf(head.field("host"));
    if (!host.good)
        return ToNowhere{400, "invalid host"};
    const bool isAddress = !QHostAddress(QString::fromLatin1(host.name)).isNull();
    if (!isAddress && !isServedName(host.name, names))
        return ToNowhere{403, "this host name is not served here"};
    if (!isAddress && host.name.contains('.')) {
        if (const auto route = labelRoute(QByteArrayView(host.name).first(host.name.indexOf('.'))))
            return isPreflight(head) ? Route(ToPreflight{}) : Route(*route);
    }
    if (head.count("e2b-sandbox-id") > 0 || head.count("e2b-sandbox-port") > 0)
        return headerRoute(head);
    const bool isFile = head.path() == "/files";
    if (isPreflight(head) &&
        (isFile || listHolds(head.field("access-control-request-headers"), "e2b-sandbox-id")))
        return ToPreflight{};
    if (isFile && hasSignature(head.query()))
        return ToSignedFile{};
    return ToControl{};
}

HttpFields preflightFields()
{
    return {{"access-control-allow-origin", "*"},
            {"access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"},
            {"access-control-allow-headers", "*, authorization"},
            {"access-control-max-age", "7200"}};
}

} // namespace sandglass::gateway
