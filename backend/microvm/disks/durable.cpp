// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/disks/durable.h"

#include "backend/microvm/uniquefd.h"

#include <QFile>

#include <fcntl.h>

#include <cerrno>
#include <cstring>

namespace sandglass::microvm {

Result<Done> syncFile(int file, const QString &path)
{
    if (file >= 0 && ::fsync(file) == 0)
        return Done();
    const bool full = errno == ENOSPC || errno == EDQUOT;
    return fail(full ? ErrorCode::DiskFull : ErrorCode::StoreFailed,
                path + QStringLiteral(": ") + QString::fromLocal8Bit(std::strerror(errno)));
}

Result<Done> syncPath(const QString &path)
{
    const UniqueFd file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC));
    return syncFile(file.get(), path);
}

} // namespace sandglass::microvm
