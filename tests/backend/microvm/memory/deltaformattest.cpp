// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/deltaformat.h"
#include "backend/microvm/memory/crc32c.h"

#include <QTest>

#include <functional>

using namespace sandglass;
using namespace sandglass::microvm;

namespace {

constexpr quint64 Pages = 4096; // of a guest of 16 MiB

std::span<const std::byte> bytesOf(const QByteArray &bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

std::vector<DeltaRun> someRuns()
{
    return {{.firstPage = 0, .pages = 3, .zero = false, .checksum = 17},
            {.firstPage = 3, .pages = 1, .zero = true, .checksum = 0},
            {.firstPage = 100, .pages = DeltaRunPages, .zero = false, .checksum = 0xFFFFFFFF},
            {.firstPage = Pages - 1, .pages = 1, .zero = false, .checksum = 5}};
}

DeltaHeader headerFor(const std::vector<DeltaRun> &runs)
{
    DeltaHeader header;
    header.base = QByteArray(FingerprintBytes, 'b');
    header.memory = Bytes{static_cast<qint64>(Pages) * DeltaPage};
    for (const DeltaRun &run : runs)
        header.dataBytes += run.zero ? 0 : quint64(run.pages) * DeltaPage;
    header.deviceBytes = 8'000'001;
    header.deviceChecksum = 99;
    header.runs = static_cast<quint32>(runs.size());
    header.indexChecksum = crc32c(bytesOf(encodeIndex(runs)));
    return header;
}

// A header whose checksum is right, whatever it says.
QByteArray withNumber(QByteArray page, qsizetype at, quint64 value, qsizetype bytes)
{
    for (qsizetype i = 0; i < bytes; ++i)
        page[at + i] = static_cast<char>(value >> (8 * i));
    const quint32 checksum = crc32c(bytesOf(page.first(DeltaPage - 4)));
    for (qsizetype i = 0; i < 4; ++i)
        page[DeltaPage - 4 + i] = static_cast<char>(checksum >> (8 * i));
    return page;
}

} // namespace

class DeltaFormatTest : public QObject
{
    Q_OBJECT

private slots:
    void damagedHeadersAreRefused_data();
    void damagedHeadersAreRefused();
    void everyFlippedBitOfAHeaderIsSeen();
    void hostileIndexesAreRefused_data();
    void hostileIndexesAreRefused();
    void aDamagedIndexIsRefused();
    void whatIsWrittenIsRead();
    void anEmptyDeltaIsADelta();
    void checksumsAreThoseOfTheStandard_data();
    void checksumsAreThoseOfTheStandard();
    void bothWaysOfCountingAgree();
    void filesAreToldApartByTheirBeginning();
};

void DeltaFormatTest::damagedHeadersAreRefused_data()
{
    const QByteArray page = encodeHeader(headerFor(someRuns()));
    const qint64 size = headerFor(someRuns()).fileBytes();
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<qint64>("size");
    QTest::newRow("empty file") << QByteArray() << qint64(0);
    QTest::newRow("cut within the header") << page.first(4095) << qint64(4095);
    QTest::newRow("cut behind the header") << page << qint64(DeltaPage);
    QTest::newRow("one byte short") << page << size - 1;
    QTest::newRow("one byte long") << page << size + 1;
    QTest::newRow("text") << QByteArray(DeltaPage, 'x') << size;
    QTest::newRow("a stream of QEMU") << QByteArray("QEVM") + page.sliced(4) << size;
    // Where the fields lie: version 8, page size 12, base 16, memory 48, data 56, devices 64, checksum 72,
    // runs 76.
    QTest::newRow("a later version") << withNumber(page, 8, 2, 4) << size;
    QTest::newRow("other pages") << withNumber(page, 12, 16384, 4) << size;
    QTest::newRow("more memory than any guest has") << withNumber(page, 48, ~quint64(0), 8) << size;
    QTest::newRow("half a page of memory") << withNumber(page, 48, 16 * 1024 * 1024 + 2048, 8) << size;
    QTest::newRow("more data than memory") << withNumber(page, 56, 16 * 1024 * 1024 + 4096, 8) << size;
    QTest::newRow("sizes that wrap around") << withNumber(page, 64, ~quint64(0) - 4096, 8) << size;
    QTest::newRow("more runs than pages") << withNumber(page, 76, Pages + 1, 4) << size;
}

void DeltaFormatTest::damagedHeadersAreRefused()
{
    QFETCH(QByteArray, page);
    QFETCH(qint64, size);
    const auto header = decodeHeader(page, size);
    QVERIFY(!header);
    QCOMPARE(header.error().code(), ErrorCode::CheckpointBroken);
}

void DeltaFormatTest::everyFlippedBitOfAHeaderIsSeen()
{
    const QByteArray page = encodeHeader(headerFor(someRuns()));
    const qint64 size = headerFor(someRuns()).fileBytes();
    QVERIFY(decodeHeader(page, size));
    for (qsizetype at = 0; at < page.size(); ++at) {
        QByteArray flipped = page;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
        QVERIFY2(!decodeHeader(flipped, size), qPrintable(QString::number(at)));
    }
}

void DeltaFormatTest::hostileIndexesAreRefused_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<quint64>("firstPage");
    QTest::addColumn<quint32>("pages");
    const auto row = [](const char *name, int place, quint64 first, quint32 pages) {
        QTest::newRow(name) << place << first << pages;
    };
    row("no pages", 1, 3, 0);
    row("a longer run than the buffer", 2, 100, DeltaRunPages + 1);
    row("the longest number of pages", 2, 100, ~quint32(0));
    row("behind the memory", 3, Pages, 1);
    row("across the memory's end", 3, Pages - 1, 2);
    row("a page number that wraps around", 3, ~quint64(0), 1);
    row("overlaps the one before", 1, 2, 1);
    row("goes backwards", 3, 50, 1);
    row("less data than announced", 0, 0, 2);
    row("more data than announced", 0, 0, 4);
}

void DeltaFormatTest::hostileIndexesAreRefused()
{
    QFETCH(int, place);
    QFETCH(quint64, firstPage);
    QFETCH(quint32, pages);
    std::vector<DeltaRun> runs = someRuns();
    DeltaHeader header = headerFor(runs);
    runs[static_cast<std::size_t>(place)].firstPage = firstPage;
    runs[static_cast<std::size_t>(place)].pages = pages;
    const QByteArray index = encodeIndex(runs);
    header.indexChecksum = crc32c(bytesOf(index)); // written by somebody who knows how
    const auto decoded = decodeIndex(index, header);
    QVERIFY(!decoded);
    QCOMPARE(decoded.error().code(), ErrorCode::CheckpointBroken);
}

void DeltaFormatTest::aDamagedIndexIsRefused()
{
    const DeltaHeader header = headerFor(someRuns());
    const QByteArray index = encodeIndex(someRuns());
    for (qsizetype at = 0; at < index.size(); ++at) {
        QByteArray flipped = index;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        QVERIFY2(!decodeIndex(flipped, header), qPrintable(QString::number(at)));
    }
    QVERIFY(!decodeIndex(index.chopped(1), header));
    QVERIFY(!decodeIndex(index + QByteArray(24, '\0'), header));
    QVERIFY(!decodeIndex({}, header));
}

void DeltaFormatTest::whatIsWrittenIsRead()
{
    const DeltaHeader header = headerFor(someRuns());
    const QByteArray page = encodeHeader(header);
    QCOMPARE(page.size(), DeltaPage);
    const auto read = decodeHeader(page, header.fileBytes());
    QVERIFY(read);
    QVERIFY(*read == header);
    const auto runs = decodeIndex(encodeIndex(someRuns()), *read);
    QVERIFY(runs);
    QVERIFY(*runs == someRuns());
    QCOMPARE(header.deviceOffset(), DeltaPage + (3 + 256 + 1) * DeltaPage);
}

void DeltaFormatTest::anEmptyDeltaIsADelta()
{
    const DeltaHeader header = headerFor({});
    const auto read = decodeHeader(encodeHeader(header), header.fileBytes());
    QVERIFY(read);
    const auto runs = decodeIndex({}, *read);
    QVERIFY(runs && runs->empty());
}

void DeltaFormatTest::checksumsAreThoseOfTheStandard_data()
{
    // RFC 3720, B.4, and the usual check value.
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint32>("wanted");
    QByteArray rising;
    for (int i = 0; i < 32; ++i)
        rising.append(static_cast<char>(i));
    QTest::newRow("nothing") << QByteArray() << 0u;
    QTest::newRow("zeros") << QByteArray(32, '\0') << 0x8A9136AAu;
    QTest::newRow("ones") << QByteArray(32, '\xff') << 0x62A8AB43u;
    QTest::newRow("rising") << rising << 0x46DD794Eu;
    QTest::newRow("digits") << QByteArray("123456789") << 0xE3069283u;
}

void DeltaFormatTest::checksumsAreThoseOfTheStandard()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint32, wanted);
    QCOMPARE(crc32c(bytesOf(bytes)), wanted);
    QCOMPARE(crc32cByTable(bytesOf(bytes)), wanted);
}

void DeltaFormatTest::bothWaysOfCountingAgree()
{
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i)
        bytes.append(static_cast<char>(i * 7919 >> 3));
    for (qsizetype length : {1, 7, 8, 9, 63, 64, 65, 999, 1000}) {
        const auto part = bytesOf(bytes).first(static_cast<std::size_t>(length));
        QCOMPARE(crc32c(part), crc32cByTable(part));
        // In two pieces it is the same.
        const auto half = static_cast<std::size_t>(length / 2);
        QCOMPARE(crc32c(part.subspan(half), crc32c(part.first(half))), crc32c(part));
    }
}

void DeltaFormatTest::filesAreToldApartByTheirBeginning()
{
    const QByteArray withSection("QEVM\0\0\0\3\7", 9);
    const QByteArray without("QEVM\0\0\0\3\1", 9);
    QVERIFY(streamHasConfiguration(withSection));
    QVERIFY(!streamHasConfiguration(without));
    QVERIFY(!streamHasConfiguration(withSection.first(8)));
    QVERIFY(!streamHasConfiguration({}));
    QVERIFY(!isDelta(withSection));
    QVERIFY(!isDelta({}));
    QVERIFY(isDelta(encodeHeader(headerFor({}))));
}

QTEST_GUILESS_MAIN(DeltaFormatTest)
#include "deltaformattest.moc"
