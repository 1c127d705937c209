// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/terminal/terminalkit.h"
#include "viewers/terminal/terminalkeys.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::viewers;
using test::Kit;

namespace {

TerminalColor indexed(quint8 index)
{
    return {TerminalColor::Kind::Indexed, index, 0, 0};
}

} // namespace

class TestTerminalScreen : public QObject
{
    Q_OBJECT

private slots:
    void textAndMoves()
    {
        Kit kit;
        kit.feed("one\r\ntwo\x1b[4;5Hlast\x1b[1;2HN");
        QCOMPARE(kit.rows(),
                 (QStringList{QStringLiteral("oNe"), QStringLiteral("two"), {}, QStringLiteral("    last")}));
        QCOMPARE(kit.screen.cursor().row, 0);
        QCOMPARE(kit.screen.cursor().column, 2);
        kit.feed("\x1b[2J");
        QCOMPARE(kit.rows(), (QStringList{{}, {}, {}, {}}));
    }

    void styles_data()
    {
        QTest::addColumn<QByteArray>("sequence");
        QTest::addColumn<QVariant>("wanted");
        const auto row = [](const char *name, const QByteArray &sequence, const TerminalStyle &style) {
            QTest::newRow(name) << sequence << QVariant::fromValue(style);
        };
        row("plain", "", {});
        row("bold", "1", {.bold = true});
        row("italic", "3", {.italic = true});
        row("underline", "4", {.underline = Underline::Single});
        row("two lines", "21", {.underline = Underline::Double});
        row("curly", "4:3", {.underline = Underline::Curly});
        row("blink", "5", {.blink = true});
        row("reverse", "7", {.reverse = true});
        row("strike", "9", {.strike = true});
        row("red", "31", {.foreground = indexed(1)});
        row("bright blue on bright black", "94;100", {.foreground = indexed(12), .background = indexed(8)});
        row("of 256", "38;5;208;48;5;17", {.foreground = indexed(208), .background = indexed(17)});
        row("exact", "38;2;1;2;3", {.foreground = {TerminalColor::Kind::Exact, 1, 2, 3}});
        row("all off", "1;3;4;7;31;0", {});
    }
    void styles()
    {
        QFETCH(QByteArray, sequence);
        QFETCH(QVariant, wanted);
        Kit kit;
        kit.feed("\x1b[" + sequence + "mx");
        QCOMPARE(kit.cell(0, 0).character, U'x');
        QVERIFY(kit.cell(0, 0).style == wanted.value<TerminalStyle>());
    }

    void wideAndCombined()
    {
        Kit kit;
        kit.feed("a\xe4\xb8\xad\xe6\x96\x87"
                 "b\xf0\x9f\x98\x80"
                 "e\xcc\x81!");
        QCOMPARE(kit.cell(0, 1).width, 2);
        QCOMPARE(kit.cell(0, 2).width, 0);
        QCOMPARE(kit.cell(0, 3).character, U'\u6587');
        QCOMPARE(kit.cell(0, 5).character, U'b');
        QCOMPARE(kit.row(0), QStringLiteral("a\u4e2d\u6587b\U0001F600e\u0301!"));
    }

    void characterCutBetweenPieces()
    {
        Kit kit;
        for (const char byte : QByteArray("\xe4\xb8\xad\x1b[31mr\xe2\x94\x80"))
            kit.feed(QByteArray(1, byte));
        QCOMPARE(kit.row(0), QStringLiteral("\u4e2dr\u2500"));
        QVERIFY(kit.cell(0, 2).style.foreground == indexed(1));
    }

    void brokenUtf8IsReplaced()
    {
        Kit kit;
        kit.feed("a\xff\xc0\x80z");
        QVERIFY(kit.row(0).startsWith(u'a'));
        QVERIFY(kit.row(0).endsWith(u'z'));
        QVERIFY(kit.row(0).contains(QChar::ReplacementCharacter));
    }

    void linesScrollIntoHistory()
    {
        Kit kit;
        for (int i = 0; i < 10; ++i)
            kit.feed("line " + QByteArray::number(i) + "\r\n");
        QCOMPARE(kit.screen.firstLine(), 0);
        QCOMPARE(kit.screen.screenLine(), 7);
        QCOMPARE(kit.screen.endLine(), 11);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(kit.screen.line(i).text(), QStringLiteral("line %1").arg(i));
        QVERIFY(kit.screen.takeChanges().scrolled);
        kit.screen.clearScrollback();
        QCOMPARE(kit.screen.firstLine(), 7); // lines keep their numbers
        QCOMPARE(kit.screen.line(8).text(), QStringLiteral("line 8"));
    }

    void historyIsBounded()
    {
        Kit lines({20, 4}, {.lines = 100, .cells = 1'000'000});
        Kit cells({20, 4}, {.lines = 1'000'000, .cells = 500});
        for (int i = 0; i < 5000; ++i) {
            lines.feed("0123456789\r\n");
            cells.feed("0123456789\r\n");
        }
        QCOMPARE(lines.screen.screenLine() - lines.screen.firstLine(), 100);
        QCOMPARE(cells.screen.screenLine() - cells.screen.firstLine(), 50);
        QCOMPARE(lines.screen.screenLine(), 5000 - 3);
    }

    void alternateScreenKeepsTheOther()
    {
        Kit kit;
        kit.feed("1\r\n2\r\n3\r\n4\r\n5\x1b[?1049h\x1b[Hfull");
        QVERIFY(kit.screen.isAlternate());
        QCOMPARE(kit.row(0), QStringLiteral("full"));
        QCOMPARE(kit.screen.firstLine(), kit.screen.screenLine()); // no history to scroll to
        kit.feed("\x1b[?1049l");
        QVERIFY(!kit.screen.isAlternate());
        QCOMPARE(kit.rows(), (QStringList{QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("4"),
                                          QStringLiteral("5")}));
        QCOMPARE(kit.screen.firstLine(), 0);
    }

    void resizingMovesLinesInAndOut()
    {
        Kit kit;
        for (int i = 0; i < 8; ++i)
            kit.feed("\r\nline \xe4\xb8\xad " + QByteArray::number(i));
        kit.screen.resize({20, 7});
        QCOMPARE(kit.screen.size(), (TerminalSize{20, 7}));
        QCOMPARE(kit.row(6), QStringLiteral("line \u4e2d 7"));
        QCOMPARE(kit.row(0), QStringLiteral("line \u4e2d 1"));
        kit.screen.resize({20, 2});
        QCOMPARE(kit.row(1), QStringLiteral("line \u4e2d 7"));
        QCOMPARE(kit.screen.line(kit.screen.screenLine() - 1).text(), QStringLiteral("line \u4e2d 5"));
        kit.screen.resize({6, 5}); // cuts through the wide one
        kit.screen.resize({0, -4});
        QCOMPARE(kit.screen.size(), TerminalScreen::SmallestSize);
        kit.screen.resize({1'000'000, 1'000'000});
        QCOMPARE(kit.screen.size(), TerminalScreen::LargestSize);
    }

    void cursorShapesAndModes()
    {
        Kit kit;
        QVERIFY(kit.screen.cursor().visible);
        kit.feed("\x1b[?25l\x1b[5 q");
        QVERIFY(!kit.screen.cursor().visible);
        QCOMPARE(kit.screen.cursor().shape, CursorShape::Bar);
        kit.feed("\x1b[?25h\x1b[4 q");
        QVERIFY(kit.screen.cursor().visible);
        QCOMPARE(kit.screen.cursor().shape, CursorShape::Underline);
        QVERIFY(!kit.screen.cursor().blinks);
        kit.feed("\x1b[?5h");
        QVERIFY(kit.screen.isReversed());
        kit.feed("\a");
        QVERIFY(kit.screen.takeChanges().bell);
        QVERIFY(!kit.screen.takeChanges().any());
    }

    void onlyChangedRowsAreTold()
    {
        Kit kit;
        kit.feed("\x1b[3;1Hx");
        const ScreenChanges changes = kit.screen.takeChanges();
        QCOMPARE(changes.firstRow, 2);
        QCOMPARE(changes.endRow, 3);
        QVERIFY(changes.cursor && !changes.scrolled);
    }

    void titlesAreCleanAndShort()
    {
        Kit kit;
        kit.feed("\x1b]2;my \xe4\xb8\xad title\a");
        QCOMPARE(kit.screen.title(), QStringLiteral("my \u4e2d title"));
        QVERIFY(kit.screen.takeChanges().title);
        kit.feed("\x1b]0;" + QByteArray(100'000, 't') + "\x1b\\");
        QVERIFY(kit.screen.title().size() <= TerminalScreen::MaxTitle);
        kit.feed("\x1b]2;a\x01\x7f\tb\a");
        for (const QChar c : kit.screen.title())
            QVERIFY(c.isPrint());
    }

    void typing_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char *name, int key, Qt::KeyboardModifiers modifiers, const QString &text,
                            const QByteArray &bytes) {
            QTest::newRow(name) << key << int(modifiers) << text << bytes;
        };
        row("letter", Qt::Key_A, {}, QStringLiteral("a"), "a");
        row("capital", Qt::Key_A, Qt::ShiftModifier, QStringLiteral("A"), "A");
        row("umlaut", Qt::Key_Adiaeresis, {}, QStringLiteral("\u00e4"), "\xc3\xa4");
        row("chinese", 0, {}, QStringLiteral("\u4e2d"), "\xe4\xb8\xad");
        row("ctrl c", Qt::Key_C, Qt::ControlModifier, QStringLiteral("\x03"), "\x03");
        row("ctrl [", Qt::Key_BracketLeft, Qt::ControlModifier, QStringLiteral("\x1b"), "\x1b");
        row("ctrl i", Qt::Key_I, Qt::ControlModifier, QStringLiteral("\t"), "\t");
        row("ctrl m", Qt::Key_M, Qt::ControlModifier, QStringLiteral("\r"), "\r");
        row("ctrl space", Qt::Key_Space, Qt::ControlModifier, QStringLiteral(" "), QByteArray(1, '\0'));
        row("ctrl \\", Qt::Key_Backslash, Qt::ControlModifier, QStringLiteral("\x1c"), "\x1c");
        row("ctrl /", Qt::Key_Slash, Qt::ControlModifier, QStringLiteral("/"), "\x1f");
        row("alt x", Qt::Key_X, Qt::AltModifier, QStringLiteral("x"), "\x1bx");
        row("alt shift x", Qt::Key_X, Qt::AltModifier | Qt::ShiftModifier, QStringLiteral("X"), "\x1bX");
        row("ctrl alt x", Qt::Key_X, Qt::AltModifier | Qt::ControlModifier, {}, "\x1b\x18");
        row("enter", Qt::Key_Return, {}, QStringLiteral("\r"), "\r");
        row("keypad's enter", Qt::Key_Enter, Qt::KeypadModifier, QStringLiteral("\r"), "\r");
        row("shift enter", Qt::Key_Return, Qt::ShiftModifier, QStringLiteral("\r"), "\r");
        row("tab", Qt::Key_Tab, {}, QStringLiteral("\t"), "\t");
        row("shift tab", Qt::Key_Backtab, Qt::ShiftModifier, {}, "\x1b[Z");
        row("backspace", Qt::Key_Backspace, {}, QStringLiteral("\b"), "\x7f");
        row("ctrl backspace", Qt::Key_Backspace, Qt::ControlModifier, {}, "\b");
        row("alt backspace", Qt::Key_Backspace, Qt::AltModifier, {}, "\x1b\x7f");
        row("escape", Qt::Key_Escape, {}, QStringLiteral("\x1b"), "\x1b");
        row("up", Qt::Key_Up, {}, {}, "\x1b[A");
        row("ctrl left", Qt::Key_Left, Qt::ControlModifier, {}, "\x1b[1;5D");
        row("home", Qt::Key_Home, {}, {}, "\x1b[H");
        row("delete", Qt::Key_Delete, {}, {}, "\x1b[3~");
        row("page up", Qt::Key_PageUp, {}, {}, "\x1b[5~");
        row("f1", Qt::Key_F1, {}, {}, "\x1bOP");
        row("f5", Qt::Key_F5, {}, {}, "\x1b[15~");
        row("shift alone", Qt::Key_Shift, Qt::ShiftModifier, {}, "");
        row("a media key", Qt::Key_VolumeUp, {}, {}, "");
    }
    void typing()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, text);
        QFETCH(QByteArray, bytes);
        Kit kit;
        const auto flags = Qt::KeyboardModifiers(modifiers);
        press(kit.screen, strokeOf(key, flags, text), flags);
        QCOMPARE(kit.sent, bytes);
    }

    void applicationKeys()
    {
        Kit kit;
        kit.feed("\x1b[?1h");
        kit.screen.pressKey(TerminalKey::Up);
        QCOMPARE(kit.sent, QByteArray("\x1bOA"));
    }

    void pastingIsClean()
    {
        Kit kit;
        kit.screen.paste(QStringLiteral("a\r\nb\nc\rd\te\x1b[201~;evil\x07"));
        QCOMPARE(kit.sent, QByteArray("a\rb\rc\rd\te[201~;evil"));
        kit.sent.clear();
        kit.feed("\x1b[?2004h");
        kit.screen.paste(QStringLiteral("x\ny\x1b[201~"));
        QCOMPARE(kit.sent, QByteArray("\x1b[200~x\ry[201~\x1b[201~"));
    }

    void mouseIsReportedAsAsked()
    {
        Kit kit;
        kit.screen.moveMouse({3, 1});
        kit.screen.clickMouse(1, true);
        QCOMPARE(kit.sent, QByteArray());
        QCOMPARE(kit.screen.mouseReport(), MouseReport::None);
        kit.screen.clickMouse(1, false);
        kit.feed("\x1b[?1000h\x1b[?1006h");
        QCOMPARE(kit.screen.mouseReport(), MouseReport::Clicks);
        kit.screen.moveMouse({4, 1});
        kit.screen.clickMouse(1, true);
        kit.screen.clickMouse(1, false);
        kit.screen.clickMouse(4, true);
        QCOMPARE(kit.sent, QByteArray("\x1b[<0;5;2M\x1b[<0;5;2m\x1b[<64;5;2M"));
        kit.feed("\x1b[?1003h");
        QCOMPARE(kit.screen.mouseReport(), MouseReport::Moves);
    }

    void focusIsToldWhenAskedFor()
    {
        Kit kit;
        kit.screen.tellFocus(true);
        QCOMPARE(kit.sent, QByteArray());
        kit.feed("\x1b[?1004h");
        kit.screen.tellFocus(true);
        kit.screen.tellFocus(false);
        QCOMPARE(kit.sent, QByteArray("\x1b[I\x1b[O"));
    }
};

Q_DECLARE_METATYPE(sandglass::viewers::TerminalStyle)

QTEST_GUILESS_MAIN(TestTerminalScreen)
#include "tst_terminalscreen.moc"
