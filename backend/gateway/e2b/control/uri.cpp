// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/control/uri.h"

#include <QStringDecoder>

#include <algorithm>

namespace sandglass::gateway {

namespace {

constexpr qsizetype MaxPairs = 256;
constexpr qsizetype LongestId = 64;

int digitOf(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool isPlainId(QStringView text)
{
    return !text.isEmpty() && text.size() <= LongestId && std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
    });
}

} // namespace

std::optional<QString> percentDecoded(QByteArrayView text, bool form)
{
    QByteArray bytes;
    bytes.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size() || digitOf(text[i + 1]) < 0 || digitOf(text[i + 2]) < 0)
                return std::nullopt;
            c = static_cast<char>(digitOf(text[i + 1]) * 16 + digitOf(text[i + 2]));
            i += 2;
        } else if (form && c == '+') {
            c = ' ';
        }
        if (c == '\0')
            return std::nullopt;
        bytes.append(c);
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString decoded = decoder(bytes);
    if (decoder.hasError())
        return std::nullopt;
    return decoded;
}

std::optional<QList<QString>> pathParts(QByteArrayView path)
{
    if (!path.startsWith('/'))
        return std::nullopt;
    QList<QString> parts;
    path = path.sliced(1);
    while (true) {
        const qsizetype slash = path.indexOf('/');
        const auto part = percentDecoded(slash < 0 ? path : path.first(slash));
        if (!part || part->isEmpty() || *part == u"." || *part == u"..")
            return std::nullopt;
        parts.append(*part);
        if (slash < 0)
            return parts;
        path = path.sliced(slash + 1);
    }
}

Query::Query(QByteArrayView raw)
{
    while (!raw.isEmpty() && m_pairs.size() < MaxPairs) {
        const qsizetype end = raw.indexOf('&');
        const QByteArrayView pair = end < 0 ? raw : raw.first(end);
        const qsizetype equals = pair.indexOf('=');
        const auto name = percentDecoded(equals < 0 ? pair : pair.first(equals), true);
        const auto value = percentDecoded(equals < 0 ? QByteArrayView() : pair.sliced(equals + 1), true);
        if (name && value && !name->isEmpty())
            m_pairs.append({*name, *value});
        raw = end < 0 ? QByteArrayView() : raw.sliced(end + 1);
    }
}

std::optional<QString> Query::value(const QString &name) const
{
    for (const auto &[key, value] : m_pairs) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

std::optional<QString> sandboxIdOf(const QString &text)
{
    const QStringList parts = text.split(u'-');
    if (parts.size() > 2 || !isPlainId(parts.first()))
        return std::nullopt;
    return parts.first();
}

} // namespace sandglass::gateway
