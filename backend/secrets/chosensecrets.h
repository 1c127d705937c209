// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/secretstore.h"
#include "backend/secrets/privatefiles.h"

#include <QObject>

#include <functional>
#include <memory>

namespace sandglass::secrets {

// The keyring if there is one, else private files in `folder`; which, is found out by the first request and
// logged where it is files. Once the keyring was used it stays the keyring, so that one that fails for a day
// is an error and not a second set of secrets: a note in the folder remembers it. Secrets that still lie in
// files move to the keyring when they are read.
class ChosenSecrets final : public QObject, public SecretStore
{
    Q_OBJECT

public:
    // `keyring` may be null: then files it is.
    ChosenSecrets(std::unique_ptr<SecretStore> keyring, const QString &folder);

    [[nodiscard]] Place place() const override;
    [[nodiscard]] Pending<QByteArray> read(const QString &name) override;
    [[nodiscard]] Pending<Done> write(const QString &name, const QByteArray &secret) override;
    [[nodiscard]] Pending<Done> remove(const QString &name) override;

private:
    enum class Choice { Open, Asking, Keyring, Files };
    using Use = std::function<void(const Result<SecretStore *> &)>;

    void withStore(Use use);
    void choose();
    void settle(Choice choice);
    void giveUp(const Error &why);
    void readFrom(SecretStore &store, const QString &name, std::shared_ptr<QPromise<Result<QByteArray>>> to);
    void moveIn(const QString &name, std::shared_ptr<QPromise<Result<QByteArray>>> to);
    [[nodiscard]] QString notePath() const;

    std::unique_ptr<SecretStore> m_keyring;
    PrivateFiles m_files;
    Choice m_choice = Choice::Open;
    QList<Use> m_waiting;
};

// What the app uses. The keyring's names begin with an id of the installation that lives in the folder.
[[nodiscard]] std::unique_ptr<SecretStore> openSecrets(const QString &folder, bool useKeyring);

} // namespace sandglass::secrets
