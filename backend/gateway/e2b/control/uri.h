// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace sandglass::gateway {

// Percent-decoded; '+' is a space in a form. Nothing for a broken escape, a zero byte, or bytes that are no
// UTF-8.
[[nodiscard]] std::optional<QString> percentDecoded(QByteArrayView text, bool form = false);

// The parts of a raw path between its slashes, each decoded by itself: an escaped slash stays within its
// part. Nothing when a part cannot be decoded, is empty, "." or "..".
[[nodiscard]] std::optional<QList<QString>> pathParts(QByteArrayView path);

// A query or form, in its order; pairs that cannot be decoded are left out.
class Query
{
public:
    Query() = default;
    explicit Query(QByteArrayView raw);

    [[nodiscard]] bool has(const QString &name) const { return value(name).has_value(); }
    [[nodiscard]] std::optional<QString> value(const QString &name) const; // the first
    [[nodiscard]] const QList<std::pair<QString, QString>> &pairs() const { return m_pairs; }

private:
    QList<std::pair<QString, QString>> m_pairs;
};

// An id as clients write it: `id`, or `id-clientID` of old SDKs. Nothing for anything else.
[[nodiscard]] std::optional<QString> sandboxIdOf(const QString &text);

} // namespace sandglass::gateway
