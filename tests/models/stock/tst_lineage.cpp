// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/lineagemodel.h"
#include "tests/support/fakefleet.h"
#include "tests/support/fakestock.h"
#include "tests/support/manualclock.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

constexpr auto Reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

CheckpointInfo checkpoint(const QString &id, const QString &of, const QString &parent = {})
{
    CheckpointInfo info;
    info.id = CheckpointId(id);
    info.name = id;
    info.state = CheckpointState::Ready;
    info.sandbox = SandboxId(of);
    info.sandboxName = of;
    info.parent = CheckpointId(parent);
    info.templateId = TemplateId(QStringLiteral("code"));
    return info;
}

Sandbox sandbox(const QString &id)
{
    Sandbox sandbox;
    sandbox.key = {ContextId(QStringLiteral("local")), SandboxId(id)};
    sandbox.name = id;
    sandbox.templateId = TemplateId(QStringLiteral("code"));
    sandbox.status = Status::Running;
    return sandbox;
}

Sandbox cloneOf(const QString &id, const QString &checkpoint, const QString &of = {})
{
    Sandbox clone = sandbox(id);
    clone.origin = Origin{CheckpointId(checkpoint), SandboxId(of), of};
    return clone;
}

LineageSource source(const QList<CheckpointInfo> &checkpoints, const QList<Sandbox> &sandboxes)
{
    return {ContextId(QStringLiteral("local")), {}, checkpoints, sandboxes};
}

// "code(cp(a b))", with a sign for what is not where it belongs.
QString text(const std::vector<LineageNode> &nodes)
{
    QStringList parts;
    for (const LineageNode &node : nodes) {
        const QString signs = node.note == LineageNode::Note::None         ? QString()
                              : node.note == LineageNode::Note::ParentGone ? QStringLiteral("?")
                              : node.note == LineageNode::Note::Circle     ? QStringLiteral("@")
                                                                           : QStringLiteral("!");
        const QString name =
            node.type == LineageNode::Type::More ? QStringLiteral("+%1").arg(node.hidden) : node.name;
        parts.append(name + signs + (node.children.empty() ? QString() : u'(' + text(node.children) + u')'));
    }
    return parts.join(u' ');
}

int countOf(const std::vector<LineageNode> &nodes)
{
    int count = 0;
    for (const LineageNode &node : nodes)
        count += 1 + countOf(node.children);
    return count;
}

int depthOf(const std::vector<LineageNode> &nodes)
{
    int depth = 0;
    for (const LineageNode &node : nodes)
        depth = std::max(depth, 1 + depthOf(node.children));
    return depth;
}

QString modelTree(const QAbstractItemModel &model, const QModelIndex &above = {})
{
    QStringList parts;
    for (int row = 0; row < model.rowCount(above); ++row) {
        const QModelIndex index = model.index(row, 0, above);
        const QString below = modelTree(model, index);
        parts.append(index.data().toString() + (below.isEmpty() ? QString() : u'(' + below + u')'));
    }
    return parts.join(u' ');
}

} // namespace

// Who was cloned from what, whatever a backend says of it.
class TestLineage : public QObject
{
    Q_OBJECT

private slots:
    void placesEachBeneathWhatItComesFrom_data();
    void placesEachBeneathWhatItComesFrom();
    void aCircleOfManyEnds();
    void aLongLineIsCut();
    void aHugeListIsCounted();
    void twoOfOneIdAreOne();
    void followsOnlyWhileActive();
    void rowsStayThroughChanges();
    void aFleetWithoutStock();
};

void TestLineage::placesEachBeneathWhatItComesFrom_data()
{
    QTest::addColumn<QList<CheckpointInfo>>("checkpoints");
    QTest::addColumn<QList<Sandbox>>("sandboxes");
    QTest::addColumn<QString>("tree");
    QTest::newRow("nothing") << QList<CheckpointInfo>() << QList<Sandbox>{sandbox("a")} << QString();
    QTest::newRow("a checkpoint and its clones")
        << QList{checkpoint("cp", "a")}
        << QList{sandbox("a"), cloneOf("c1", "cp", "a"), cloneOf("c2", "cp", "a")}
        << QStringLiteral("code(a(cp(c1 c2)))");
    QTest::newRow("a fork") << QList<CheckpointInfo>() << QList{sandbox("a"), cloneOf("f", {}, "a")}
                            << QStringLiteral("code(a(f))");
    QTest::newRow("a checkpoint of a clone of a checkpoint")
        << QList{checkpoint("cp", "a"), checkpoint("cp2", "c", "cp")}
        << QList{sandbox("a"), cloneOf("c", "cp", "a"), cloneOf("d", "cp2", "c")}
        << QStringLiteral("code(a(cp(c(cp2(d)))))");
    QTest::newRow("its sandbox is gone")
        << QList{checkpoint("cp", "a")} << QList{cloneOf("c", "cp", "a")} << QStringLiteral("code(cp?(c))");
    QTest::newRow("its sandbox is gone, but not what that came from")
        << QList{checkpoint("cp", "a"), checkpoint("cp2", "gone", "cp")} << QList<Sandbox>{sandbox("a")}
        << QStringLiteral("code(a(cp(cp2)))");
    QTest::newRow("its checkpoint is gone, but not the sandbox")
        << QList<CheckpointInfo>() << QList{sandbox("a"), cloneOf("c", "old", "a")}
        << QStringLiteral("code(a(c))");
    QTest::newRow("all is gone") << QList<CheckpointInfo>() << QList{cloneOf("c", "old", "a")}
                                 << QStringLiteral("code(c?)");
    QTest::newRow("of itself") << QList<CheckpointInfo>() << QList{cloneOf("a", {}, "a")}
                               << QStringLiteral("code(a@)");
    QTest::newRow("a checkpoint of its own clone")
        << QList{checkpoint("cp", "c")} << QList{cloneOf("c", "cp", "c")} << QStringLiteral("code(cp@(c))");
    Sandbox deleted = cloneOf("c", "cp", "a");
    deleted.status = Status::Deleted;
    QTest::newRow("a deleted clone is none")
        << QList{checkpoint("cp", "a")} << QList{sandbox("a"), deleted} << QStringLiteral("code(a(cp))");
    QTest::newRow("a deleted one that a fork comes from")
        << QList{checkpoint("cp", "a")} << QList{sandbox("a"), deleted, cloneOf("f", {}, "c")}
        << QStringLiteral("code(a(cp(c(f))))");
}

void TestLineage::placesEachBeneathWhatItComesFrom()
{
    QFETCH(QList<CheckpointInfo>, checkpoints);
    QFETCH(QList<Sandbox>, sandboxes);
    QFETCH(QString, tree);
    QCOMPARE(text(lineageOf({source(checkpoints, sandboxes)})), tree);
}

void TestLineage::aCircleOfManyEnds()
{
    QList<CheckpointInfo> checkpoints;
    QList<Sandbox> sandboxes;
    constexpr int Many = 20;
    for (int i = 0; i < Many; ++i) {
        checkpoints.append(checkpoint(QStringLiteral("cp%1").arg(i), QStringLiteral("s%1").arg(i)));
        sandboxes.append(
            cloneOf(QStringLiteral("s%1").arg(i), QStringLiteral("cp%1").arg((i + Many - 1) % Many)));
    }
    const auto tree = lineageOf({source(checkpoints, sandboxes)});
    QCOMPARE(countOf(tree), 2 * Many + 1);
    QCOMPARE(tree[0].children.size(), std::size_t(1));
    QCOMPARE(tree[0].children[0].note, LineageNode::Note::Circle);
}

void TestLineage::aLongLineIsCut()
{
    QList<CheckpointInfo> checkpoints;
    QList<Sandbox> sandboxes;
    for (int i = 0; i < 1000; ++i) {
        checkpoints.append(checkpoint(QStringLiteral("cp%1").arg(i), QStringLiteral("s%1").arg(i)));
        sandboxes.append(cloneOf(QStringLiteral("s%1").arg(i + 1), QStringLiteral("cp%1").arg(i)));
    }
    sandboxes.append(sandbox("s0"));
    const auto tree = lineageOf({source(checkpoints, sandboxes)});
    QCOMPARE(countOf(tree), 2001 + 1);
    QVERIFY(depthOf(tree) <= DeepestLineage);
}

void TestLineage::aHugeListIsCounted()
{
    QList<Sandbox> sandboxes{sandbox("a")};
    for (int i = 0; i < 20'000; ++i)
        sandboxes.append(cloneOf(QString::number(i), QStringLiteral("cp")));
    const auto tree = lineageOf({source({checkpoint("cp", "a")}, sandboxes)});
    QCOMPARE(countOf(tree), int(MostLineage) + 2); // and the template, and the count
    QCOMPARE(tree.back().type, LineageNode::Type::More);
    QCOMPARE(tree.back().hidden, 20'002 - int(MostLineage));
}

void TestLineage::twoOfOneIdAreOne()
{
    QCOMPARE(text(lineageOf({source({checkpoint("cp", "a"), checkpoint("cp", "b")},
                                    {sandbox("a"), sandbox("a"), sandbox("b")})})),
             QStringLiteral("code(a(cp) b)"));
}

void TestLineage::followsOnlyWhileActive()
{
    test::ManualClock clock;
    test::FakeFleet fleet(clock);
    test::FakeStock stock;
    fleet.holds = &stock;
    fleet.acts = &stock;
    fleet.feed().can.checkpoints = true;
    FleetStore store(clock);
    store.addFleet(fleet);
    StockWatch watch(store);
    LineageModel model(watch);
    QAbstractItemModelTester tester(&model, Reporting);
    QSignalSpy refreshed(&model, &LineageModel::refreshed);
    stock.listed = {checkpoint("cp", "gone")};
    emit stock.checkpointsChanged();
    QTest::qWait(300); // nothing may come of it
    QCOMPARE(refreshed.size(), 0);
    QCOMPARE(model.rowCount(), 0);
    model.setActive(true);
    QCOMPARE(modelTree(model), QStringLiteral("code(cp)"));
    stock.listed.append(checkpoint("cp2", "gone"));
    emit stock.checkpointsChanged();
    QTRY_COMPARE(modelTree(model), QStringLiteral("code(cp cp2)"));
    Sandbox clone = fleet.sample(QStringLiteral("c"));
    clone.origin = Origin{CheckpointId(QStringLiteral("cp2")), {}, {}};
    fleet.put(clone);
    QTRY_COMPARE(modelTree(model), QStringLiteral("code(cp cp2(c))"));
    model.setActive(false);
    const qsizetype before = refreshed.size();
    stock.listed.clear();
    emit stock.checkpointsChanged();
    QTest::qWait(300);
    QCOMPARE(refreshed.size(), before);
    QVERIFY(stock.calls.isEmpty());
}

void TestLineage::rowsStayThroughChanges()
{
    test::ManualClock clock;
    test::FakeFleet fleet(clock);
    test::FakeStock stock;
    fleet.holds = &stock;
    fleet.acts = &stock;
    fleet.feed().can.checkpoints = true;
    stock.listed = {checkpoint("b", "x"), checkpoint("d", "x")};
    FleetStore store(clock);
    store.addFleet(fleet);
    StockWatch watch(store);
    LineageModel model(watch);
    QAbstractItemModelTester tester(&model, Reporting);
    model.setActive(true);
    const ContextId local(QStringLiteral("local"));
    const QPersistentModelIndex kept(
        model.indexOf(LineageNode::Type::Checkpoint, local, QStringLiteral("d")));
    QVERIFY(kept.isValid());
    stock.listed = {checkpoint("a", "x"), checkpoint("c", "x"), checkpoint("d", "x"), checkpoint("e", "x")};
    stock.listed[2].size = Bytes::fromMiB(3);
    stock.listed[2].clones = {SandboxId("1"), SandboxId("2")};
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    emit stock.checkpointsChanged();
    QTRY_COMPARE(modelTree(model), QStringLiteral("code(a c d e)"));
    QVERIFY(kept.isValid());
    QCOMPARE(kept.row(), 2);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(kept.sibling(kept.row(), LineageModel::Size).data().toString(), QStringLiteral("3 MiB"));
    QCOMPARE(kept.sibling(kept.row(), LineageModel::Clones).data().toString(), QStringLiteral("2"));
    store.removeFleet(local);
    QTRY_COMPARE(model.rowCount(), 0);
}

void TestLineage::aFleetWithoutStock()
{
    test::ManualClock clock;
    test::FakeFleet fleet(clock);
    FleetStore store(clock);
    store.addFleet(fleet);
    StockWatch watch(store);
    LineageModel model(watch);
    model.setActive(true);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!watch.anyCan(&Capabilities::checkpoints));
    QVERIFY(!watch.stock(ContextId(QStringLiteral("nowhere"))));
}

QTEST_GUILESS_MAIN(TestLineage)
#include "tst_lineage.moc"
