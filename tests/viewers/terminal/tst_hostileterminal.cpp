// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/terminal/terminalkit.h"
#include "viewers/terminal/terminalselection.h"

#include <QRandomGenerator>
#include <QTest>

using namespace sandglass;
using namespace sandglass::viewers;
using test::Kit;

// What a guest may send to do harm: to the console, to what the user sees, or to the library that reads it.
class TestHostileTerminal : public QObject
{
    Q_OBJECT

private slots:
    // Nothing of these may be answered with what the screen holds, or reach anything of the host.
    void hostileSequencesDoNothing_data()
    {
        QTest::addColumn<QByteArray>("sequence");
        QTest::newRow("set the clipboard") << QByteArray("\x1b]52;c;ZXZpbA==\a");
        QTest::newRow("read the clipboard") << QByteArray("\x1b]52;c;?\a");
        QTest::newRow("report the title") << QByteArray("\x1b]2;echo evil\a\x1b[21t");
        QTest::newRow("report the icon's name") << QByteArray("\x1b[20t");
        QTest::newRow("a file") << QByteArray("\x1b]1337;File=name=eA==;inline=0:eA==\a");
        QTest::newRow("a log file") << QByteArray("\x1b]46;/tmp/evil\a");
        QTest::newRow("media copy") << QByteArray("\x1b[5i evil \x1b[4i");
        QTest::newRow("user keys") << QByteArray("\x1bP0;1|17/6576696c\x1b\\");
        QTest::newRow("a font") << QByteArray("\x1b]50;?\a");
    }
    void hostileSequencesDoNothing()
    {
        QFETCH(QByteArray, sequence);
        Kit kit;
        kit.feed(sequence);
        kit.screen.pressFunctionKey(6);
        QVERIFY2(!kit.sent.contains("evil"), kit.sent.constData());
        kit.feed("\r\n\x1b[2Jok");
        QVERIFY(kit.row(1).contains(QStringLiteral("ok")));
    }

    void repeatingIsDoneHere_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("row");
        QTest::newRow("nothing to repeat") << QByteArray("\x1b[1000000000bx") << QStringLiteral("x");
        QTest::newRow("a letter") << QByteArray("ab\x1b[3bc") << QStringLiteral("abbbbc");
        QTest::newRow("no number") << QByteArray("a\x1b[bc") << QStringLiteral("aac");
        QTest::newRow("a wide one") << QByteArray("\xe4\xb8\xad\x1b[2b")
                                    << QStringLiteral("\u4e2d\u4e2d\u4e2d");
        QTest::newRow("a mark alone") << QByteArray("\xcc\x81\x1b[99999999b") << QString();
        QTest::newRow("a space without width") << QByteArray("\xe2\x80\x8b\x1b[99999999b") << QString();
        QTest::newRow("a control inside") << QByteArray("\x1b[1000000\x01"
                                                        "00b")
                                          << QString();
        QTest::newRow("a zero inside") << QByteArray("\x1b\0[1000000b", 12) << QString();
        QTest::newRow("a delete inside") << QByteArray("\x1b\x7f[1000000b") << QString();
        QTest::newRow("an intermediate first") << QByteArray("\x1b [1000000b") << QString();
        QTest::newRow("an odd byte first") << QByteArray("\x1b\xff[1000000b") << QString();
        QTest::newRow("within a title") << QByteArray("\x1b]2;t\x1b[9999999b") << QString();
        QTest::newRow("a leader") << QByteArray("\x1b[?1000000b") << QString();
        QTest::newRow("endless") << "\x1b[" + QByteArray(5000, '1') + "b" << QString();
        QTest::newRow("other sequences stay") << QByteArray("\x1b[3Cx\x1b[1mb") << QStringLiteral("   xb");
    }
    void repeatingIsDoneHere()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, row);
        Kit kit;
        kit.feed(bytes);
        if (!row.isEmpty())
            QCOMPARE(kit.row(0), row);
        kit.feed("\x1b\\\x1b[2J\x1b[Hok");
        QCOMPARE(kit.row(0), QStringLiteral("ok"));
        Kit cut; // the same a byte at a time
        for (const char byte : bytes)
            cut.feed(QByteArray(1, byte));
        if (!row.isEmpty())
            QCOMPARE(cut.row(0), row);
    }

    // A smaller grid has no room for what the larger one had: margins, a kept cursor, a cursor above what
    // stays.
    void aSmallerGridHoldsEverything()
    {
        const QByteArray full = QByteArray("full\r\n").repeated(10);
        for (const QByteArray &before : {QByteArray("\x1b[12;18r\x1b[?69h\x1b[30;38s\x1b[?6h"),
                                         QByteArray("\x1b[20;40H\x1b"
                                                    "7"),
                                         full + "\x1b[H",
                                         "\x1b[?1049h" + full +
                                             "\x1b[20;40H\x1b"
                                             "7",
                                         QByteArray("\x1b]2;a title")}) {
            Kit kit({40, 20});
            kit.feed(before);
            kit.screen.resize({10, 3});
            for (const char *after : {"\n\n\n\n\n",
                                      "\x1b"
                                      "8x\x1b#3",
                                      "\x1b[99S\x1b[99T", "\x1b[?1049l\x1b#6"}) {
                kit.feed(after);
                const TerminalCursor cursor = kit.screen.cursor();
                QVERIFY(cursor.row >= 0 && cursor.row < 3 && cursor.column >= 0 && cursor.column < 10);
            }
            kit.feed("\x1b[!p\x1b"
                     "c\x1b[Hok");
            QCOMPARE(kit.row(0), QStringLiteral("ok"));
        }
        Kit kit; // the shell's line stays where it was
        kit.feed("one\r\n$ ls");
        kit.screen.resize({30, 6});
        QCOMPARE(kit.screen.cursor().row, 1);
        QCOMPARE(kit.screen.cursor().column, 4);
    }

    // Garbage, half sequences, sizes in between: whatever comes, the grid stays a grid.
    void garbageIsSurvived()
    {
        QRandomGenerator random(20260301);
        const QList<QByteArray> pieces{"\x1b[",
                                       "\x1b]",
                                       "\x1bP",
                                       "\x1b#8",
                                       "?1049h",
                                       "?1049l",
                                       "999999999",
                                       ";",
                                       ":",
                                       "m",
                                       "H",
                                       "J",
                                       "L",
                                       "M",
                                       "@",
                                       "P",
                                       "b",
                                       "X",
                                       "r",
                                       "S",
                                       "T",
                                       "\x1b[?69h",
                                       "\x1b[3;17s",
                                       "\x1b[5;2r",
                                       "\x1b"
                                       "c",
                                       "\x1b"
                                       "7",
                                       "\x1b"
                                       "8",
                                       "\x1b\x01"
                                       "8",
                                       "\x1b[?6h",
                                       "\x1b#3",
                                       "\x1b[4;18r",
                                       "\x1b[9;40s",
                                       "\xe4\xb8\xad",
                                       "\xcc\x81",
                                       "\xff",
                                       "\r",
                                       "\n",
                                       "\b",
                                       "\t",
                                       "\x1bM",
                                       "\x1b"
                                       "D",
                                       "\x1b(0",
                                       "lqqk",
                                       "\x1b\\",
                                       "\a",
                                       "wide \xf0\x9f\x98\x80",
                                       "\x1b[1000000000b",
                                       "\xe2\x80\x8b"};
        Kit kit({20, 6}, {.lines = 50, .cells = 100'000});
        for (int i = 0; i < 20'000; ++i) {
            if (random.bounded(100) == 0)
                kit.screen.resize({int(random.bounded(60)), int(random.bounded(20))});
            if (random.bounded(4) == 0)
                kit.feed(QByteArray(1, static_cast<char>(random.bounded(256))));
            else
                kit.feed(pieces.at(random.bounded(pieces.size())));
            const TerminalCursor cursor = kit.screen.cursor();
            const TerminalSize size = kit.screen.size();
            QVERIFY(cursor.row >= 0 && cursor.row < size.rows);
            QVERIFY(cursor.column >= 0 && cursor.column <= size.columns);
            QVERIFY(kit.screen.screenLine() - kit.screen.firstLine() <= 50);
            if (random.bounded(50) == 0) {
                const qint64 line = kit.screen.firstLine() + random.bounded(60);
                QVERIFY(int(kit.screen.line(line).cells.size()) <= 60);
                (void)linkAt(kit.screen, {line, 3});
                (void)textOf(kit.screen, {{kit.screen.firstLine(), 0}, {kit.screen.endLine() - 1, 5}});
            }
            kit.sent.clear();
        }
    }

    // The library overran its buffer by a character that came in two pieces.
    void charactersComeWhole()
    {
        Kit kit;
        for (const char *piece :
             {"a\xe4", "b\xf0\x9f", "\x1b[31mc", "\xb8\xad", "\xc0\xaf", "d", "\xed\xa0\x80", "\xc2", "\x85"})
            kit.feed(piece);
        const QChar broken(QChar::ReplacementCharacter);
        QCOMPARE(kit.row(0), QStringLiteral("a%1bc%1%1%1d%1").arg(broken));
    }

    void marksAreBounded()
    {
        Kit kit;
        kit.feed("e" + QByteArray("\xcc\x81").repeated(100'000) + "x");
        QVERIFY(kit.row(0).size() < 12);
        QVERIFY(kit.row(0).endsWith(u'x'));
    }
};

QTEST_GUILESS_MAIN(TestHostileTerminal)
#include "tst_hostileterminal.moc"
