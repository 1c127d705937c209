// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints, clones, pools, policies and agents from the command line.
#include "tests/app/clitest.h"

using namespace sandglass;
using test::Ended;
using test::words;

class TestCliStock : public test::CliTest
{
    Q_OBJECT

private slots:
    void stockIsShownAndChanged();
    void stockRefusalsHaveSentences();
};

void TestCliStock::stockIsShownAndChanged()
{
    serve();
    test::FakeStock &stock = m_fleet->fakeStock;
    QVERIFY(run(words("checkpoint one first")).out.startsWith("first  cp-first"));
    QVERIFY(run(words("checkpoints")).out.contains("first"));
    stock.clones = {test::HostFleet::running(QStringLiteral("sb-9"), QStringLiteral("worker-1"))};
    const Ended cloned = run(words("clone first --count 2 --json"));
    QCOMPARE(cloned.code, 0);
    QVERIFY2(cloned.out.contains("worker-1"), cloned.out.constData());
    QCOMPARE(stock.lastClone.checkpoint, CheckpointId(QStringLiteral("cp-first")));
    QCOMPARE(run(words("clone one")).code, 0); // no checkpoint is called so
    QCOMPARE(stock.lastClone.sandbox, SandboxId(QStringLiteral("sb-1")));
    QCOMPARE(run(words("checkpoints rm first")).code, 0);
    QCOMPARE(run(words("pools code 1 3")).code, 0);
    // A dry run changes nothing, a change does.
    m_fleet->feed().list[0].mode = Mode::Hibernating;
    const Ended plan = run(words("policy auto_cleanup=true --dry-run"));
    QVERIFY2(plan.out.contains("hibernate_idle"), plan.out.constData());
    QVERIFY(!stock.calls.contains(QStringLiteral("policy")));
    const Ended set = run(words("policy hibernate_idle=2m"));
    QVERIFY2(set.out.contains("hibernate_idle=120s"), set.out.constData());
    QCOMPARE(stock.rules.cleanup.hibernateIdle, std::chrono::seconds(120));
    QCOMPARE(run(words("agents set worker code")).code, 0);
    QVERIFY(run(words("agents")).out.contains("worker"));
    QCOMPARE(run(words("agents rm worker")).code, 0);
    QVERIFY(stock.calls.contains(QStringLiteral("pool code 1 3")));
}

void TestCliStock::stockRefusalsHaveSentences()
{
    serve();
    QCOMPARE(run(words("checkpoints rm nobody")).code, 3);
    QCOMPARE(run(words("checkpoint nobody x")).code, 3);
    QCOMPARE(run(words("policy fly=1")).code, 1);
    CheckpointInfo info;
    info.id = CheckpointId(QStringLiteral("cp"));
    info.name = QStringLiteral("first");
    m_fleet->fakeStock.listed = {info};
    m_fleet->fakeStock.refusal = Error(ErrorCode::InUse, QStringLiteral("worker-1"));
    const Ended used = run(words("checkpoints rm first"));
    QCOMPARE(used.code, 1);
    QVERIFY2(used.err.contains("worker-1"), used.err.constData());
    m_fleet->hasStock = false;
    QCOMPARE(run(words("pools code 1 3")).code, 1);
}

QTEST_GUILESS_MAIN(TestCliStock)
#include "tst_clistock.moc"
