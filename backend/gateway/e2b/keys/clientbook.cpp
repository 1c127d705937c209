// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/clientbook.h"

#include <algorithm>

namespace sandglass::gateway {

void ClientBook::called(const QString &keyId, const QByteArray &userAgent)
{
    QString program = QString::fromLatin1(userAgent.left(LongestName));
    program.removeIf([](QChar c) { return !c.isPrint(); });
    const WallTime now = m_clock.wallNow();
    m_clients.removeIf([now](const Client &client) { return now - client.lastSeenAt > KeptFor; });
    auto known = std::ranges::find_if(
        m_clients, [&](const Client &client) { return client.keyId == keyId && client.program == program; });
    if (known == m_clients.end()) {
        if (m_clients.size() >= MostClients)
            m_clients.erase(std::ranges::min_element(m_clients, {}, &Client::lastSeenAt));
        m_clients.append({keyId, program, 0, now});
        known = m_clients.end() - 1;
    }
    ++known->requests;
    known->lastSeenAt = now;
}

QList<ApiClient> ClientBook::recent(const std::function<QString(const QString &)> &nameOf) const
{
    QList<Client> sorted = m_clients;
    std::ranges::sort(sorted, [](const Client &a, const Client &b) {
        return std::tie(b.lastSeenAt, a.program, a.keyId) < std::tie(a.lastSeenAt, b.program, b.keyId);
    });
    const WallTime now = m_clock.wallNow();
    QList<ApiClient> clients;
    for (const Client &client : std::as_const(sorted)) {
        if (now - client.lastSeenAt <= KeptFor)
            clients.append({nameOf(client.keyId), client.program, client.requests, client.lastSeenAt});
    }
    return clients;
}

} // namespace sandglass::gateway
