// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/secrets/keyring.h"

#include <qt6keychain/keychain.h>

namespace sandglass::secrets {

namespace {

QString serviceName()
{
    return QStringLiteral("Sandglass");
}

Error errorOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::EntryNotFound:
        return Error(ErrorCode::NotFound, job.key());
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return Error(ErrorCode::PermissionDenied, job.errorString());
    case QKeychain::CouldNotDeleteEntry:
        return Error(ErrorCode::StoreFailed, job.errorString());
    default:
        return Error(ErrorCode::Unsupported, job.errorString());
    }
}

// The job deletes itself when it has finished.
template<typename T, typename Make> Pending<T> started(QKeychain::Job *job, QObject *context, Make make)
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    QObject::connect(job, &QKeychain::Job::finished, context, [promise, make](QKeychain::Job *done) {
        promise->addResult(make(*done));
        promise->finish();
    });
    job->start();
    return promise->future();
}

Result<Done> doneOf(const QKeychain::Job &job)
{
    return job.error() == QKeychain::NoError ? Result<Done>(Done{}) : fail(errorOf(job));
}

} // namespace

Pending<QByteArray> Keyring::read(const QString &name)
{
    auto *job = new QKeychain::ReadPasswordJob(serviceName());
    job->setKey(m_prefix + name);
    return started<QByteArray>(job, this, [job](const QKeychain::Job &done) -> Result<QByteArray> {
        if (done.error() != QKeychain::NoError)
            return fail(errorOf(done));
        return job->binaryData();
    });
}

Pending<Done> Keyring::write(const QString &name, const QByteArray &secret)
{
    auto *job = new QKeychain::WritePasswordJob(serviceName());
    job->setKey(m_prefix + name);
    job->setBinaryData(secret);
    return started<Done>(job, this, doneOf);
}

Pending<Done> Keyring::remove(const QString &name)
{
    auto *job = new QKeychain::DeletePasswordJob(serviceName());
    job->setKey(m_prefix + name);
    return started<Done>(job, this, [](const QKeychain::Job &done) -> Result<Done> {
        if (done.error() == QKeychain::EntryNotFound)
            return Done{};
        return doneOf(done);
    });
}

} // namespace sandglass::secrets
