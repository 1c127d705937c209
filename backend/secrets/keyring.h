// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/secretstore.h"

#include <QObject>

namespace sandglass::secrets {

// The desktop's keyring (GNOME's, KDE's, any Secret Service) by QtKeychain. Everything waits for the user as
// long as the keyring asks them for a password. `prefix` keeps the secrets of several installations apart.
// Also Unsupported: there is no keyring here. Needs a thread whose event loop is GLib's, as Debian's is.
class Keyring final : public QObject, public SecretStore
{
    Q_OBJECT

public:
    explicit Keyring(QString prefix, QObject *parent = nullptr) : QObject(parent), m_prefix(std::move(prefix))
    {}

    [[nodiscard]] Place place() const override { return Place::Keyring; }
    [[nodiscard]] Pending<QByteArray> read(const QString &name) override;
    [[nodiscard]] Pending<Done> write(const QString &name, const QByteArray &secret) override;
    [[nodiscard]] Pending<Done> remove(const QString &name) override;

private:
    QString m_prefix;
};

} // namespace sandglass::secrets
