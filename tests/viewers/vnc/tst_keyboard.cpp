// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/keyboard.h"
#include "viewers/vnc/keymap.h"

#include <QTest>

using namespace sandglass::viewers;

namespace {

constexpr quint32 ShiftL = 0xffe1;
constexpr quint32 ShiftR = 0xffe2;
constexpr quint32 CtrlL = 0xffe3;
constexpr quint32 AltL = 0xffe9;
constexpr quint32 SuperL = 0xffeb;

// One step of a story: a press (+) or a release (-) of a key.
struct Step
{
    bool down;
    KeyInput input;
};

using Story = std::vector<Step>;
using Strokes = std::vector<KeyStroke>;

KeyInput key(int code, const QString &text = {}, Qt::KeyboardModifiers modifiers = {}, quint32 scan = 0,
             quint32 symbol = 0)
{
    return {code, modifiers, text, scan, symbol, false};
}

KeyInput repeat(KeyInput input)
{
    input.autoRepeat = true;
    return input;
}

const KeyInput shift = key(Qt::Key_Shift, {}, {}, 50);
const KeyInput ctrl = key(Qt::Key_Control, {}, {}, 37);
const KeyInput alt = key(Qt::Key_Alt, {}, {}, 64);

Strokes click(quint32 keysym)
{
    return {{keysym, true}, {keysym, false}};
}

Strokes operator+(Strokes a, const Strokes &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Strokes down(quint32 keysym)
{
    return {{keysym, true}};
}

Strokes up(quint32 keysym)
{
    return {{keysym, false}};
}

QString shown(const Strokes &strokes)
{
    QStringList words;
    for (const KeyStroke &stroke : strokes)
        words += (stroke.down ? QLatin1Char('+') : QLatin1Char('-')) + QString::number(stroke.keysym, 16);
    return words.join(QLatin1Char(' '));
}

} // namespace

Q_DECLARE_METATYPE(Story)
Q_DECLARE_METATYPE(Strokes)

class TestKeyboard : public QObject
{
    Q_OBJECT

private slots:
    void refusesUnprintable_data();
    void refusesUnprintable();
    void keysOnTheirOwn_data();
    void keysOnTheirOwn();
    void stories_data();
    void stories();
    void holdsNothingAfterReleaseAll();
    void typedText();
    void chord_data();
    void chord();
};

void TestKeyboard::refusesUnprintable_data()
{
    QTest::addColumn<quint32>("character");
    QTest::newRow("control") << quint32(0x03);
    QTest::newRow("delete") << quint32(0x7f);
    QTest::newRow("C1 control") << quint32(0x85);
    QTest::newRow("surrogate") << quint32(0xd800);
    QTest::newRow("beyond Unicode") << quint32(0x110000);
    QTest::newRow("bidi override") << quint32(0x202e);
    QTest::newRow("not assigned") << quint32(0x0378);
}

void TestKeyboard::refusesUnprintable()
{
    QFETCH(quint32, character);
    QVERIFY(!keysymForCharacter(char32_t(character)));
}

void TestKeyboard::keysOnTheirOwn_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<quint32>("keysym");
    const auto row = [](const char *name, int code, const QString &text, quint32 keysym, int modifiers = 0) {
        QTest::newRow(name) << code << text << modifiers << keysym;
    };
    row("a", Qt::Key_A, "a", 'a');
    row("space", Qt::Key_Space, " ", ' ');
    row("digit", Qt::Key_7, "7", '7');
    row("e acute (Latin-1)", 0xc9, QString(QChar(0xe9)), 0xe9);
    row("no-break space", 0xa0, QString(QChar(0xa0)), 0xa0);
    row("euro", 0x20ac, QString(QChar(0x20ac)), 0x010020ac);
    row("Cyrillic", 0x0424, QString(QChar(0x0444)), 0x01000444);
    row("Han", 0x4e2d, QString(QChar(0x4e2d)), 0x01004e2d);
    row("emoji", 0, QString::fromUcs4(U"\U0001F600", 1), 0x0101f600);
    row("Return", Qt::Key_Return, "\r", 0xff0d);
    row("Tab", Qt::Key_Tab, "\t", 0xff09);
    row("Escape", Qt::Key_Escape, "\x1b", 0xff1b);
    row("Backspace", Qt::Key_Backspace, "\b", 0xff08);
    row("Delete", Qt::Key_Delete, "\x7f", 0xffff);
    row("F1", Qt::Key_F1, {}, 0xffbe);
    row("F12", Qt::Key_F12, {}, 0xffc9);
    row("F35", Qt::Key_F35, {}, 0xffe0);
    row("Left", Qt::Key_Left, {}, 0xff51);
    row("Menu", Qt::Key_Menu, {}, 0xff67);
    row("dead acute", Qt::Key_Dead_Acute, {}, 0xfe51);
    row("dead diaeresis", Qt::Key_Dead_Diaeresis, {}, 0xfe57);
    row("keypad 5", Qt::Key_5, "5", 0xffb5, Qt::KeypadModifier);
    row("keypad Enter", Qt::Key_Enter, "\r", 0xff8d, Qt::KeypadModifier);
    row("keypad Left", Qt::Key_Left, {}, 0xff96, Qt::KeypadModifier);
    row("keypad comma is its point", Qt::Key_Comma, ",", 0xffae, Qt::KeypadModifier);
    row("keypad middle", Qt::Key_Clear, {}, 0xff9d, Qt::KeypadModifier);
    row("volume", Qt::Key_VolumeUp, {}, 0x1008ff13);
}

void TestKeyboard::keysOnTheirOwn()
{
    QFETCH(int, code);
    QFETCH(QString, text);
    QFETCH(int, modifiers);
    QFETCH(quint32, keysym);
    Keyboard keyboard;
    const KeyInput input = key(code, text, Qt::KeyboardModifiers(modifiers), 99);
    QCOMPARE(shown(keyboard.press(input)), shown(down(keysym)));
    QCOMPARE(shown(keyboard.release(input)), shown(up(keysym)));
    QVERIFY(keyboard.holdsNothing());
}

void TestKeyboard::stories_data()
{
    QTest::addColumn<Story>("story");
    QTest::addColumn<Strokes>("expected");
    const auto A = key(Qt::Key_A, "A", Qt::ShiftModifier, 38);
    const auto a = key(Qt::Key_A, "a", {}, 38);
    const auto c = key(Qt::Key_C, "\x03", Qt::ControlModifier, 54);

    QTest::newRow("unknown key: nothing") << Story{{true, key(Qt::Key_unknown, {}, {}, 250)}} << Strokes{};
    QTest::newRow("release without press: nothing") << Story{{false, a}} << Strokes{};
    QTest::newRow("locks and AltGr stay here")
        << Story{{true, key(Qt::Key_CapsLock)}, {false, key(Qt::Key_CapsLock)},
                 {true, key(Qt::Key_NumLock)},  {true, key(Qt::Key_AltGr)},
                 {false, key(Qt::Key_AltGr)},   {true, key(Qt::Key_Multi_key)}}
        << Strokes{};
    QTest::newRow("Shift let go before its letter")
        << Story{{true, shift}, {true, A}, {false, shift}, {false, a}}
        << down(ShiftL) + down('A') + up(ShiftL) + up('A');
    QTest::newRow("auto-repeat presses again, releases once")
        << Story{{true, a},          {false, repeat(a)}, {true, repeat(a)},
                 {false, repeat(a)}, {true, repeat(a)},  {false, a}}
        << down('a') + down('a') + down('a') + up('a');
    QTest::newRow("held Shift repeats: nothing new")
        << Story{{true, shift}, {true, repeat(shift)}, {false, shift}} << down(ShiftL) + up(ShiftL);
    QTest::newRow("right Shift is told by its symbol")
        << Story{{true, key(Qt::Key_Shift, {}, {}, 62, 0xffe2)},
                 {true, A},
                 {false, A},
                 {false, key(Qt::Key_Shift, {}, {}, 62, 0xffe2)}}
        << down(ShiftR) + down('A') + up('A') + up(ShiftR);
    QTest::newRow("Shift then Alt: X calls it Meta")
        << Story{{true, shift}, {true, key(Qt::Key_Meta, {}, {}, 64, 0xffe7)}} << down(ShiftL) + down(AltL);
    QTest::newRow("Super") << Story{{true, key(Qt::Key_Super_L, {}, {}, 133, 0xffeb)}} << down(SuperL);
    QTest::newRow("Ctrl+C") << Story{{true, ctrl}, {true, c}, {false, c}, {false, ctrl}}
                            << down(CtrlL) + down('c') + up('c') + up(CtrlL);
    QTest::newRow("Ctrl+Shift+C keeps its case")
        << Story{{true, ctrl},
                 {true, shift},
                 {true, key(Qt::Key_C, "\x03", Qt::ControlModifier | Qt::ShiftModifier, 54)}}
        << down(CtrlL) + down(ShiftL) + down('C');
    QTest::newRow("Ctrl+Space has no text")
        << Story{{true, ctrl}, {true, key(Qt::Key_Space, QString(QChar(0)), Qt::ControlModifier, 65)}}
        << down(CtrlL) + down(' ');
    QTest::newRow("Shift+Tab is Tab with Shift")
        << Story{{true, shift},
                 {true, key(Qt::Key_Backtab, {}, Qt::ShiftModifier, 23)},
                 {false, key(Qt::Key_Backtab, {}, Qt::ShiftModifier, 23)}}
        << down(ShiftL) + down(0xff09) + up(0xff09);
    QTest::newRow("Ctrl was down before we listened")
        << Story{{true, c}, {false, c}, {false, ctrl}} << down(CtrlL) + down('c') + up('c') + up(CtrlL);
    QTest::newRow("Ctrl's release was lost")
        << Story{{true, ctrl}, {true, a}} << down(CtrlL) + up(CtrlL) + down('a');
    QTest::newRow("a press whose release was lost, on another level")
        << Story{{true, a}, {true, shift}, {true, A}} << down('a') + down(ShiftL) + up('a') + down('A');
    QTest::newRow("German @ by AltGr: Shift is made") << Story{{true, key(Qt::Key_AltGr, {}, {}, 108)},
                                                               {true, key(Qt::Key_At, "@", {}, 24)},
                                                               {false, key(Qt::Key_At, "@", {}, 24)}}
                                                      << down(ShiftL) + click('@') + up(ShiftL);
    QTest::newRow("French 1 with Shift: Shift is taken away")
        << Story{{true, shift},
                 {true, key(Qt::Key_1, "1", Qt::ShiftModifier, 10)},
                 {false, key(Qt::Key_1, "1", Qt::ShiftModifier, 10)},
                 {false, shift}}
        << down(ShiftL) + up(ShiftL) + click('1') + down(ShiftL) + up(ShiftL);
    QTest::newRow("capital by Caps Lock")
        << Story{{true, key(Qt::Key_A, "A", {}, 38)}} << down(ShiftL) + click('A') + up(ShiftL);
    QTest::newRow("US @: nothing is made")
        << Story{{true, shift}, {true, key(Qt::Key_At, "@", Qt::ShiftModifier, 11)}}
        << down(ShiftL) + down('@');
    QTest::newRow("German Ctrl++ becomes Ctrl+Shift+=")
        << Story{{true, ctrl}, {true, key(Qt::Key_Plus, "+", Qt::ControlModifier, 35)}}
        << down(CtrlL) + down(ShiftL) + click('+') + up(ShiftL);
    QTest::newRow("Alt+Left") << Story{{true, alt}, {true, key(Qt::Key_Left, {}, Qt::AltModifier, 113)}}
                              << down(AltL) + down(0xff51);
    QTest::newRow("same key, no scan codes")
        << Story{{true, key(Qt::Key_B, "b")}, {false, key(Qt::Key_B, "b")}} << click('b');
    QTest::newRow("several characters from one key")
        << Story{{true, key(0, "ab", {}, 77)}} << click('a') + click('b');
}

void TestKeyboard::stories()
{
    QFETCH(Story, story);
    QFETCH(Strokes, expected);
    Keyboard keyboard;
    Strokes got;
    for (const Step &step : story)
        got = got + (step.down ? keyboard.press(step.input) : keyboard.release(step.input));
    QCOMPARE(shown(got), shown(expected));
}

void TestKeyboard::holdsNothingAfterReleaseAll()
{
    Keyboard keyboard;
    QVERIFY(keyboard.releaseAll().empty());
    (void)keyboard.press(ctrl);
    (void)keyboard.press(key(Qt::Key_X, "\x18", Qt::ControlModifier, 53));
    Strokes released = keyboard.releaseAll();
    QCOMPARE(released.size(), size_t(2));
    QVERIFY(
        std::none_of(released.begin(), released.end(), [](const KeyStroke &stroke) { return stroke.down; }));
    QVERIFY(keyboard.holdsNothing());
    QVERIFY(keyboard.releaseAll().empty());
    QVERIFY(keyboard.release(ctrl).empty());
}

void TestKeyboard::typedText()
{
    Keyboard keyboard;
    QCOMPARE(shown(keyboard.typed(QString::fromUtf8("é\nA\x01"))),
             shown(click(0xe9) + click(0xff0d) + down(ShiftL) + click('A') + up(ShiftL)));
    QVERIFY(keyboard.holdsNothing());
}

void TestKeyboard::chord_data()
{
    QTest::addColumn<Story>("story");
    QTest::addColumn<bool>("isChord");
    const auto x = key(Qt::Key_X, "X", Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier, 53);
    QTest::newRow("two of three") << Story{{true, ctrl}, {true, alt}, {false, alt}} << false;
    QTest::newRow("not yet let go") << Story{{true, ctrl}, {true, alt}, {true, shift}} << false;
    QTest::newRow("a guest's shortcut")
        << Story{{true, ctrl}, {true, alt}, {true, shift}, {true, x}, {false, x}, {false, shift}} << false;
    QTest::newRow("with a key held from before") << Story{{true, key(Qt::Key_J, "j", {}, 44)},
                                                          {true, ctrl},
                                                          {true, alt},
                                                          {true, shift},
                                                          {false, shift}}
                                                 << false;
    QTest::newRow("the chord") << Story{{true, ctrl}, {true, alt}, {true, shift}, {false, shift}} << true;
    QTest::newRow("in another order")
        << Story{{true, shift}, {true, ctrl}, {true, alt}, {false, ctrl}} << true;
    QTest::newRow("while it repeats")
        << Story{{true, ctrl}, {true, alt}, {true, shift}, {true, repeat(shift)}, {false, shift}} << true;
}

void TestKeyboard::chord()
{
    QFETCH(Story, story);
    QFETCH(bool, isChord);
    Keyboard keyboard;
    for (const Step &step : story)
        (void)(step.down ? keyboard.press(step.input) : keyboard.release(step.input));
    QCOMPARE(keyboard.takeReleaseChord(), isChord);
    QVERIFY(!keyboard.takeReleaseChord());
}

QTEST_APPLESS_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
