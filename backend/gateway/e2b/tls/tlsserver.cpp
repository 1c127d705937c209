// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/tls/tlsserver.h"

#include "backend/gateway/e2b/tls/openssl.h"

#include <openssl/err.h>

#include <array>
#include <string>
#include <unordered_map>

namespace sandglass::gateway {

namespace {

constexpr qint64 LeafSeconds = qint64(30) * 24 * 3600;
constexpr qsizetype MostCertificates = 256;

// The end of one connection. Its bytes go through two queues in memory.
class Session final : public TlsSession
{
public:
    explicit Session(openssl::Session session) : m_session(std::move(session)) {}

    [[nodiscard]] bool receive(QByteArrayView wire, QByteArray &plain) override
    {
        BIO_write(SSL_get_rbio(m_session.get()), wire.data(), static_cast<int>(wire.size()));
        ERR_clear_error();
        std::array<char, 16 * 1024> piece; // NOLINT: filled by SSL_read
        int count = 0;
        while ((count = SSL_read(m_session.get(), piece.data(), static_cast<int>(piece.size()))) > 0)
            plain.append(piece.data(), count);
        const int why = SSL_get_error(m_session.get(), count);
        ERR_clear_error();
        return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
    }

    [[nodiscard]] QByteArray encrypt(QByteArrayView plain) override
    {
        ERR_clear_error();
        if (!plain.isEmpty())
            SSL_write(m_session.get(), plain.data(), static_cast<int>(plain.size()));
        return takeOutput();
    }

    [[nodiscard]] QByteArray takeOutput() override
    {
        BIO *out = SSL_get_wbio(m_session.get());
        QByteArray bytes(static_cast<qsizetype>(BIO_ctrl_pending(out)), Qt::Uninitialized);
        if (!bytes.isEmpty())
            BIO_read(out, bytes.data(), static_cast<int>(bytes.size()));
        return bytes;
    }

    [[nodiscard]] QByteArray close() override
    {
        ERR_clear_error();
        SSL_shutdown(m_session.get());
        return takeOutput();
    }

private:
    openssl::Session m_session;
};

} // namespace

struct TlsServer::Data
{
    Options options;
    openssl::Context context;
    openssl::Key authorityKey;
    openssl::Certificate authority;
    openssl::Key key; // of all certificates; lives as long as this
    struct Leaf
    {
        openssl::Certificate certificate;
        qint64 madeAt = 0;
    };
    std::unordered_map<std::string, Leaf> leaves;

    [[nodiscard]] bool prepare();
    [[nodiscard]] qint64 now() const
    {
        return std::chrono::duration_cast<std::chrono::seconds>(options.clock->wallNow().time_since_epoch())
            .count();
    }
    [[nodiscard]] X509 *leafFor(const QByteArray &name);
    [[nodiscard]] openssl::Certificate makeLeaf(const QByteArray &name) const;
    [[nodiscard]] int choose(SSL *session);
};

bool TlsServer::Data::prepare()
{
    authorityKey = openssl::keyOf(options.authority.key);
    authority = openssl::certificateOf(options.authority.certificate);
    key = openssl::newKey();
    context.reset(SSL_CTX_new(TLS_server_method()));
    if (!authorityKey || !authority || !key || !context ||
        X509_check_private_key(authority.get(), authorityKey.get()) != 1)
        return false;
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_cert_cb(
        context.get(), [](SSL *session, void *self) { return static_cast<Data *>(self)->choose(session); },
        this);
    SSL_CTX_set_alpn_select_cb(
        context.get(),
        [](SSL *, const unsigned char **out, unsigned char *size, const unsigned char *offered,
           unsigned length, void *) {
            static const unsigned char Ours[] = "\x08http/1.1";
            unsigned char *chosen = nullptr;
            const int found = SSL_select_next_proto(&chosen, size, Ours, sizeof Ours - 1, offered, length);
            *out = chosen;
            return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
        },
        nullptr);
    return true;
}

// One is success, zero an alert.
int TlsServer::Data::choose(SSL *session)
{
    const char *asked = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name);
    const QByteArray name = QByteArray(asked).toLower();
    if (!name.isEmpty() && !options.serves(name))
        return 0;
    X509 *leaf = leafFor(name);
    return leaf && SSL_use_certificate(session, leaf) == 1 && SSL_use_PrivateKey(session, key.get()) == 1;
}

X509 *TlsServer::Data::leafFor(const QByteArray &name)
{
    const std::string index = name.toStdString();
    const auto known = leaves.find(index);
    if (known != leaves.end() && now() - known->second.madeAt < LeafSeconds / 2 &&
        now() >= known->second.madeAt)
        return known->second.certificate.get();
    if (static_cast<qsizetype>(leaves.size()) >= MostCertificates)
        leaves.clear(); // they cost a signature each
    Leaf &leaf = leaves[index];
    leaf = {makeLeaf(name), now()};
    return leaf.certificate.get();
}

openssl::Certificate TlsServer::Data::makeLeaf(const QByteArray &name) const
{
    QByteArray names = "DNS:" + name;
    if (name.isEmpty()) {
        names = "DNS:localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1";
        for (const QString &address : options.addresses)
            names += ",IP:" + address.toLatin1();
    }
    return openssl::made({.commonName = name.isEmpty() ? QByteArray("localhost") : name.left(64),
                          .subjectKey = key.get(),
                          .issuer = authority.get(),
                          .issuerKey = authorityKey.get(),
                          .now = now(),
                          .seconds = LeafSeconds,
                          .extensions = {{NID_basic_constraints, "critical,CA:FALSE"},
                                         {NID_key_usage, "critical,digitalSignature"},
                                         {NID_ext_key_usage, "serverAuth"},
                                         {NID_authority_key_identifier, "keyid"},
                                         {NID_subject_alt_name, names}}});
}

TlsServer::TlsServer(std::unique_ptr<Data> data) : d(std::move(data)) {}
TlsServer::~TlsServer() = default;

Result<std::unique_ptr<TlsServer>> TlsServer::make(Options options)
{
    auto data = std::make_unique<Data>();
    data->options = std::move(options);
    if (!data->prepare())
        return fail(ErrorCode::StoreFailed, QStringLiteral("the authority's key or certificate is broken"));
    return std::unique_ptr<TlsServer>(new TlsServer(std::move(data)));
}

std::unique_ptr<TlsSession> TlsServer::newSession()
{
    openssl::Session session(SSL_new(d->context.get()));
    openssl::Bio in(BIO_new(BIO_s_mem()));
    openssl::Bio out(BIO_new(BIO_s_mem()));
    if (!session || !in || !out)
        return nullptr;
    SSL_set_bio(session.get(), in.release(), out.release());
    SSL_set_accept_state(session.get());
    return std::make_unique<Session>(std::move(session));
}

} // namespace sandglass::gateway
