// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/programaccess.h"
#include "backend/gateway/e2b/keys/keyring.h"

#include <memory>

namespace sandglass::gateway {

// The keys of one installation: `e2b_` and 40 hexadecimal digits, which every version of the SDKs takes. Kept
// as SHA-256 (160 random bits need no salt) in keys.json of a private folder; only the key that scripts share
// lies beside it as text, readable for its owner alone, because `sandglass api` must be able to say it.
// Fleet's thread; writes at once, which is rare.
class ApiKeys
{
public:
    static constexpr int MaxKeys = 256;

    ApiKeys(QString folder, const Clock &clock) : m_folder(std::move(folder)), m_clock(clock) {}

    [[nodiscard]] Result<Done> load();
    [[nodiscard]] QList<ApiKey> list() const;
    [[nodiscard]] Result<NewApiKey> create(const QString &name);
    [[nodiscard]] Result<Done> revoke(const QString &id);
    // The scripts' key; made when there is none.
    [[nodiscard]] Result<QString> scriptKey();
    void used(const QString &id);
    [[nodiscard]] std::shared_ptr<const KeyRing> ring() const;

private:
    struct Entry
    {
        ApiKey facts;
        QByteArray hash;
    };

    [[nodiscard]] Result<Done> save(const QList<Entry> &entries) const;
    [[nodiscard]] QString listPath() const { return m_folder + QStringLiteral("/keys.json"); }
    [[nodiscard]] QString scriptPath() const { return m_folder + QStringLiteral("/script-key"); }

    QString m_folder;
    const Clock &m_clock;
    QList<Entry> m_entries;
};

} // namespace sandglass::gateway
