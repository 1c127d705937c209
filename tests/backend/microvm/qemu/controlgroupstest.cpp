// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/controlgroups.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;

// Ordinary folders stand for the hierarchy: what is written where, and what is not there.
class ControlGroupsTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whereTheHierarchyIs();
    void nothingWhereNothingMayBeWritten();
    void nothingWithoutTheMemoryController();
    void aMachineIsCappedAndMoved();
    void aMachineThatCannotBeMovedIsSaid();

private:
    void put(const QString &path, const QByteArray &text)
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_folder->filePath(path)).path()));
        QFile file(m_folder->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] QByteArray read(const QString &path) const
    {
        QFile file(m_folder->filePath(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void ControlGroupsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void ControlGroupsTest::whereTheHierarchyIs()
{
    QVERIFY(!groupsMount(""));
    QVERIFY(!groupsMount("cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\nx\n"));
    QCOMPARE(groupsMount("tmpfs / tmpfs rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n"),
             QStringLiteral("/sys/fs/cgroup"));
    QVERIFY(!groupOf("9:name=systemd:/x\n"));
    QCOMPARE(groupOf("9:pids:/\n0::/user.slice/a.scope\n"), QStringLiteral("/user.slice/a.scope"));
}

void ControlGroupsTest::nothingWhereNothingMayBeWritten()
{
    // Without cgroup.procs it is no group of ours.
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("user.slice/a.scope")));
    QVERIFY(!ControlGroups::open(m_folder->path(), QStringLiteral("/user.slice/a.scope")));
    QVERIFY(!ControlGroups::open(QStringLiteral("/nowhere"), QStringLiteral("/")));
}

void ControlGroupsTest::nothingWithoutTheMemoryController()
{
    put(QStringLiteral("cgroup.procs"), {});
    put(QStringLiteral("sandglass/cgroup.subtree_control"), "cpu");
    // Ordinary files keep what was written last; that is not the memory controller.
    QVERIFY(!ControlGroups::open(m_folder->path(), QStringLiteral("/")));
}

void ControlGroupsTest::aMachineIsCappedAndMoved()
{
    put(QStringLiteral("cgroup.procs"), {});
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("sandglass/sb1")));
    put(QStringLiteral("sandglass/cgroup.subtree_control"), {});
    for (const char *file :
         {"memory.max", "memory.oom.group", "cpu.weight", "cpu.max", "pids.max", "cgroup.procs"})
        put(QStringLiteral("sandglass/sb1/") + QString::fromLatin1(file), {});
    const auto groups = ControlGroups::at(m_folder->filePath(QStringLiteral("sandglass")));
    QVERIFY(groups.take(QStringLiteral("sb1"), 4711, {.memory = Bytes::fromGiB(2), .vcpus = 2}));
    QCOMPARE(read(QStringLiteral("sandglass/sb1/memory.max")), QByteArray::number(2560LL * 1024 * 1024));
    QCOMPARE(read(QStringLiteral("sandglass/sb1/cpu.max")), QByteArray("300000 100000"));
    QCOMPARE(read(QStringLiteral("sandglass/sb1/cpu.weight")), QByteArray("200"));
    QCOMPARE(read(QStringLiteral("sandglass/sb1/pids.max")), QByteArray("256"));
    QCOMPARE(read(QStringLiteral("sandglass/sb1/cgroup.procs")), QByteArray("4711"));
}

void ControlGroupsTest::aMachineThatCannotBeMovedIsSaid()
{
    const auto groups = ControlGroups::at(m_folder->filePath(QStringLiteral("missing")));
    QCOMPARE(groups.take(QStringLiteral("sb1"), 1, {}).error().code(), ErrorCode::PermissionDenied);
    groups.remove(QStringLiteral("sb1"));
    groups.removeEmpty();
}

QTEST_GUILESS_MAIN(ControlGroupsTest)
#include "controlgroupstest.moc"
