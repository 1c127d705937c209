// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/keys/privatefile.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QSaveFile>

namespace sandglass::gateway {

namespace {

constexpr auto OwnerMayRead = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

} // namespace

Result<Done> makePrivateFolder(const QString &path)
{
    if (!QDir().mkpath(path) || !QFile::setPermissions(path, OwnerMayRead | QFileDevice::ExeOwner))
        return fail(ErrorCode::StoreFailed, path);
    return Done{};
}

Result<Done> writePrivateFile(const QString &path, const QByteArray &content)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(OwnerMayRead) ||
        file.write(content) != content.size() || !file.commit())
        return fail(ErrorCode::StoreFailed, path + QStringLiteral(": ") + file.errorString());
    return Done{};
}

Result<QByteArray> readPrivateFile(const QString &path, qint64 most)
{
    QFile file(path);
    if (!file.exists())
        return fail(ErrorCode::NotFound, path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > most)
        return fail(ErrorCode::StoreFailed, path);
    return file.read(most);
}

QByteArray randomHex(int digits)
{
    QByteArray text;
    while (text.size() < digits)
        text += QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0');
    return text.first(digits);
}

} // namespace sandglass::gateway
