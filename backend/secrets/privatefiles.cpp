// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/secrets/privatefiles.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace sandglass::secrets {

namespace {

constexpr auto OwnersOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
constexpr qint64 LongestSecret = qint64(1) << 20;

} // namespace

Result<QString> PrivateFiles::pathOf(const QString &name) const
{
    const bool isPlain = !name.isEmpty() && std::ranges::all_of(name, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    });
    if (!isPlain)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("a secret's name: ") + name.left(40));
    return m_folder + QLatin1Char('/') + name;
}

Pending<QByteArray> PrivateFiles::read(const QString &name)
{
    const Result<QString> path = pathOf(name);
    if (!path)
        return refused<QByteArray>(path.error());
    QFile file(*path);
    if (!file.exists())
        return refused<QByteArray>(Error(ErrorCode::NotFound, *path));
    if (!file.open(QIODevice::ReadOnly) || file.size() > LongestSecret)
        return refused<QByteArray>(Error(ErrorCode::StoreFailed, *path));
    return answered<QByteArray>(file.read(LongestSecret));
}

Pending<Done> PrivateFiles::write(const QString &name, const QByteArray &secret)
{
    const Result<QString> path = pathOf(name);
    if (!path)
        return refused<Done>(path.error());
    QSaveFile file(*path);
    if (!QDir().mkpath(m_folder) || !QFile::setPermissions(m_folder, OwnersOnly | QFileDevice::ExeOwner) ||
        !file.open(QIODevice::WriteOnly) || !file.setPermissions(OwnersOnly) ||
        file.write(secret) != secret.size() || !file.commit())
        return refused<Done>(Error(ErrorCode::StoreFailed, *path));
    return answered<Done>(Done{});
}

Pending<Done> PrivateFiles::remove(const QString &name)
{
    const Result<QString> path = pathOf(name);
    if (!path)
        return refused<Done>(path.error());
    if (QFile::exists(*path) && !QFile::remove(*path))
        return refused<Done>(Error(ErrorCode::StoreFailed, *path));
    return answered<Done>(Done{});
}

} // namespace sandglass::secrets
