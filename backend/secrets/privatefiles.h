// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/secretstore.h"

namespace sandglass::secrets {

// One file a secret, in a folder that is made when the first is written; both are for their owner alone
// (0600, 0700). Answers at once. Names are plain words: letters, digits and '-'.
class PrivateFiles final : public SecretStore
{
public:
    explicit PrivateFiles(QString folder) : m_folder(std::move(folder)) {}

    [[nodiscard]] Place place() const override { return Place::PrivateFiles; }
    [[nodiscard]] Pending<QByteArray> read(const QString &name) override;
    [[nodiscard]] Pending<Done> write(const QString &name, const QByteArray &secret) override;
    [[nodiscard]] Pending<Done> remove(const QString &name) override;

    [[nodiscard]] const QString &folder() const { return m_folder; }

private:
    [[nodiscard]] Result<QString> pathOf(const QString &name) const;

    QString m_folder;
};

} // namespace sandglass::secrets
