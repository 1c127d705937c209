// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/tls/authority.h"

#include "backend/gateway/e2b/tls/openssl.h"

#include <QHostAddress>

namespace sandglass::gateway {

namespace {

constexpr qint64 Year = qint64(365) * 24 * 3600;

qint64 secondsOf(WallTime time)
{
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

QByteArray constraints(const QStringList &names)
{
    QByteArray text = "critical,permitted;DNS:localhost,permitted;IP:127.0.0.0/255.0.0.0,"
                      "permitted;IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF";
    for (const QString &name : names) {
        const QHostAddress address(name);
        if (address.isNull())
            text += ",permitted;DNS:" + name.toLatin1();
        else if (address.protocol() == QAbstractSocket::IPv4Protocol)
            text += ",permitted;IP:" + name.toLatin1() + "/255.255.255.255";
        else
            text += ",permitted;IP:" + name.toLatin1() + "/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF";
    }
    return text;
}

} // namespace

Result<QByteArray> newAuthorityKey()
{
    const openssl::Key key = openssl::newKey();
    const QByteArray pem = key ? openssl::pemOf(key.get()) : QByteArray();
    if (pem.isEmpty())
        return fail(ErrorCode::Internal, QStringLiteral("openssl made no key"));
    return pem;
}

Result<QByteArray> makeAuthorityCertificate(const QByteArray &key, const QStringList &names, WallTime now)
{
    const openssl::Key own = openssl::keyOf(key);
    if (!own)
        return fail(ErrorCode::StoreFailed, QStringLiteral("the authority's key is none"));
    const openssl::Certificate made =
        openssl::made({.commonName = "Sandglass on this machine",
                       .subjectKey = own.get(),
                       .issuerKey = own.get(),
                       .now = secondsOf(now),
                       .seconds = 10 * Year,
                       .extensions = {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                      {NID_key_usage, "critical,keyCertSign,cRLSign"},
                                      {NID_subject_key_identifier, "hash"},
                                      {NID_name_constraints, constraints(names)}}});
    const QByteArray pem = made ? openssl::pemOf(made.get()) : QByteArray();
    if (pem.isEmpty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("openssl made no certificate"));
    return pem;
}

bool isAuthorityFor(const QByteArray &certificate, const QByteArray &key, const QStringList &names,
                    WallTime now)
{
    const openssl::Certificate known = openssl::certificateOf(certificate);
    const openssl::Key own = openssl::keyOf(key);
    if (!known || !own || X509_check_private_key(known.get(), own.get()) != 1)
        return false;
    time_t soon = static_cast<time_t>(secondsOf(now) + Year);
    if (X509_cmp_time(X509_get0_notAfter(known.get()), &soon) <= 0)
        return false;
    const int at = X509_get_ext_by_NID(known.get(), NID_name_constraints, -1);
    const openssl::Extension wanted =
        openssl::extension(known.get(), known.get(), NID_name_constraints, constraints(names));
    return at >= 0 && wanted &&
           ASN1_OCTET_STRING_cmp(X509_EXTENSION_get_data(X509_get_ext(known.get(), at)),
                                 X509_EXTENSION_get_data(wanted.get())) == 0;
}

} // namespace sandglass::gateway
