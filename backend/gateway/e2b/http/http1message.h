// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/httpfields.h"

#include <QByteArrayView>

namespace sandglass::gateway {

// The head of an HTTP/1.1 request as it came; names of fields are in lower case, the target is raw.
struct RequestHead
{
    QByteArray method{};
    QByteArray target{};
    int minorVersion = 1;
    HttpFields fields{};

    // The first field of that name; empty when there is none.
    [[nodiscard]] QByteArray field(QByteArrayView name) const;
    [[nodiscard]] int count(QByteArrayView name) const;
    // The target without its query, raw.
    [[nodiscard]] QByteArray path() const;
    [[nodiscard]] QByteArray query() const;
};

struct ResponseHead
{
    int status = 0;
    HttpFields fields{};

    [[nodiscard]] QByteArray field(QByteArrayView name) const;
};

[[nodiscard]] QByteArray fieldOf(const HttpFields &fields, QByteArrayView name);
// Whether a comma-separated list such as Connection's holds a word, whatever its case.
[[nodiscard]] bool listHolds(QByteArrayView list, QByteArrayView word);
// Fields that belong to one connection and are never passed on (RFC 9110 section 7.6.1), and those that the
// Connection field names.
[[nodiscard]] bool isHopByHop(QByteArrayView name, QByteArrayView connection);

[[nodiscard]] const char *reasonOf(int status);
// Heads as bytes, the empty line included. What would break the framing (a line end in a value) is left out.
[[nodiscard]] QByteArray serialized(const RequestHead &head);
[[nodiscard]] QByteArray serialized(const ResponseHead &head);

} // namespace sandglass::gateway
