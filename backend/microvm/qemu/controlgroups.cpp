// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/controlgroups.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace sandglass::microvm {

namespace {

const QString OurFolder = QStringLiteral("/sandglass");
// QEMU itself, its translation cache, the screen, buffers of disks.
constexpr Bytes QemuNeeds = Bytes::fromMiB(512);
constexpr int PeriodMicroseconds = 100'000;
// Besides its vcpus a machine has the emulator's own loop and its writers.
constexpr int OwnLoop = PeriodMicroseconds;
constexpr int WeightEach = 100;
constexpr int LargestWeight = 10'000;
constexpr int MostThreads = 256;

bool put(const QString &path, const QByteArray &value)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(value) == value.size();
}

QByteArray textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isWritable(const QString &folder)
{
    const QFileInfo info(folder);
    return info.isDir() && info.isWritable() &&
           QFileInfo(folder + QStringLiteral("/cgroup.procs")).isWritable();
}

} // namespace

std::optional<QString> groupsMount(const QByteArray &mounts)
{
    for (const QByteArray &line : mounts.split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() > 2 && words[2] == "cgroup2")
            return QFile::decodeName(words[1]);
    }
    return std::nullopt;
}

std::optional<QString> groupOf(const QByteArray &groups)
{
    for (const QByteArray &line : groups.split('\n')) {
        if (line.startsWith("0::/"))
            return QFile::decodeName(line.mid(3));
    }
    return std::nullopt;
}

std::optional<ControlGroups> ControlGroups::open(const QString &mounted, const QString &own)
{
    // The highest folder that is ours to write, on the way down to where we are.
    QString at = mounted;
    QStringList way = own.split(u'/', Qt::SkipEmptyParts);
    while (!isWritable(at)) {
        if (way.isEmpty())
            return std::nullopt;
        at += u'/' + way.takeFirst();
    }
    const QString folder = at + OurFolder;
    const bool made = QFileInfo(folder).isDir() || QDir().mkdir(folder);
    for (const QString &parent : {at, folder}) {
        for (const char *controller : {"+memory", "+cpu", "+pids"})
            put(parent + QStringLiteral("/cgroup.subtree_control"), controller);
    }
    const QList<QByteArray> controllers =
        textOf(folder + QStringLiteral("/cgroup.subtree_control")).simplified().split(' ');
    if (made && controllers.contains("memory"))
        return ControlGroups(folder);
    QDir().rmdir(folder);
    return std::nullopt;
}

std::optional<ControlGroups> ControlGroups::open()
{
    const auto mounted = groupsMount(textOf(QStringLiteral("/proc/self/mounts")));
    const auto own = groupOf(textOf(QStringLiteral("/proc/self/cgroup")));
    return mounted && own ? open(*mounted, *own) : std::nullopt;
}

Result<Done> ControlGroups::take(const QString &name, qint64 pid, const Limits &limits) const
{
    const QString group = m_folder + u'/' + name;
    if (!QFileInfo(group).isDir() && !QDir().mkdir(group))
        return fail(ErrorCode::PermissionDenied, group);
    const auto set = [&](const char *file, const QByteArray &value) {
        return put(group + u'/' + QLatin1StringView(file), value);
    };
    const int vcpus = std::max(1, limits.vcpus);
    const bool capped = set("memory.max", QByteArray::number((limits.memory + QemuNeeds).value));
    // These controllers may be missing.
    set("memory.oom.group", "1");
    set("cpu.weight", QByteArray::number(std::min(vcpus * WeightEach, LargestWeight)));
    set("cpu.max", QByteArray::number(vcpus * PeriodMicroseconds + OwnLoop) + ' ' +
                       QByteArray::number(PeriodMicroseconds));
    set("pids.max", QByteArray::number(MostThreads));
    if (capped && set("cgroup.procs", QByteArray::number(pid)))
        return Done();
    remove(name);
    return fail(ErrorCode::PermissionDenied, group);
}

void ControlGroups::remove(const QString &name) const
{
    QDir().rmdir(m_folder + u'/' + name);
}

void ControlGroups::removeEmpty() const
{
    // The kernel refuses those that are not.
    for (const QString &name : QDir(m_folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        remove(name);
}

} // namespace sandglass::microvm
