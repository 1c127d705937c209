// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/pointer.h"

#include <QTest>

using namespace sandglass::viewers;

namespace {

QString shown(const std::vector<PointerStroke> &strokes)
{
    QStringList words;
    for (const PointerStroke &stroke : strokes)
        words +=
            QStringLiteral("%1,%2:%3").arg(stroke.at.x()).arg(stroke.at.y()).arg(int(stroke.buttons), 0, 16);
    return words.join(QLatin1Char(' '));
}

} // namespace

class TestPointer : public QObject
{
    Q_OBJECT

private slots:
    void buttons_data();
    void buttons();
    void releaseOfAnUnknownPress();
    void wheel_data();
    void wheel();
    void wheelKeepsButtons();
    void releaseAll();
    void sameplaceSaysNothing();
};

void TestPointer::buttons_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<QString>("press");
    QTest::newRow("left") << Qt::LeftButton << "3,4:1";
    QTest::newRow("middle") << Qt::MiddleButton << "3,4:2";
    QTest::newRow("right") << Qt::RightButton << "3,4:4";
    QTest::newRow("back") << Qt::BackButton << "3,4:80";
    QTest::newRow("one that RFB lacks: only the motion") << Qt::ExtraButton5 << "3,4:0";
}

void TestPointer::buttons()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(QString, press);
    Pointer pointer;
    QCOMPARE(shown(pointer.pressed({3, 4}, button)), press);
    const QString moved = shown(pointer.moved({5, 6}));
    QCOMPARE(moved, press.replace("3,4", "5,6"));
    (void)pointer.released({5, 6}, button);
    QVERIFY(pointer.holdsNothing());
}

void TestPointer::releaseOfAnUnknownPress()
{
    Pointer pointer;
    QCOMPARE(shown(pointer.released({1, 1}, Qt::LeftButton)), QStringLiteral("1,1:0"));
    (void)pointer.pressed({1, 1}, Qt::LeftButton);
    QVERIFY(pointer.pressed({1, 1}, Qt::LeftButton).empty());
}

void TestPointer::wheel_data()
{
    QTest::addColumn<QList<QPoint>>("turns");
    QTest::addColumn<QString>("expected");
    using Turns = QList<QPoint>;
    QTest::newRow("less than a notch") << Turns{{0, 40}, {0, 40}} << "";
    QTest::newRow("three thirds") << Turns{{0, 40}, {0, 40}, {0, 40}} << "9,9:8 9,9:0";
    QTest::newRow("the rest is kept") << Turns{{0, 100}, {0, 100}, {0, 40}} << "9,9:8 9,9:0 9,9:8 9,9:0";
    QTest::newRow("a change of direction starts anew")
        << Turns{{0, 110}, {0, -30}, {0, -90}} << "9,9:10 9,9:0";
    QTest::newRow("up") << Turns{{0, 120}} << "9,9:8 9,9:0";
    QTest::newRow("down, two notches") << Turns{{0, -240}} << "9,9:10 9,9:0 9,9:10 9,9:0";
    QTest::newRow("left") << Turns{{120, 0}} << "9,9:20 9,9:0";
    QTest::newRow("right") << Turns{{-120, 0}} << "9,9:40 9,9:0";
    QTest::newRow("both axes apart") << Turns{{60, 60}, {60, 60}} << "9,9:8 9,9:0 9,9:20 9,9:0";
}

void TestPointer::wheel()
{
    QFETCH(QList<QPoint>, turns);
    QFETCH(QString, expected);
    Pointer pointer;
    QStringList got;
    for (const QPoint &turn : turns) {
        const QString now = shown(pointer.turned({9, 9}, turn));
        if (!now.isEmpty())
            got += now;
    }
    QCOMPARE(got.join(QLatin1Char(' ')), expected);
}

void TestPointer::wheelKeepsButtons()
{
    Pointer pointer;
    (void)pointer.pressed({2, 2}, Qt::LeftButton);
    QCOMPARE(shown(pointer.turned({2, 2}, {0, 120})), QStringLiteral("2,2:9 2,2:1"));
    QCOMPARE(pointer.turned({2, 2}, {0, 1 << 30}).size(), size_t(20)); // a mad delta is bounded
}

void TestPointer::releaseAll()
{
    Pointer pointer;
    QVERIFY(pointer.releaseAll().empty());
    (void)pointer.pressed({7, 8}, Qt::RightButton);
    QCOMPARE(shown(pointer.releaseAll()), QStringLiteral("7,8:0"));
    QVERIFY(pointer.holdsNothing());
}

void TestPointer::sameplaceSaysNothing()
{
    Pointer pointer;
    QVERIFY(!pointer.moved({1, 2}).empty());
    QVERIFY(pointer.moved({1, 2}).empty());
}

QTEST_APPLESS_MAIN(TestPointer)
#include "tst_pointer.moc"
