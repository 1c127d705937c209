// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/machinelauncher.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

#include <fcntl.h>
#include <spawn.h>

#include <csignal>
#include <cstring>
#include <vector>

namespace sandglass::microvm {

namespace {

// posix_spawn's two C objects, freed together.
struct SpawnSetup
{
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    SpawnSetup()
    {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawnattr_init(&attributes);
    }
    ~SpawnSetup()
    {
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&attributes);
    }
    Q_DISABLE_COPY_MOVE(SpawnSetup)
};

// A session of its own, default signals, and no descriptor but the three given ones.
void prepare(SpawnSetup &setup, const QByteArray &stderrPath, const QByteArray &workingFolder)
{
    ::posix_spawnattr_setflags(&setup.attributes,
                               POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&setup.attributes, &none);
    ::posix_spawnattr_setsigdefault(&setup.attributes, &all);

    constexpr mode_t OwnerOnly = 0600;
    ::posix_spawn_file_actions_addopen(&setup.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&setup.files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&setup.files, STDERR_FILENO, stderrPath.constData(),
                                       O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, OwnerOnly);
    ::posix_spawn_file_actions_addclosefrom_np(&setup.files, STDERR_FILENO + 1);
    ::posix_spawn_file_actions_addchdir_np(&setup.files, workingFolder.constData());
}

} // namespace

Result<ProcessRef> startMachine(const QString &qemuBinary, const QStringList &arguments,
                                const QString &stderrPath, const QString &workingFolder)
{
    const QFileInfo binary(qemuBinary);
    if (!binary.isFile() || !binary.isExecutable())
        return fail(ErrorCode::QemuMissing, qemuBinary);

    std::vector<QByteArray> words{QFile::encodeName(binary.absoluteFilePath())};
    for (const QString &argument : arguments)
        words.push_back(QFile::encodeName(argument));
    std::vector<char *> argv;
    argv.reserve(words.size() + 1);
    for (QByteArray &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    SpawnSetup setup;
    prepare(setup, QFile::encodeName(QFileInfo(stderrPath).absoluteFilePath()),
            QFile::encodeName(workingFolder));
    pid_t pid = 0;
    const int failure =
        ::posix_spawn(&pid, words.front().constData(), &setup.files, &setup.attributes, argv.data(), environ);
    if (failure != 0) {
        return fail(ErrorCode::QemuFailed,
                    QStringLiteral("%1: %2").arg(qemuBinary, QString::fromLocal8Bit(std::strerror(failure))));
    }
    return childProcessRef(pid);
}

Result<QString> findQemu()
{
    const QString found = QStandardPaths::findExecutable(QStringLiteral("qemu-system-x86_64"));
    if (found.isEmpty())
        return fail(ErrorCode::QemuMissing, QStringLiteral("qemu-system-x86_64"));
    return found;
}

Result<QemuVersion> parseQemuVersion(const QString &output)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(^QEMU emulator version ((\d{1,4})\.(\d{1,4})\.(\d{1,4})[^\n]*))"));
    const QRegularExpressionMatch match = pattern.match(output);
    if (!match.hasMatch())
        return fail(ErrorCode::QemuFailed, QStringLiteral("no version in '%1'").arg(output.left(80)));
    return QemuVersion{match.captured(2).toInt(), match.captured(3).toInt(), match.captured(4).toInt(),
                       match.captured(1).trimmed()};
}

void queryQemuVersion(const QString &qemuBinary, std::chrono::milliseconds deadline, QObject *context,
                      Reply<QemuVersion> reply)
{
    auto *process = new QProcess(context);
    auto answer = std::make_shared<Answer<QemuVersion>>(context, std::move(reply));
    QObject::connect(process, &QProcess::finished, process, [process, answer] {
        answer->give(parseQemuVersion(QString::fromLocal8Bit(process->readAllStandardOutput())));
        process->deleteLater();
    });
    QObject::connect(process, &QProcess::errorOccurred, process, [=](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // `finished` follows
        answer->give(fail(ErrorCode::QemuMissing, qemuBinary));
        process->deleteLater();
    });
    QTimer::singleShot(deadline, process, [process, answer] {
        answer->give(fail(ErrorCode::TimedOut, QStringLiteral("qemu --version")));
        process->kill();
    });
    process->start(qemuBinary, {QStringLiteral("--version")}, QIODevice::ReadOnly);
}

} // namespace sandglass::microvm
