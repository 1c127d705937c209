// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/event.h"

#include <QTest>

using namespace sandglass;

class TestEvent : public QObject
{
    Q_OBJECT

private slots:
    void unknownNamesAreRefused();
    void causesHaveNames();
};

void TestEvent::unknownNamesAreRefused()
{
    QVERIFY(!causeFromName(u"nobody"));
    QVERIFY(!causeFromName(u""));
}

void TestEvent::causesHaveNames()
{
    for (int i = 0; i <= static_cast<int>(Cause::Guest); ++i)
        QCOMPARE(causeFromName(causeName(static_cast<Cause>(i))), static_cast<Cause>(i));
    QCOMPARE(eventTypeName(EventType::Heartbeat), QStringLiteral("heartbeat"));
    QCOMPARE(eventTypeName(EventType::Message), QStringLiteral("message"));
}

QTEST_APPLESS_MAIN(TestEvent)
#include "tst_event.moc"
