// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

#include <QByteArray>

namespace sandglass::gateway {

// The tokens of sandboxes, made from one secret of the installation and the sandbox's id: nothing to store,
// and the same after a pause, a restart or a crash. A value; any thread.
class Tokens
{
public:
    Tokens() = default;
    explicit Tokens(QByteArray secret) : m_secret(std::move(secret)) {}
    [[nodiscard]] static QByteArray newSecret();

    [[nodiscard]] QByteArray access(const SandboxId &id) const { return made("access:", id); }
    [[nodiscard]] QByteArray traffic(const SandboxId &id) const { return made("traffic:", id); }

private:
    [[nodiscard]] QByteArray made(QByteArrayView purpose, const SandboxId &id) const;

    QByteArray m_secret;
};

} // namespace sandglass::gateway
