// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/core/result.h"

#include <QByteArray>
#include <QStringList>

namespace sandglass::gateway {

// What one installation signs the certificates of its names with. The key is a secret; the certificate is
// what programs are told to trust.
struct Authority
{
    QByteArray key;         // PEM
    QByteArray certificate; // PEM
};

// A new key (P-256), PEM.
[[nodiscard]] Result<QByteArray> newAuthorityKey();

// The authority's certificate for that key: ten years, good for localhost, loopback addresses and `names`
// (addresses, or names and what is below them) alone (RFC 5280 section 4.2.1.10): who trusts it trusts this
// machine for nothing else.
[[nodiscard]] Result<QByteArray> makeAuthorityCertificate(const QByteArray &key, const QStringList &names,
                                                          WallTime now);
// Is `certificate` one of that key, for these names, and still good for a year?
[[nodiscard]] bool isAuthorityFor(const QByteArray &certificate, const QByteArray &key,
                                  const QStringList &names, WallTime now);

} // namespace sandglass::gateway
