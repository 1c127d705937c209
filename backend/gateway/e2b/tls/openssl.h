// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace sandglass::gateway::openssl {

template<auto Free> struct Freed
{
    template<typename T> void operator()(T *object) const { Free(object); }
};

using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>>;
using Context = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using Session = std::unique_ptr<SSL, Freed<SSL_free>>;

[[nodiscard]] Key newKey();
[[nodiscard]] QByteArray pemOf(EVP_PKEY *key);
[[nodiscard]] QByteArray pemOf(X509 *certificate);
[[nodiscard]] Key keyOf(const QByteArray &pem);                 // null: it is none
[[nodiscard]] Certificate certificateOf(const QByteArray &pem); // null: it is none
// A certificate with a random serial number and `extensions` (names and values of openssl's x509v3_config),
// good from an hour before `now` on. Null when openssl refuses anything of it.
struct CertificatePlan
{
    QByteArray commonName;
    EVP_PKEY *subjectKey = nullptr;
    X509 *issuer = nullptr; // null: itself
    EVP_PKEY *issuerKey = nullptr;
    qint64 now = 0; // Unix seconds
    qint64 seconds = 0;
    QList<std::pair<int, QByteArray>> extensions{}; // NID
};
[[nodiscard]] Certificate made(const CertificatePlan &plan);
[[nodiscard]] Extension extension(X509 *subject, X509 *issuer, int id, const QByteArray &value);

} // namespace sandglass::gateway::openssl
