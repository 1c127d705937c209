// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/apikeys.h"

#include "backend/api/wire/fields.h"
#include "backend/api/wire/rpcmessage.h"
#include "backend/api/wire/sandboxcodec.h"
#include "backend/gateway/e2b/keys/privatefile.h"

#include <QCryptographicHash>

#include <algorithm>

namespace sandglass::gateway {

using wire::Json;

namespace {

constexpr qsizetype LongestName = 64;

QByteArray hashOf(const QString &key)
{
    return QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256);
}

QString maskOf(const QString &key)
{
    return key.first(8) + QStringLiteral("...") + key.last(4);
}

QString scriptName()
{
    return QStringLiteral("scripts");
}

bool isGoodName(const QString &name)
{
    return !name.trimmed().isEmpty() && name.size() <= LongestName &&
           std::ranges::all_of(name, [](QChar c) { return c.isPrint(); });
}

} // namespace

Result<Done> ApiKeys::load()
{
    if (auto made = makePrivateFolder(m_folder); !made)
        return made;
    const Result<QByteArray> text = readPrivateFile(listPath());
    if (!text)
        return text.error().code() == ErrorCode::NotFound ? Result<Done>(Done{}) : fail(text.error());
    const Result<Json> json = wire::parseJson(*text);
    if (!json || !json->is_array())
        return fail(ErrorCode::StoreFailed, listPath());
    QList<Entry> entries;
    for (const Json &element : *json) {
        Entry entry;
        wire::Fields fields(element);
        fields.read("id", entry.facts.id)
            .read("name", entry.facts.name)
            .read("mask", entry.facts.mask)
            .read("created_ms", entry.facts.createdAt)
            .read("hash", entry.hash);
        if (!fields.into(true) || entry.hash.size() != 32)
            return fail(ErrorCode::StoreFailed, listPath());
        entries.append(entry);
    }
    m_entries = entries;
    return Done{};
}

Result<Done> ApiKeys::save(const QList<Entry> &entries) const
{
    Json list = Json::array();
    for (const Entry &entry : entries) {
        list.push_back({{"id", wire::encode(entry.facts.id)},
                        {"name", wire::encode(entry.facts.name)},
                        {"mask", wire::encode(entry.facts.mask)},
                        {"created_ms", wire::encode(entry.facts.createdAt)},
                        {"hash", wire::encode(entry.hash)}});
    }
    return writePrivateFile(listPath(), wire::jsonText(list));
}

QList<ApiKey> ApiKeys::list() const
{
    QList<ApiKey> keys;
    for (const Entry &entry : m_entries)
        keys.append(entry.facts);
    return keys;
}

Result<NewApiKey> ApiKeys::create(const QString &name)
{
    if (!isGoodName(name))
        return fail(ErrorCode::InvalidName, name.left(LongestName));
    if (m_entries.size() >= MaxKeys)
        return fail(ErrorCode::LimitReached, QStringLiteral("%1 keys").arg(MaxKeys));
    const QString key = QStringLiteral("e2b_") + QString::fromLatin1(randomHex(40));
    const Entry entry{.facts = {.id = QString::fromLatin1(randomHex(12)),
                                .name = name,
                                .mask = maskOf(key),
                                .createdAt = m_clock.wallNow(),
                                .lastUsedAt = {}},
                      .hash = hashOf(key)};
    QList<Entry> more = m_entries;
    more.append(entry);
    if (const auto saved = save(more); !saved)
        return fail(saved.error());
    m_entries = more;
    return NewApiKey{entry.facts, key};
}

Result<Done> ApiKeys::revoke(const QString &id)
{
    QList<Entry> fewer = m_entries;
    if (fewer.removeIf([&](const Entry &entry) { return entry.facts.id == id; }) == 0)
        return fail(ErrorCode::NotFound, id);
    if (auto saved = save(fewer); !saved)
        return saved;
    m_entries = fewer;
    return Done{};
}

Result<QString> ApiKeys::scriptKey(const QString &known)
{
    const QByteArray hash = hashOf(known);
    if (std::ranges::any_of(m_entries, [&](const Entry &entry) { return entry.hash == hash; }))
        return known;
    const Result<NewApiKey> made = create(scriptName());
    if (!made)
        return fail(made.error());
    return made->key;
}

void ApiKeys::used(const QString &id)
{
    for (Entry &entry : m_entries) {
        if (entry.facts.id == id)
            entry.facts.lastUsedAt = m_clock.wallNow();
    }
}

std::shared_ptr<const KeyRing> ApiKeys::ring() const
{
    std::vector<KeyRing::Entry> entries;
    for (const Entry &entry : m_entries)
        entries.push_back({entry.facts.id, entry.hash});
    return std::make_shared<const KeyRing>(std::move(entries));
}

} // namespace sandglass::gateway
