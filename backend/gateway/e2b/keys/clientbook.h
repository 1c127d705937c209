// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/programaccess.h"

#include <functional>

namespace sandglass::gateway {

// Which programs have called lately, by their key and what they call themselves. Bounded; what was silent for
// KeptFor is forgotten. Fleet's thread.
class ClientBook
{
public:
    static constexpr qsizetype MostClients = 64;
    static constexpr qsizetype LongestName = 80;
    static constexpr std::chrono::minutes KeptFor{10};

    explicit ClientBook(const Clock &clock) : m_clock(clock) {}

    void called(const QString &keyId, const QByteArray &userAgent);
    // The latest first; a key that `nameOf` does not know has no name.
    [[nodiscard]] QList<ApiClient> recent(const std::function<QString(const QString &keyId)> &nameOf) const;

private:
    struct Client
    {
        QString keyId;
        QString program;
        qint64 requests = 0;
        WallTime lastSeenAt{};
    };

    const Clock &m_clock;
    QList<Client> m_clients;
};

} // namespace sandglass::gateway
