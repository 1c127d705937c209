// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/processref.h"

#include <QFile>

#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern "C" { // glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

namespace sandglass::microvm {

namespace {

QString systemError()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

struct Stat
{
    quint64 startTicks = 0;
    bool ended = false; // a zombie that waits for its parent
};

std::optional<Stat> parseStat(QByteArrayView stat)
{
    // The name in brackets may hold anything, brackets and spaces too; the fields follow its last bracket.
    const qsizetype bracket = stat.lastIndexOf(')');
    if (bracket < 0)
        return std::nullopt;
    const QList<QByteArray> fields = stat.sliced(bracket + 1).toByteArray().simplified().split(' ');
    constexpr qsizetype StateField = 0, StartField = 19;
    if (fields.size() <= StartField)
        return std::nullopt;
    bool isNumber = false;
    const quint64 ticks = fields[StartField].toULongLong(&isNumber);
    if (!isNumber)
        return std::nullopt;
    return Stat{ticks, fields[StateField] == "Z" || fields[StateField] == "X"};
}

std::optional<Stat> readStat(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::nullopt;
    std::array<char, 1024> text{};
    const qint64 length = file.read(text.data(), text.size());
    return length > 0 ? parseStat(QByteArrayView(text.data(), length)) : std::nullopt;
}

std::optional<quint64> currentStartTicks(qint64 pid)
{
    const auto stat = readStat(pid);
    return stat && !stat->ended ? std::optional(stat->startTicks) : std::nullopt;
}

// Opened first and compared afterwards: the descriptor is then of that very process.
Result<UniqueFd> openVerified(const ProcessRef &process)
{
    if (process.isNull())
        return fail(ErrorCode::NotFound, QStringLiteral("no process"));
    UniqueFd pidfd(::pidfd_open(static_cast<pid_t>(process.pid), 0));
    if (!pidfd.isValid())
        return fail(ErrorCode::NotFound,
                    QStringLiteral("process %1: %2").arg(process.pid).arg(systemError()));
    if (currentStartTicks(process.pid) != process.startTicks)
        return fail(ErrorCode::NotFound, QStringLiteral("process %1 has ended").arg(process.pid));
    return pidfd;
}

} // namespace

std::optional<quint64> startTicksOf(QByteArrayView stat)
{
    const auto parsed = parseStat(stat);
    return parsed && !parsed->ended ? std::optional(parsed->startTicks) : std::nullopt;
}

Result<ProcessRef> processRef(qint64 pid)
{
    const auto ticks = pid > 0 ? currentStartTicks(pid) : std::nullopt;
    if (!ticks)
        return fail(ErrorCode::NotFound, QStringLiteral("process %1").arg(pid));
    return ProcessRef{pid, *ticks};
}

Result<ProcessRef> childProcessRef(qint64 pid)
{
    const auto stat = pid > 0 ? readStat(pid) : std::nullopt;
    if (!stat)
        return fail(ErrorCode::NotFound, QStringLiteral("process %1").arg(pid));
    return ProcessRef{pid, stat->startTicks};
}

bool isAlive(const ProcessRef &process)
{
    return !process.isNull() && currentStartTicks(process.pid) == process.startTicks;
}

Result<Done> signalProcess(const ProcessRef &process, int signal)
{
    const Result<UniqueFd> pidfd = openVerified(process);
    if (!pidfd)
        return fail(pidfd.error());
    if (::pidfd_send_signal(pidfd->get(), signal, nullptr, 0) == 0)
        return Done{};
    const ErrorCode code = errno == EPERM ? ErrorCode::PermissionDenied : ErrorCode::NotFound;
    return fail(
        code, QStringLiteral("signal %1 to process %2: %3").arg(signal).arg(process.pid).arg(systemError()));
}

ProcessWatcher::ProcessWatcher(QObject *parent) : QObject(parent) {}

void ProcessWatcher::watch(const ProcessRef &process)
{
    stop();
    m_process = process;
    Result<UniqueFd> pidfd = openVerified(process);
    if (!pidfd) {
        if (const auto stat = process.isNull() ? std::nullopt : readStat(process.pid);
            stat && stat->ended && stat->startTicks == process.startTicks)
            ::waitpid(static_cast<pid_t>(process.pid), nullptr,
                      WNOHANG); // ours, if it is anyone's to take away
        QMetaObject::invokeMethod(
            this,
            [this, process] {
                if (m_process == process && !m_notifier)
                    onEnded();
            },
            Qt::QueuedConnection);
        return;
    }
    m_pidfd = *std::move(pidfd);
    m_notifier = std::make_unique<QSocketNotifier>(m_pidfd.get(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ProcessWatcher::onEnded);
}

void ProcessWatcher::stop()
{
    m_process = {};
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater();
    }
    m_pidfd.reset();
}

void ProcessWatcher::onEnded()
{
    if (m_pidfd.isValid())
        ::waitid(P_PIDFD, static_cast<id_t>(m_pidfd.get()), nullptr, WEXITED | WNOHANG);
    stop();
    emit ended();
}

} // namespace sandglass::microvm
