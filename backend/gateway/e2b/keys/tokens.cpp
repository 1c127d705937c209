// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/tokens.h"

#include "backend/gateway/e2b/keys/privatefile.h"

#include <QMessageAuthenticationCode>

namespace sandglass::gateway {

namespace {

constexpr int SecretDigits = 64;
constexpr qsizetype TokenDigits = 40;

} // namespace

Result<Tokens> Tokens::load(const QString &folder)
{
    const QString path = folder + QStringLiteral("/token-secret");
    const Result<QByteArray> known = readPrivateFile(path, SecretDigits);
    if (known && known->size() == SecretDigits)
        return Tokens(*known);
    if (!known && known.error().code() != ErrorCode::NotFound)
        return fail(known.error());
    const QByteArray secret = randomHex(SecretDigits);
    if (const auto written = writePrivateFile(path, secret); !written)
        return fail(written.error());
    return Tokens(secret);
}

QByteArray Tokens::made(QByteArrayView purpose, const SandboxId &id) const
{
    const QByteArray message = purpose.toByteArray() + id.toString().toUtf8();
    return QMessageAuthenticationCode::hash(message, m_secret, QCryptographicHash::Sha256)
        .toHex()
        .first(TokenDigits);
}

} // namespace sandglass::gateway
