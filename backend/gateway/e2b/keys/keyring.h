// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>
#include <vector>

namespace sandglass::gateway {

// The keys that open the API at one moment, as hashes: a value that crosses to the server's thread. Looking
// for a key takes the same time whichever it is, and whether it is there.
class KeyRing
{
public:
    struct Entry
    {
        QString id;
        QByteArray hash; // SHA-256
    };

    KeyRing() = default;
    explicit KeyRing(std::vector<Entry> entries) : m_entries(std::move(entries)) {}

    // The id of the key, if it is one.
    [[nodiscard]] std::optional<QString> match(QByteArrayView presented) const;

private:
    std::vector<Entry> m_entries;
};

// Both texts are compared to their ends; only their lengths may be learnt from the time that it takes.
[[nodiscard]] bool equalInConstantTime(QByteArrayView a, QByteArrayView b);

} // namespace sandglass::gateway
