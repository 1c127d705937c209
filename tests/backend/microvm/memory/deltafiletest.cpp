// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/deltafile.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cstring>

using namespace sandglass;
using namespace sandglass::microvm;

namespace {

constexpr quint64 Pages = 2048; // 8 MiB
constexpr std::size_t PageBytes = DeltaPage;

// This process's own private mapping of a file, as a machine maps its checkpoint's.
class Mapping
{
public:
    explicit Mapping(const QString &path)
        : m_file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC)),
          m_at(::mmap(nullptr, Pages * PageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, m_file.get(), 0))
    {}
    ~Mapping() { ::munmap(m_at, Pages * PageBytes); }
    Q_DISABLE_COPY_MOVE(Mapping)

    [[nodiscard]] char *page(quint64 number) { return static_cast<char *>(m_at) + number * PageBytes; }
    void fill(quint64 number, char with) { std::memset(page(number), with, PageBytes); }
    [[nodiscard]] QByteArray all() const
    {
        return {static_cast<const char *>(m_at), static_cast<qsizetype>(Pages * PageBytes)};
    }

private:
    UniqueFd m_file;
    void *m_at;
};

} // namespace

class DeltaFileTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aProcessWithoutTheMappingIsRefused();
    void aProcessThatEndedIsRefused();
    void damagedFilesAreRefused_data();
    void damagedFilesAreRefused();
    void damagedPagesAreRefusedWhenTheyAreRead();
    void damagedDeviceStateIsRefused();
    void anotherCheckpointsIsRefused();
    void aCancelledSaveStops();
    void withoutDeviceStateThereIsNoSave();
    void onlyWhatWasWrittenIsSavedAndComesBack();
    void aDeltaOfADeltaHoldsBoth();

private:
    [[nodiscard]] Result<ProcessMemory> memory() const
    {
        const auto self = processRef(QCoreApplication::applicationPid());
        return ProcessMemory::open(*self, m_ram, m_base.memory);
    }
    [[nodiscard]] Result<DeltaFigures> save()
    {
        QFile::remove(m_saved);
        const auto from = memory();
        if (!from)
            return fail(from.error());
        const auto pages = from->writtenPages();
        if (!pages)
            return fail(pages.error());
        const UniqueFd to(::open(QFile::encodeName(m_saved).constData(), O_RDWR | O_CREAT | O_EXCL, 0600));
        return writeDelta(*from, *pages, m_base, m_devices, to.get(), m_cancel);
    }
    void flip(qint64 at)
    {
        QFile file(m_saved);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(at));
        char byte = 0;
        QVERIFY(file.getChar(&byte) && file.seek(at) && file.putChar(static_cast<char>(byte ^ 1)));
    }

    QTemporaryDir m_folder;
    QString m_ram = m_folder.filePath(QStringLiteral("ram file"));
    QString m_saved = m_folder.filePath(QStringLiteral("saved"));
    QString m_devices = m_folder.filePath(QStringLiteral("devices"));
    DeltaBase m_base{QByteArray(FingerprintBytes, 'c'), Bytes{static_cast<qint64>(Pages * PageBytes)}};
    CancelFlag m_cancel;
};

void DeltaFileTest::initTestCase()
{
    QFile ram(m_ram);
    QVERIFY(ram.open(QIODevice::WriteOnly));
    QVERIFY(ram.resize(m_base.memory.value));
    ram.write(QByteArray(64 * DeltaPage, 't')); // the rest is a hole
    QFile devices(m_devices);
    QVERIFY(devices.open(QIODevice::WriteOnly));
    devices.write(QByteArray("QEVM device state ").repeated(100'000));
}

void DeltaFileTest::init()
{
    m_cancel = std::make_shared<std::atomic_bool>(false);
}

void DeltaFileTest::aProcessWithoutTheMappingIsRefused()
{
    QCOMPARE(memory().error().code(), ErrorCode::NotFound);
}

void DeltaFileTest::aProcessThatEndedIsRefused()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    const auto process = childProcessRef(child);
    QVERIFY(process);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QCOMPARE(ProcessMemory::open(*process, m_ram, m_base.memory).error().code(), ErrorCode::NotFound);
}

void DeltaFileTest::damagedFilesAreRefused_data()
{
    QTest::addColumn<qint64>("length");
    QTest::newRow("empty") << qint64(0);
    QTest::newRow("within the header") << qint64(100);
    QTest::newRow("header only") << qint64(DeltaPage);
    QTest::newRow("within the pages") << qint64(DeltaPage + 1000);
    QTest::newRow("the last byte is missing") << qint64(-1);
}

void DeltaFileTest::damagedFilesAreRefused()
{
    QFETCH(qint64, length);
    Mapping mapping(m_ram);
    mapping.fill(5, 'w');
    QVERIFY(save());
    QFile file(m_saved);
    QVERIFY(file.resize(length >= 0 ? length : file.size() + length));
    QCOMPARE(DeltaFile::open(m_saved, m_base).error().code(), ErrorCode::CheckpointBroken);
    QVERIFY(file.remove());
    QCOMPARE(DeltaFile::open(m_saved, m_base).error().code(), ErrorCode::NotFound);
}

void DeltaFileTest::damagedPagesAreRefusedWhenTheyAreRead()
{
    Mapping mapping(m_ram);
    mapping.fill(5, 'w');
    QVERIFY(save());
    flip(DeltaPage + 17);
    const auto file = DeltaFile::open(m_saved, m_base);
    QVERIFY(file);
    const auto into = memory();
    QVERIFY(into);
    QCOMPARE(file->restore(*into).error().code(), ErrorCode::CheckpointBroken);
}

void DeltaFileTest::damagedDeviceStateIsRefused()
{
    Mapping mapping(m_ram);
    mapping.fill(5, 'w');
    QVERIFY(save());
    const qint64 at = DeltaFile::open(m_saved, m_base)->header().deviceOffset();
    flip(at + 1'234'567);
    const auto file = DeltaFile::open(m_saved, m_base);
    QVERIFY(file);
    QCOMPARE(file->checkDevices().error().code(), ErrorCode::CheckpointBroken);
}

void DeltaFileTest::anotherCheckpointsIsRefused()
{
    Mapping mapping(m_ram);
    mapping.fill(5, 'w');
    QVERIFY(save());
    DeltaBase other = m_base;
    other.fingerprint[31] = 'd';
    QCOMPARE(DeltaFile::open(m_saved, other).error().code(), ErrorCode::CheckpointBroken);
    other = m_base;
    other.memory = other.memory + other.memory;
    QCOMPARE(DeltaFile::open(m_saved, other).error().code(), ErrorCode::CheckpointBroken);
}

void DeltaFileTest::aCancelledSaveStops()
{
    Mapping mapping(m_ram);
    mapping.fill(5, 'w');
    *m_cancel = true;
    QCOMPARE(save().error().code(), ErrorCode::Cancelled);
    QVERIFY(!DeltaFile::open(m_saved, m_base));
}

void DeltaFileTest::withoutDeviceStateThereIsNoSave()
{
    Mapping mapping(m_ram);
    const QString devices = std::exchange(m_devices, m_folder.filePath(QStringLiteral("none")));
    QCOMPARE(save().error().code(), ErrorCode::StoreFailed);
    m_devices = devices;
}

void DeltaFileTest::onlyWhatWasWrittenIsSavedAndComesBack()
{
    QByteArray before;
    {
        Mapping mapping(m_ram);
        QCOMPARE(mapping.page(3)[0], 't'); // read, not written
        mapping.fill(0, 'a');              // the first
        mapping.fill(4, 't');              // written, but with what was there
        mapping.fill(7, '\0');             // what was something is zero now
        for (quint64 page = 300; page < 900; ++page)
            mapping.fill(page, page % 3 == 0 ? '\0' : 'b'); // more than a run, with holes
        mapping.page(Pages - 1)[4095] = 'z';                // the last byte
        before = mapping.all();
        const auto figures = save();
        QVERIFY(figures);
        QCOMPARE(figures->writtenPages, quint64(1 + 1 + 1 + 600 + 1));
        // What the file's hole had as zero is unchanged, if that is known without waiting; else it is zero.
        QVERIFY(figures->zeroPages + figures->samePages >= quint64(1 + 200));
        QCOMPARE(qint64(figures->fileBytes), QFile(m_saved).size());
        QVERIFY(figures->fileBytes < 403 * PageBytes + 1'800'000 + 500 * 24 + 2 * PageBytes);
    }
    Mapping fresh(m_ram);
    auto file = DeltaFile::open(m_saved, m_base);
    QVERIFY(file);
    const auto into = memory();
    QVERIFY(into);
    QVERIFY(file->restore(*into));
    QVERIFY(fresh.all() == before);
    QVERIFY(file->checkDevices());
    const UniqueFd devices = file->takeDevices();
    QByteArray begin(18, '\0');
    QCOMPARE(::read(devices.get(), begin.data(), 18), 18);
    QCOMPARE(begin, QByteArray("QEVM device state "));
}

void DeltaFileTest::aDeltaOfADeltaHoldsBoth()
{
    {
        Mapping first(m_ram);
        first.fill(10, 'x');
        first.fill(11, '\0');
        QVERIFY(save());
    }
    QByteArray before;
    {
        Mapping second(m_ram);
        const auto file = DeltaFile::open(m_saved, m_base);
        QVERIFY(file && file->restore(*memory()));
        second.fill(1000, 'y');
        before = second.all();
        const auto figures = save();
        QVERIFY(figures);
        QCOMPARE(figures->writtenPages, quint64(3));
    }
    Mapping third(m_ram);
    const auto file = DeltaFile::open(m_saved, m_base);
    QVERIFY(file && file->restore(*memory()));
    QVERIFY(third.all() == before);
}

QTEST_GUILESS_MAIN(DeltaFileTest)
#include "deltafiletest.moc"
