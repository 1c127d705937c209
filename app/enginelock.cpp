// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/enginelock.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace sandglass::app {

namespace {

QByteArray lockPath(const QString &dataFolder)
{
    return QFile::encodeName(dataFolder + QStringLiteral("/engine.lock"));
}

// What the holder wrote: the process and its program, a line each.
EngineHolder readHolder(int descriptor)
{
    char buffer[256];
    const ssize_t count = pread(descriptor, buffer, sizeof buffer, 0);
    const QList<QByteArray> lines = QByteArray(buffer, std::max<ssize_t>(count, 0)).split('\n');
    return {QString::fromUtf8(lines.value(1)), lines.value(0).toLongLong()};
}

Error storeFailed(const QString &folder)
{
    return Error(ErrorCode::StoreFailed,
                 QStringLiteral("%1: %2").arg(folder, QString::fromLocal8Bit(std::strerror(errno))));
}

} // namespace

Result<EngineLock> EngineLock::take(const QString &dataFolder, const QString &program)
{
    if (!QDir().exists(dataFolder)) {
        if (!QDir().mkpath(dataFolder))
            return fail(storeFailed(dataFolder));
        chmod(QFile::encodeName(dataFolder).constData(), 0700);
    }
    const int descriptor = open(lockPath(dataFolder).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return fail(storeFailed(dataFolder));
    EngineLock lock(descriptor);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return fail(storeFailed(dataFolder));
        const EngineHolder holder = readHolder(descriptor);
        return fail(ErrorCode::EngineLocked,
                    QStringLiteral("%1, process %2").arg(holder.program).arg(holder.processId));
    }
    const QByteArray text =
        QByteArray::number(QCoreApplication::applicationPid()) + '\n' + program.toUtf8() + '\n';
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, text.constData(), text.size(), 0) != text.size())
        return fail(storeFailed(dataFolder));
    return lock;
}

std::optional<EngineHolder> EngineLock::holder(const QString &dataFolder)
{
    const int descriptor = open(lockPath(dataFolder).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    const EngineLock probe(descriptor);
    if (flock(descriptor, LOCK_SH | LOCK_NB) == 0)
        return std::nullopt;
    return readHolder(descriptor);
}

EngineLock::EngineLock(EngineLock &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

EngineLock &EngineLock::operator=(EngineLock &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

EngineLock::~EngineLock()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

} // namespace sandglass::app
