// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/tokens.h"

#include "backend/gateway/e2b/keys/privatefile.h"

#include <QMessageAuthenticationCode>

namespace sandglass::gateway {

namespace {

constexpr int SecretDigits = 64;
constexpr qsizetype TokenDigits = 40;

} // namespace

QByteArray Tokens::newSecret()
{
    return randomHex(SecretDigits);
}

QByteArray Tokens::made(QByteArrayView purpose, const SandboxId &id) const
{
    const QByteArray message = purpose.toByteArray() + id.toString().toUtf8();
    return QMessageAuthenticationCode::hash(message, m_secret, QCryptographicHash::Sha256)
        .toHex()
        .first(TokenDigits);
}

} // namespace sandglass::gateway
