// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/disks/overlay.h"

#include "backend/microvm/uniquefd.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstring>

namespace sandglass::microvm {

namespace {

Error systemError(const QString &what, int number)
{
    ErrorCode code = ErrorCode::StoreFailed;
    if (number == ENOSPC || number == EDQUOT)
        code = ErrorCode::DiskFull;
    else if (number == EEXIST)
        code = ErrorCode::AlreadyExists;
    else if (number == EACCES || number == EPERM)
        code = ErrorCode::PermissionDenied;
    return Error(code, QStringLiteral("%1: %2").arg(what, QString::fromLocal8Bit(std::strerror(number))));
}

// Shared blocks where the file system can, else a copy inside the kernel. 0 or errno.
int copyContent(int from, int to)
{
    if (::ioctl(to, FICLONE, from) == 0)
        return 0;
    struct stat status
    {
    };
    if (::fstat(from, &status) != 0)
        return errno;
    off_t left = status.st_size;
    while (left > 0) {
        const ssize_t copied = ::copy_file_range(from, nullptr, to, nullptr, static_cast<size_t>(left), 0);
        if (copied < 0 && errno == EINTR)
            continue;
        if (copied < 0)
            return errno;
        if (copied == 0)
            return EIO; // it shrank under us
        left -= copied;
    }
    return 0;
}

// qemu-img's own words; the one thing that is read out of them is a full disk, which it does not say
// otherwise.
Error toolError(const QByteArray &output)
{
    const QString text = QString::fromLocal8Bit(output).trimmed().left(400);
    const bool full = output.contains("No space left on device");
    return Error(full ? ErrorCode::DiskFull : ErrorCode::StoreFailed, QStringLiteral("qemu-img: ") + text);
}

void answerLater(Answer<Done> answer, const Error &error, QObject *context)
{
    QMetaObject::invokeMethod(
        context, [answer = std::move(answer), error]() mutable { answer.give(fail(error)); },
        Qt::QueuedConnection);
}

} // namespace

void createOverlay(const QString &backing, const QString &backingFormat, const QString &path,
                   std::chrono::milliseconds deadline, QObject *context, Reply<Done> reply)
{
    Answer<Done> answer(context, std::move(reply));
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("qemu-img"));
    if (tool.isEmpty())
        return answerLater(std::move(answer), Error(ErrorCode::ToolMissing, QStringLiteral("qemu-img")),
                           context);
    if (QFile::exists(path))
        return answerLater(std::move(answer), Error(ErrorCode::AlreadyExists, path), context);

    auto *process = new QProcess(context);
    auto shared = std::make_shared<Answer<Done>>(std::move(answer));
    process->setProcessChannelMode(QProcess::MergedChannels);
    QObject::connect(process, &QProcess::finished, process, [=](int code, QProcess::ExitStatus status) {
        const bool worked = status == QProcess::NormalExit && code == 0;
        if (!worked)
            QFile::remove(path);
        shared->give(worked ? Result<Done>(Done{}) : fail(toolError(process->readAll())));
        process->deleteLater();
    });
    QObject::connect(process, &QProcess::errorOccurred, process, [=](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // `finished` follows
        shared->give(fail(ErrorCode::ToolMissing, tool));
        process->deleteLater();
    });
    QTimer::singleShot(deadline, process, [=] {
        shared->give(fail(ErrorCode::TimedOut, QStringLiteral("qemu-img create")));
        process->kill();
    });
    process->start(tool,
                   {QStringLiteral("create"), QStringLiteral("-q"), QStringLiteral("-f"),
                    QStringLiteral("qcow2"), QStringLiteral("-b"), backing, QStringLiteral("-F"),
                    backingFormat, path},
                   QIODevice::ReadOnly);
}

Result<Done> cloneEmptyOverlay(const QString &pristine, const QString &path)
{
    const UniqueFd from(::open(QFile::encodeName(pristine).constData(), O_RDONLY | O_CLOEXEC));
    if (!from.isValid())
        return fail(systemError(pristine, errno));
    constexpr mode_t OwnerOnly = 0600;
    const QByteArray name = QFile::encodeName(path);
    const UniqueFd to(::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, OwnerOnly));
    if (!to.isValid())
        return fail(systemError(path, errno));
    if (const int failure = copyContent(from.get(), to.get()); failure != 0) {
        ::unlink(name.constData());
        return fail(systemError(path, failure));
    }
    return Done{};
}

Result<Bytes> freeSpace(const QString &folder)
{
    struct statvfs status
    {
    };
    if (::statvfs(QFile::encodeName(folder).constData(), &status) != 0)
        return fail(systemError(folder, errno));
    return Bytes{static_cast<qint64>(status.f_bavail) * static_cast<qint64>(status.f_frsize)};
}

Result<Done> checkFreeSpace(const QString &folder, Bytes needed, Bytes reserve)
{
    const Result<Bytes> free = freeSpace(folder);
    if (!free)
        return fail(free.error());
    if (*free < needed + reserve) {
        return fail(ErrorCode::DiskFull, QStringLiteral("%1: %2 MiB free, %3 MiB needed")
                                             .arg(folder)
                                             .arg(free->toMiB())
                                             .arg((needed + reserve).toMiB()));
    }
    return Done{};
}

} // namespace sandglass::microvm
