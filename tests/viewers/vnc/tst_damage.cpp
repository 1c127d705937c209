// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/damage.h"

#include <QTest>

using namespace sandglass::viewers;

class TestDamage : public QObject
{
    Q_OBJECT

private slots:
    void outsideIsCut();
    void fromHalfOnItIsTheWhole();
    void manySmallOnesStayFew();
    void takeEmpties();
};

void TestDamage::outsideIsCut()
{
    Damage damage;
    damage.add({0, 0, 10, 10}); // no screen yet
    QVERIFY(damage.isEmpty());
    damage.reset({100, 100});
    damage.add({200, 200, 5, 5});
    damage.add({5, 5, 0, 7});
    QVERIFY(damage.isEmpty());
    damage.add({90, 90, 50, 50});
    QCOMPARE(damage.take(), std::vector<QRect>{QRect(90, 90, 10, 10)});
}

void TestDamage::fromHalfOnItIsTheWhole()
{
    Damage damage;
    damage.reset({100, 100});
    damage.add({0, 0, 100, 49});
    QCOMPARE(damage.take(), std::vector<QRect>{QRect(0, 0, 100, 49)});
    damage.add({0, 0, 100, 25});
    damage.add({0, 60, 100, 25});
    QCOMPARE(damage.take(), std::vector<QRect>{QRect(0, 0, 100, 100)});
}

void TestDamage::manySmallOnesStayFew()
{
    Damage damage;
    damage.reset({1000, 1000});
    QRegion all;
    for (int i = 0; i < 300; ++i) {
        const QRect dot((i * 37) % 400, (i * 59) % 400, 1, 1);
        all += dot;
        damage.add(dot);
    }
    const auto rects = damage.take();
    QVERIFY(rects.size() <= 16);
    QRegion got;
    for (const QRect &rect : rects)
        got += rect;
    QVERIFY((all - got).isEmpty());
}

void TestDamage::takeEmpties()
{
    Damage damage;
    damage.reset({10, 10});
    damage.add({1, 1, 2, 2});
    QVERIFY(!damage.take().empty());
    QVERIFY(damage.isEmpty());
    QVERIFY(damage.take().empty());
}

QTEST_APPLESS_MAIN(TestDamage)
#include "tst_damage.moc"
