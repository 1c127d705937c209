// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/programaccess.h"
#include "backend/gateway/e2b/keys/keyring.h"

#include <memory>

namespace sandglass::gateway {

// The keys of one installation: `e2b_` and 40 hexadecimal digits, which every version of the SDKs takes. Kept
// as SHA-256 (160 random bits need no salt) in keys.json of a private folder; the one key that scripts share,
// which `sandglass api` must be able to say, is kept by the caller. Fleet's thread; writes at once, which is
// rare.
class ApiKeys
{
public:
    static constexpr int MaxKeys = 256;

    ApiKeys(QString folder, const Clock &clock) : m_folder(std::move(folder)), m_clock(clock) {}

    [[nodiscard]] Result<Done> load();
    [[nodiscard]] QList<ApiKey> list() const;
    [[nodiscard]] Result<NewApiKey> create(const QString &name);
    [[nodiscard]] Result<Done> revoke(const QString &id);
    // The scripts' key: `known` if it still opens anything, else a new one.
    [[nodiscard]] Result<QString> scriptKey(const QString &known);
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

    QString m_folder;
    const Clock &m_clock;
    QList<Entry> m_entries;
};

} // namespace sandglass::gateway
