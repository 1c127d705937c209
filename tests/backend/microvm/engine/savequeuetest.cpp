// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/savequeue.h"

#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::microvm;

class SaveQueueTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aHolderThatEndsGivesItsPlace();
    void whoLeavesWhileWaitingNeverBegins();
    void onlySoManyAtOnceInTheirOrder();
    void oneThatFailedWaitsLonger();

private:
    [[nodiscard]] QObject *enter(const QString &name)
    {
        m_holders.push_back(std::make_unique<QObject>());
        m_queue->enter(m_holders.back().get(), SandboxId(name), [this, name] { m_begun.append(name); });
        return m_holders.back().get();
    }

    std::unique_ptr<SaveQueue> m_queue;
    std::vector<std::unique_ptr<QObject>> m_holders;
    QStringList m_begun;
};

void SaveQueueTest::init()
{
    m_begun.clear();
    m_holders.clear();
    m_queue = std::make_unique<SaveQueue>(2);
}

void SaveQueueTest::aHolderThatEndsGivesItsPlace()
{
    for (const char *name : {"a", "b", "c"})
        (void)enter(QLatin1StringView(name));
    QTRY_COMPARE(m_begun.size(), 2);
    m_holders.front().reset();
    QTRY_COMPARE(m_begun, (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
    m_holders.clear();
    QCOMPARE(m_queue->running(), 0);
}

void SaveQueueTest::whoLeavesWhileWaitingNeverBegins()
{
    for (const char *name : {"a", "b"})
        (void)enter(QLatin1StringView(name));
    QObject *gone = enter(QStringLiteral("gone"));
    QCOMPARE(m_queue->waiting(), 1);
    m_queue->leave(gone);
    // One that ends before its turn came from the loop does not begin either.
    m_holders[1].reset();
    m_holders[0].reset();
    QTest::qWait(20);
    QVERIFY(m_begun.isEmpty());
    QCOMPARE(m_queue->running() + m_queue->waiting(), 0);
}

void SaveQueueTest::onlySoManyAtOnceInTheirOrder()
{
    QStringList wanted;
    for (int i = 0; i < 20; ++i) {
        wanted.append(QString::number(i));
        (void)enter(wanted.last());
    }
    for (std::size_t i = 0; i < 20; ++i) {
        QTRY_VERIFY(m_begun.size() > qsizetype(i));
        QVERIFY(m_queue->running() <= 2);
        m_queue->leave(m_holders[i].get());
    }
    QCOMPARE(m_begun, wanted);
}

void SaveQueueTest::oneThatFailedWaitsLonger()
{
    const SandboxId full(QStringLiteral("full"));
    m_queue->failed(full);
    (void)enter(full.toString());
    (void)enter(QStringLiteral("other"));
    QTRY_COMPARE(m_begun, QStringList{QStringLiteral("other")});
    QCOMPARE(m_queue->running(), 1); // the other one does not hold a place while it waits
    m_queue->succeeded(full);
    (void)enter(full.toString());
    QTRY_COMPARE(m_begun.size(), 2);
}

QTEST_GUILESS_MAIN(SaveQueueTest)
#include "savequeuetest.moc"
