// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/screen/screengeometry.h"

#include <QTest>

using namespace sandglass::viewers;

class TestScreenGeometry : public QObject
{
    Q_OBJECT

private slots:
    void nothingToShow();
    void mapping_data();
    void mapping();
    void scrolling();
    void dirtyPartsAreCovered();
};

void TestScreenGeometry::nothingToShow()
{
    for (const ScreenGeometry &geometry :
         {ScreenGeometry(), ScreenGeometry({}, {100, 100}, 1, ScaleMode::Fit),
          ScreenGeometry({100, 100}, {0, 50}, 1, ScaleMode::OneToOne)}) {
        QVERIFY(geometry.target().isEmpty());
        QCOMPARE(geometry.toGuest({5, 5}), QPoint());
        QVERIFY(geometry.toGuestCovering({0, 0, 10, 10}).isEmpty());
    }
}

void TestScreenGeometry::mapping_data()
{
    QTest::addColumn<ScreenGeometry>("geometry");
    QTest::addColumn<QRectF>("target");
    QTest::addColumn<QPointF>("inView");
    QTest::addColumn<QPoint>("inGuest");
    const QSize guest(1280, 800);
    QTest::newRow("fit, half size") << ScreenGeometry(guest, {640, 400}, 1, ScaleMode::Fit)
                                    << QRectF(0, 0, 640, 400) << QPointF(320, 200) << QPoint(640, 400);
    QTest::newRow("fit, wide view: bars left and right")
        << ScreenGeometry(guest, {1000, 400}, 1, ScaleMode::Fit) << QRectF(180, 0, 640, 400)
        << QPointF(180, 0) << QPoint(0, 0);
    QTest::newRow("fit, a point in the bar is clamped")
        << ScreenGeometry(guest, {1000, 400}, 1, ScaleMode::Fit) << QRectF(180, 0, 640, 400)
        << QPointF(999, 399.5) << QPoint(1279, 799);
    QTest::newRow("fit, larger than the guest") << ScreenGeometry({100, 50}, {400, 200}, 2, ScaleMode::Fit)
                                                << QRectF(0, 0, 400, 200) << QPointF(7.9, 4) << QPoint(1, 1);
    QTest::newRow("1:1, centred") << ScreenGeometry({100, 50}, {400, 200}, 1, ScaleMode::OneToOne)
                                  << QRectF(150, 75, 100, 50) << QPointF(150, 75) << QPoint(0, 0);
    QTest::newRow("1:1 on a doubled screen is half as large")
        << ScreenGeometry({100, 50}, {400, 200}, 2, ScaleMode::OneToOne) << QRectF(175, 87.5, 50, 25)
        << QPointF(224.9, 112.4) << QPoint(99, 49);
    QTest::newRow("1:1, scrolled") << ScreenGeometry(guest, {640, 400}, 1, ScaleMode::OneToOne, {100, 200})
                                   << QRectF(-100, -200, 1280, 800) << QPointF(0, 0) << QPoint(100, 200);
    QTest::newRow("1:1, scrolled too far")
        << ScreenGeometry(guest, {640, 400}, 1, ScaleMode::OneToOne, {9999, -5}) << QRectF(-640, 0, 1280, 800)
        << QPointF(639, 0) << QPoint(1279, 0);
}

void TestScreenGeometry::mapping()
{
    QFETCH(ScreenGeometry, geometry);
    QFETCH(QRectF, target);
    QFETCH(QPointF, inView);
    QFETCH(QPoint, inGuest);
    QCOMPARE(geometry.target(), target);
    QCOMPARE(geometry.toGuest(inView), inGuest);
}

void TestScreenGeometry::scrolling()
{
    QCOMPARE(ScreenGeometry({1280, 800}, {640, 900}, 1, ScaleMode::OneToOne).scrollRange(), QPoint(640, 0));
    QCOMPARE(ScreenGeometry({1280, 800}, {640, 400}, 1, ScaleMode::Fit).scrollRange(), QPoint());
    QCOMPARE(ScreenGeometry({1281, 800}, {640, 400}, 2, ScaleMode::OneToOne).scrollRange(), QPoint(1, 0));
}

void TestScreenGeometry::dirtyPartsAreCovered()
{
    const ScreenGeometry geometry({1280, 800}, {500, 333}, 1.5, ScaleMode::Fit);
    for (const QRect &dirty : {QRect(0, 0, 1, 1), QRect(1279, 799, 1, 1), QRect(300, 200, 17, 3)}) {
        const QRect view = geometry.toView(dirty);
        QVERIFY(view.contains(
            (geometry.target().topLeft() + QPointF(dirty.topLeft()) * geometry.scale()).toPoint()));
        QVERIFY(geometry.toGuestCovering(view).contains(dirty));
    }
}

QTEST_APPLESS_MAIN(TestScreenGeometry)
#include "tst_screengeometry.moc"
