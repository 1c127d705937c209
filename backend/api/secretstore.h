// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"

#include <QByteArray>
#include <QString>

namespace sandglass {

// Where secrets of this user are kept: the desktop's keyring, or what stands in where there is none. In one
// thread, with an event loop. Errors: NotFound (nothing of that name), PermissionDenied (the user, or the
// keyring, said no), StoreFailed.
class SecretStore
{
public:
    enum class Place { Keyring, PrivateFiles };

    virtual ~SecretStore() = default;
    // True to the fact once anything was answered.
    [[nodiscard]] virtual Place place() const = 0;
    [[nodiscard]] virtual Pending<QByteArray> read(const QString &name) = 0;
    [[nodiscard]] virtual Pending<Done> write(const QString &name, const QByteArray &secret) = 0;
    // Done also when there was none.
    [[nodiscard]] virtual Pending<Done> remove(const QString &name) = 0;
};

} // namespace sandglass
