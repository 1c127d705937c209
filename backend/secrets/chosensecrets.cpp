// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/secrets/chosensecrets.h"

#include "backend/core/logging.h"
#include "backend/core/whenanswered.h"
#include "backend/secrets/keyring.h"

#include <QDir>
#include <QFile>
#include <QUuid>

namespace sandglass::secrets {

namespace {

// Written to find out whether the keyring takes anything.
QString probeName()
{
    return QStringLiteral("installation");
}

template<typename T> void finish(const std::shared_ptr<QPromise<Result<T>>> &promise, Result<T> result)
{
    promise->addResult(std::move(result));
    promise->finish();
}

template<typename T> std::shared_ptr<QPromise<Result<T>>> begun()
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    return promise;
}

} // namespace

ChosenSecrets::ChosenSecrets(std::unique_ptr<SecretStore> keyring, const QString &folder)
    : m_keyring(std::move(keyring)), m_files(folder)
{
    if (!m_keyring)
        m_choice = Choice::Files;
}

QString ChosenSecrets::notePath() const
{
    return m_files.folder() + QStringLiteral("/in-keyring");
}

SecretStore::Place ChosenSecrets::place() const
{
    return m_choice == Choice::Files ? Place::PrivateFiles : Place::Keyring;
}

void ChosenSecrets::withStore(Use use)
{
    switch (m_choice) {
    case Choice::Keyring:
        return use(m_keyring.get());
    case Choice::Files:
        return use(&m_files);
    case Choice::Open:
    case Choice::Asking:
        break;
    }
    m_waiting.append(std::move(use));
    if (m_choice == Choice::Open)
        choose();
}

void ChosenSecrets::choose()
{
    m_choice = Choice::Asking;
    whenAnswered(m_keyring->write(probeName(), "1"), this, [this](const Result<Done> &written) {
        if (written) {
            QFile note(notePath());
            if (QDir().mkpath(m_files.folder()) && note.open(QIODevice::WriteOnly))
                return settle(Choice::Keyring);
            return giveUp(Error(ErrorCode::StoreFailed, notePath()));
        }
        const bool isNone = written.error().code() == ErrorCode::Unsupported;
        if (!isNone || QFile::exists(notePath()))
            return giveUp(written.error());
        qCWarning(lcApp) << "no keyring here (" << qUtf8Printable(written.error().detail())
                         << "): secrets are kept in" << m_files.folder() << "which only you may read";
        settle(Choice::Files);
    });
}

void ChosenSecrets::settle(Choice choice)
{
    m_choice = choice;
    for (const Use &use : std::exchange(m_waiting, {}))
        withStore(use);
}

// The next request asks again: a user who has said no may say yes.
void ChosenSecrets::giveUp(const Error &why)
{
    m_choice = Choice::Open;
    for (const Use &use : std::exchange(m_waiting, {}))
        use(fail(why));
}

Pending<QByteArray> ChosenSecrets::read(const QString &name)
{
    auto promise = begun<QByteArray>();
    withStore([this, name, promise](const Result<SecretStore *> &store) {
        if (!store)
            return finish(promise, Result<QByteArray>(fail(store.error())));
        readFrom(**store, name, promise);
    });
    return promise->future();
}

void ChosenSecrets::readFrom(SecretStore &store, const QString &name,
                             std::shared_ptr<QPromise<Result<QByteArray>>> to)
{
    whenAnswered(store.read(name), this, [this, name, to](const Result<QByteArray> &secret) {
        const bool isMissing = !secret && secret.error().code() == ErrorCode::NotFound;
        if (isMissing && m_choice == Choice::Keyring)
            return moveIn(name, to);
        finish(to, secret);
    });
}

// From the time before there was a keyring. The file goes when the keyring has it.
void ChosenSecrets::moveIn(const QString &name, std::shared_ptr<QPromise<Result<QByteArray>>> to)
{
    whenAnswered(m_files.read(name), this, [this, name, to](const Result<QByteArray> &secret) {
        if (!secret)
            return finish(to, secret);
        whenAnswered(m_keyring->write(name, *secret), this, [this, name, to, secret](const Result<Done> &in) {
            if (in)
                (void)m_files.remove(name);
            else
                qCWarning(lcApp) << "a secret stays in a file:" << in.error().toLogLine();
            finish(to, secret);
        });
    });
}

Pending<Done> ChosenSecrets::write(const QString &name, const QByteArray &secret)
{
    auto promise = begun<Done>();
    withStore([this, name, secret, promise](const Result<SecretStore *> &store) {
        if (!store)
            return finish(promise, Result<Done>(fail(store.error())));
        whenAnswered((*store)->write(name, secret), this, [this, name, promise](const Result<Done> &written) {
            if (written && m_choice == Choice::Keyring)
                (void)m_files.remove(name);
            finish(promise, written);
        });
    });
    return promise->future();
}

Pending<Done> ChosenSecrets::remove(const QString &name)
{
    auto promise = begun<Done>();
    withStore([this, name, promise](const Result<SecretStore *> &store) {
        if (!store)
            return finish(promise, Result<Done>(fail(store.error())));
        (void)m_files.remove(name);
        whenAnswered((*store)->remove(name), this,
                     [promise](const Result<Done> &removed) { finish(promise, removed); });
    });
    return promise->future();
}

std::unique_ptr<SecretStore> openSecrets(const QString &folder, bool useKeyring)
{
    if (!useKeyring)
        return std::make_unique<ChosenSecrets>(nullptr, folder);
    PrivateFiles files(folder);
    const QString name = QStringLiteral("installation-id");
    Result<QByteArray> id = files.read(name).result();
    if (!id) {
        id = QUuid::createUuid().toByteArray(QUuid::Id128).first(12);
        if (!files.write(name, *id).result())
            return std::make_unique<ChosenSecrets>(nullptr, folder); // and its first write says why
    }
    return std::make_unique<ChosenSecrets>(
        std::make_unique<Keyring>(QString::fromLatin1(*id) + QLatin1Char('/')), folder);
}

} // namespace sandglass::secrets
