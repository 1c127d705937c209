// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/tls/openssl.h"

#include <openssl/bn.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>

namespace sandglass::gateway::openssl {

namespace {

constexpr qint64 ClockSlack = 3600; // a client's clock may lag

QByteArray textOf(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<qsizetype>(size)};
}

Bio reading(const QByteArray &text)
{
    return Bio(BIO_new_mem_buf(text.constData(), static_cast<int>(text.size())));
}

bool setSerial(X509 *certificate)
{
    std::array<unsigned char, 16> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        return false;
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7F) | 0x40); // positive, of one length
    const std::unique_ptr<BIGNUM, Freed<BN_free>> number(
        BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr));
    return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool setTimes(X509 *certificate, qint64 now, qint64 seconds)
{
    return ASN1_TIME_set(X509_getm_notBefore(certificate), now - ClockSlack) != nullptr &&
           ASN1_TIME_set(X509_getm_notAfter(certificate), now + seconds) != nullptr;
}

bool setName(X509 *certificate, const QByteArray &commonName)
{
    const auto text = [](const QByteArray &value) {
        return reinterpret_cast<const unsigned char *>(value.constData());
    };
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_NID(name, NID_organizationName, MBSTRING_ASC, text("Sandglass"), -1, -1,
                                      0) == 1 &&
           X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_ASC, text(commonName),
                                      static_cast<int>(commonName.size()), -1, 0) == 1;
}

} // namespace

Key newKey()
{
    return Key(EVP_EC_gen("P-256"));
}

QByteArray pemOf(EVP_PKEY *key)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return {};
    return textOf(bio.get());
}

QByteArray pemOf(X509 *certificate)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_X509(bio.get(), certificate) != 1)
        return {};
    return textOf(bio.get());
}

Key keyOf(const QByteArray &pem)
{
    const Bio bio = reading(pem);
    return Key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr) : nullptr);
}

Certificate certificateOf(const QByteArray &pem)
{
    const Bio bio = reading(pem);
    return Certificate(bio ? PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr) : nullptr);
}

Extension extension(X509 *subject, X509 *issuer, int id, const QByteArray &value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, subject, nullptr, nullptr, 0);
    return Extension(X509V3_EXT_conf_nid(nullptr, &context, id, value.constData()));
}

Certificate made(const CertificatePlan &plan)
{
    Certificate certificate(X509_new());
    if (!certificate || X509_set_version(certificate.get(), X509_VERSION_3) != 1 ||
        !setSerial(certificate.get()) || !setTimes(certificate.get(), plan.now, plan.seconds) ||
        !setName(certificate.get(), plan.commonName) ||
        X509_set_pubkey(certificate.get(), plan.subjectKey) != 1)
        return nullptr;
    X509 *issuer = plan.issuer ? plan.issuer : certificate.get();
    if (X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer)) != 1)
        return nullptr;
    for (const auto &[id, value] : plan.extensions) {
        const Extension one = extension(certificate.get(), issuer, id, value);
        if (!one || X509_add_ext(certificate.get(), one.get(), -1) != 1)
            return nullptr;
    }
    if (X509_sign(certificate.get(), plan.issuerKey, EVP_sha256()) == 0)
        return nullptr;
    return certificate;
}

} // namespace sandglass::gateway::openssl
