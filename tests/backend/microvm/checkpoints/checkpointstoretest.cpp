// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/checkpoints/checkpoint.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;

// What the folder of checkpoints takes for complete, and who may do what with its files.
class CheckpointStoreTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingIsFoundBeforeItIsSealed();
    void aMissingFileBreaksIt();
    void whatIsSealedIsFoundAgain();
    void onlyTheMemoryStaysWritable();
    void memoryThatWasSealedAgainstWritingIsOpenedAgain();
    void unsealedAndUnusedOnesGo();

private:
    [[nodiscard]] CheckpointStore store() const { return CheckpointStore(m_folder->path()); }
    [[nodiscard]] static Checkpoint some();
    [[nodiscard]] QStringList files() const
    {
        const CheckpointPaths at = store().paths(some().id());
        return {at.ram(), at.state(), at.disk(), at.pristineOverlay(), at.kernel(), at.initrd(), at.root()};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

Checkpoint CheckpointStoreTest::some()
{
    Checkpoint checkpoint;
    checkpoint.key = {.templateId = TemplateId(QStringLiteral("code")),
                      .imageIdentity = QStringLiteral("an image"),
                      .vcpus = 2,
                      .memory = Bytes::fromMiB(1024),
                      .accelerator = Accelerator::Tcg,
                      .qemuVersion = QStringLiteral("7.2.0")};
    checkpoint.tscKhz = 2'000'000;
    checkpoint.append = {QStringLiteral("quiet")};
    return checkpoint;
}

void CheckpointStoreTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(store().paths(some().id()).folder));
    for (const QString &name : files()) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    }
}

void CheckpointStoreTest::nothingIsFoundBeforeItIsSealed()
{
    QVERIFY(store().find(some().id()).error().code() == ErrorCode::NotFound);
}

void CheckpointStoreTest::aMissingFileBreaksIt()
{
    QVERIFY(store().seal(some()));
    for (const QString &file : files()) {
        const QString aside = file + QStringLiteral(".aside");
        QVERIFY(QFile::rename(file, aside));
        QVERIFY(store().find(some().id()).error().code() == ErrorCode::CheckpointBroken);
        QVERIFY(QFile::rename(aside, file));
    }
    QVERIFY(store().find(some().id()));
}

void CheckpointStoreTest::whatIsSealedIsFoundAgain()
{
    QVERIFY(store().seal(some()));
    const auto found = store().find(some().id());
    QVERIFY(found);
    QCOMPARE(*found, some());
}

// Asked of the modes: root may write whatever they say, so that trying would show nothing where tests run as
// root.
void CheckpointStoreTest::onlyTheMemoryStaysWritable()
{
    QVERIFY(store().seal(some()));
    const CheckpointPaths at = store().paths(some().id());
    const auto isWritable = [](const QString &file) {
        return QFile::permissions(file).testFlag(QFileDevice::WriteOwner);
    };
    QVERIFY(isWritable(at.ram()));
    for (const QString &file : {at.state(), at.disk(), at.pristineOverlay(), at.kernel(), at.initrd()})
        QVERIFY2(!isWritable(file), qPrintable(file));
}

void CheckpointStoreTest::memoryThatWasSealedAgainstWritingIsOpenedAgain()
{
    QVERIFY(store().seal(some()));
    const QString ram = store().paths(some().id()).ram();
    QVERIFY(QFile::setPermissions(ram, QFileDevice::ReadOwner));
    QVERIFY(store().find(some().id()));
    QVERIFY(QFile::permissions(ram).testFlag(QFileDevice::WriteOwner));
}

void CheckpointStoreTest::unsealedAndUnusedOnesGo()
{
    const QString folder = store().paths(some().id()).folder;
    QVERIFY(store().seal(some()));
    store().removeUnused({}, [](const Checkpoint &) { return true; });
    QVERIFY(QDir(folder).exists());
    store().removeUnused({some().id()}, [](const Checkpoint &) { return false; });
    QVERIFY(QDir(folder).exists());
    store().removeUnused({}, [](const Checkpoint &) { return false; });
    QVERIFY(!QDir(folder).exists());
}

QTEST_GUILESS_MAIN(CheckpointStoreTest)
#include "checkpointstoretest.moc"
