// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/installation.h"

#include "backend/core/whenanswered.h"
#include "backend/gateway/e2b/keys/tokens.h"
#include "backend/gateway/e2b/tls/authority.h"

#include <array>

namespace sandglass::gateway {

namespace {

QString scriptKeyName()
{
    return QStringLiteral("e2b-script-key");
}

struct Part
{
    QString name;
    void (*put)(Installation &, const QByteArray &);
    Result<QByteArray> (*make)(); // null: it may be missing
};

const std::array<Part, 3> &parts()
{
    static const std::array<Part, 3> All{
        Part{QStringLiteral("e2b-token-secret"),
             [](Installation &to, const QByteArray &secret) { to.tokenSecret = secret; },
             []() -> Result<QByteArray> {
                 return Tokens::newSecret();
             }},
        Part{QStringLiteral("e2b-authority-key"),
             [](Installation &to, const QByteArray &secret) { to.authorityKey = secret; }, newAuthorityKey},
        Part{scriptKeyName(),
             [](Installation &to, const QByteArray &secret) { to.scriptKey = QString::fromLatin1(secret); },
             nullptr}};
    return All;
}

// One part after the other; ends with the first error.
class Loading : public std::enable_shared_from_this<Loading>
{
public:
    Loading(SecretStore &secrets, QObject *context) : m_secrets(secrets), m_context(context) {}

    [[nodiscard]] Pending<Installation> begin()
    {
        m_promise.start();
        next();
        return m_promise.future();
    }

private:
    void next()
    {
        if (m_at == parts().size())
            return finish(m_read);
        whenAnswered(m_secrets.read(parts()[m_at].name), m_context,
                     [self = shared_from_this()](const Result<QByteArray> &secret) { self->have(secret); });
    }

    void have(const Result<QByteArray> &secret)
    {
        const Part &part = parts()[m_at];
        const bool isMissing = !secret && secret.error().code() == ErrorCode::NotFound;
        if (!secret && !isMissing)
            return finish(fail(secret.error()));
        if (isMissing && part.make)
            return make(part);
        part.put(m_read, secret.value_or(QByteArray()));
        ++m_at;
        next();
    }

    void make(const Part &part)
    {
        const Result<QByteArray> made = part.make();
        if (!made)
            return finish(fail(made.error()));
        whenAnswered(m_secrets.write(part.name, *made), m_context,
                     [self = shared_from_this(), made](const Result<Done> &written) {
                         if (!written)
                             return self->finish(fail(written.error()));
                         self->have(made);
                     });
    }

    void finish(Result<Installation> result)
    {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    SecretStore &m_secrets;
    QObject *m_context;
    QPromise<Result<Installation>> m_promise;
    Installation m_read;
    std::size_t m_at = 0;
};

} // namespace

Pending<Installation> loadInstallation(SecretStore &secrets, QObject *context)
{
    return std::make_shared<Loading>(secrets, context)->begin();
}

Pending<Done> keepScriptKey(SecretStore &secrets, const QString &key)
{
    return secrets.write(scriptKeyName(), key.toLatin1());
}

} // namespace sandglass::gateway
