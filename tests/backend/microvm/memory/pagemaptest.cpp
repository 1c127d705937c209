// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/pagemap.h"

#include <QTest>

using namespace sandglass::microvm;

namespace {

constexpr quint64 Present = quint64(1) << 63;
constexpr quint64 Swapped = quint64(1) << 62;
constexpr quint64 OfFile = quint64(1) << 61;
constexpr quint64 SoftDirty = quint64(1) << 55;

} // namespace

class PageMapTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotTheMappingIsRefused_data();
    void whatIsNotTheMappingIsRefused();
    void theMappingIsFoundInItsParts();
    void onlyWrittenPagesCount();
};

void PageMapTest::whatIsNotTheMappingIsRefused_data()
{
    QTest::addColumn<QByteArray>("maps");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("garbage") << QByteArray("not a map\n\n \n-\n1-2\nzz-yy rw-p 0 0:0 1 /c/ram\n");
    QTest::newRow("another file") << QByteArray("10000-14000 rw-p 00000000 08:01 7   /c/ram2\n");
    QTest::newRow("shared") << QByteArray("10000-14000 rw-s 00000000 08:01 7   /c/ram\n");
    QTest::newRow("read only") << QByteArray("10000-14000 r--p 00000000 08:01 7   /c/ram\n");
    QTest::newRow("too little") << QByteArray("10000-13000 rw-p 00000000 08:01 7   /c/ram\n");
    QTest::newRow("too much") << QByteArray("10000-15000 rw-p 00000000 08:01 7   /c/ram\n");
    QTest::newRow("a gap") << QByteArray("10000-11000 rw-p 00000000 08:01 7   /c/ram\n"
                                         "20000-22000 rw-p 00002000 08:01 7   /c/ram\n");
    QTest::newRow("twice") << QByteArray("10000-14000 rw-p 00000000 08:01 7   /c/ram\n"
                                         "20000-24000 rw-p 00000000 08:01 7   /c/ram\n");
    QTest::newRow("ends before it begins") << QByteArray("14000-10000 rw-p 00000000 08:01 7   /c/ram\n");
}

void PageMapTest::whatIsNotTheMappingIsRefused()
{
    QFETCH(QByteArray, maps);
    QVERIFY(!mappedParts(maps, QStringLiteral("/c/ram"), 0x4000));
}

void PageMapTest::theMappingIsFoundInItsParts()
{
    const QByteArray maps = "00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/qemu\n"
                            "7f1000-7f3000 rw-p 00002000 08:01 7          /c/my ram\n"
                            "7e1000-7e3000 rw-p 00000000 08:01 7          /c/my ram\n"
                            "7ffd00-7ffe00 rw-p 00000000 00:00 0\n"
                            "7fff00-7fff10 r-xp 00000000 00:00 0          [vdso]\n";
    const std::vector<MappedPart> wanted{{0x7e1000, 0, 0x2000}, {0x7f1000, 0x2000, 0x2000}};
    const auto found = mappedParts(maps, QStringLiteral("/c/my ram"), 0x4000);
    QVERIFY(found);
    QVERIFY(*found == wanted);
    QByteArray removed = maps;
    QVERIFY(mappedParts(removed.replace("/c/my ram", "/c/my ram (deleted)"), QStringLiteral("/c/my ram"),
                        0x4000));
}

void PageMapTest::onlyWrittenPagesCount()
{
    const std::vector<quint64> entries{0,
                                       Present | OfFile,             // read only so far
                                       Present,                      // written
                                       Present | SoftDirty | 0x1234, // written
                                       Swapped | OfFile,
                                       Swapped | 77, // written and swapped out
                                       SoftDirty,    // was there once
                                       Present};
    const std::vector<PageRun> wanted{{12, 2}, {15, 1}, {17, 1}};
    QVERIFY(writtenRuns(entries, 10) == wanted);
    QVERIFY(writtenRuns({}).empty());
    std::vector<PageRun> joined{{0, 4}};
    appendRun(joined, {4, 2});
    appendRun(joined, {7, 1});
    QVERIFY((joined == std::vector<PageRun>{{0, 6}, {7, 1}}));
}

QTEST_GUILESS_MAIN(PageMapTest)
#include "pagemaptest.moc"
