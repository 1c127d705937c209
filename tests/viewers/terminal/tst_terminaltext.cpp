// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalselection.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::viewers;

namespace {

struct Kit
{
    TerminalScreen screen;

    explicit Kit(TerminalSize size = {20, 4}) : screen(size) {}
    void feed(const QByteArray &bytes) { screen.feed(bytes); }
    QString row(int number) const { return screen.line(screen.screenLine() + number).text(); }
    QString link(int rowNumber, int column) const
    {
        const auto found = linkAt(screen, {screen.screenLine() + rowNumber, column});
        return found ? found->url.toString() : QString();
    }
};

} // namespace

// What people take out of a terminal: copies, words, links, places of a text.
class TestTerminalText : public QObject
{
    Q_OBJECT

private slots:
    void copyingJoinsWrappedLines()
    {
        Kit kit;
        kit.feed("0123456789012345678901234567 end   \r\nshort   \r\n\r\nlast");
        QCOMPARE(textOf(kit.screen, {{0, 0}, {4, 20}}),
                 QStringLiteral("0123456789012345678901234567 end\nshort\n\nlast"));
        QCOMPARE(textOf(kit.screen, {{0, 2}, {0, 5}}), QStringLiteral("234"));
        QCOMPARE(textOf(kit.screen, {{4, 3}, {4, 3}}), QString());
    }

    void wordsAreWhatPeopleMean_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("word");
        //                           0123456789012345678901234567
        // "ls ~/a-b_c.txt (x=\"1\") \u4e2d\u6587"
        QTest::newRow("a command") << 1 << QStringLiteral("ls");
        QTest::newRow("a path") << 9 << QStringLiteral("~/a-b_c.txt");
        QTest::newRow("a bracket") << 15 << QStringLiteral("(");
        QTest::newRow("an option") << 16 << QStringLiteral("x=");
        QTest::newRow("second half of a wide one") << 24 << QStringLiteral("\u4e2d\u6587");
    }
    void wordsAreWhatPeopleMean()
    {
        QFETCH(int, column);
        QFETCH(QString, word);
        Kit kit({40, 4});
        kit.feed("ls ~/a-b_c.txt (x=\"1\") \xe4\xb8\xad\xe6\x96\x87");
        TerminalSelection selection;
        selection.begin(kit.screen, {0, column}, TerminalSelection::By::Word);
        QCOMPARE(textOf(kit.screen, selection.span()), word);
    }

    void selectionGrowsByItsUnit()
    {
        Kit kit({40, 4});
        kit.feed("one two three four\r\nfive six");
        TerminalSelection selection;
        selection.begin(kit.screen, {0, 5}, TerminalSelection::By::Word);
        selection.extend(kit.screen, {0, 9});
        QCOMPARE(textOf(kit.screen, selection.span()), QStringLiteral("two three"));
        selection.extend(kit.screen, {0, 1}); // to the other side of where it began
        QCOMPARE(textOf(kit.screen, selection.span()), QStringLiteral("one two"));
        selection.begin(kit.screen, {0, 5}, TerminalSelection::By::Line);
        QCOMPARE(textOf(kit.screen, selection.span()), QStringLiteral("one two three four"));
        selection.extend(kit.screen, {1, 0});
        QCOMPARE(textOf(kit.screen, selection.span()), QStringLiteral("one two three four\nfive six"));
    }

    void linksAreWhatIsWritten()
    {
        Kit kit({30, 12});
        kit.feed("see (http://localhost:3000/a?b=1), or\r\n"
                 "https://example.org/a_very_long_path/that/is/wrapped. no\r\n"
                 "file:///etc/passwd javascript:x http:// \r\n"
                 "\x1b]8;;https://evil.example\x1b\\https://good.example\x1b]8;;\x1b\\");
        QCOMPARE(kit.link(0, 10), QStringLiteral("http://localhost:3000/a?b=1"));
        QCOMPARE(kit.link(0, 1), QString());
        const QString wrapped = QStringLiteral("https://example.org/a_very_long_path/that/is/wrapped");
        for (int row = 0; row < 12; ++row) {
            if (kit.row(row).startsWith(QStringLiteral("https://example"))) {
                QCOMPARE(kit.link(row, 3), wrapped);
                QCOMPARE(kit.link(row + 1, 3), wrapped);
            }
            if (kit.row(row).startsWith(QStringLiteral("file")))
                QCOMPARE(kit.link(row, 3), QString());
            if (kit.row(row).startsWith(QStringLiteral("https://good")))
                QCOMPARE(kit.link(row, 3), QStringLiteral("https://good.example"));
        }
    }

    void findingGoesRound()
    {
        Kit kit;
        for (int i = 0; i < 12; ++i)
            kit.feed("line " + QByteArray::number(i) + (i % 5 == 0 ? " Mark\r\n" : "\r\n"));
        const auto last = findText(kit.screen, QStringLiteral("mark"), {kit.screen.endLine(), 0}, true);
        QVERIFY(last);
        QCOMPARE(last->from, (TerminalPlace{10, 8}));
        QCOMPARE(last->to, (TerminalPlace{10, 12}));
        const auto before = findText(kit.screen, QStringLiteral("mark"), last->from, true);
        QCOMPARE(before->from, (TerminalPlace{5, 7}));
        const auto after = findText(kit.screen, QStringLiteral("mark"), last->from, false);
        QCOMPARE(after->from, (TerminalPlace{0, 7}));
        QVERIFY(!findText(kit.screen, QStringLiteral("nowhere"), last->from, true));
        QVERIFY(!findText(kit.screen, {}, last->from, true));
        // The only one is found again from itself.
        QCOMPARE(findText(kit.screen, QStringLiteral("line 7"), {7, 0}, false)->from, (TerminalPlace{7, 0}));
    }
};

QTEST_GUILESS_MAIN(TestTerminalText)
#include "tst_terminaltext.moc"
