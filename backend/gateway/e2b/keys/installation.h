// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/secretstore.h"

#include <QObject>

namespace sandglass::gateway {

// The secrets that every start of one installation shares.
struct Installation
{
    QByteArray tokenSecret{};
    QByteArray authorityKey{}; // PEM
    QString scriptKey{};       // empty: none was made yet
};

// Reads them, and makes and keeps what is missing. `context` is where the store is used.
[[nodiscard]] Pending<Installation> loadInstallation(SecretStore &secrets, QObject *context);
[[nodiscard]] Pending<Done> keepScriptKey(SecretStore &secrets, const QString &key);

} // namespace sandglass::gateway
