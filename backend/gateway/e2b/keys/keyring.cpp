// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/keyring.h"

#include <QCryptographicHash>

namespace sandglass::gateway {

bool equalInConstantTime(QByteArrayView a, QByteArrayView b)
{
    if (a.size() != b.size())
        return false;
    volatile unsigned char difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
    return difference == 0;
}

std::optional<QString> KeyRing::match(QByteArrayView presented) const
{
    const QByteArray hash = QCryptographicHash::hash(presented.toByteArray(), QCryptographicHash::Sha256);
    const Entry *found = nullptr;
    for (const Entry &entry : m_entries) {
        if (equalInConstantTime(entry.hash, hash))
            found = &entry;
    }
    return found ? std::optional(found->id) : std::nullopt;
}

} // namespace sandglass::gateway
