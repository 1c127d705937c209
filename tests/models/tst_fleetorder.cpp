// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetorder.h"
#include "models/fleettablemodel.h"
#include "tests/support/manualclock.h"
#include "tests/support/manualfleet.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

FleetSnapshot snapshotOf(const QList<Sandbox> &sandboxes)
{
    SlotTable table;
    for (const Sandbox &sandbox : sandboxes)
        (void)table.add(std::make_shared<const Sandbox>(sandbox));
    return table.snapshot();
}

QString namesOf(const FleetSnapshot &fleet, const std::vector<Slot> &rows)
{
    QStringList names;
    for (const Slot slot : rows)
        names.append(fleet.at(slot)->name);
    return names.join(u' ');
}

} // namespace

// Ordering and explaining as pure functions.
class TestFleetOrder : public QObject
{
    Q_OBJECT

private slots:
    void naturalKeys_data();
    void naturalKeys();
    void orders_data();
    void orders();
    void equalOnesKeepTheirPlaces();
    void amendingEqualsWorkingOutAnew();
    void explanations_data();
    void explanations();
    void anEmptyFleetIsSaidToBeEmpty();
    void explanationsAgreeWithTheFilter();

private:
    [[nodiscard]] QList<Sandbox> someFleet() const;

    ManualClock m_clock;
};

void TestFleetOrder::naturalKeys_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("2 before 10") << "agent-2"
                                 << "agent-10";
    QTest::newRow("case does not count") << "Alpha"
                                         << "beta";
    QTest::newRow("leading zeros do not count") << "a007"
                                                << "a8";
    QTest::newRow("number before letter") << "a1"
                                          << "ab";
    QTest::newRow("prefix first") << "agent"
                                  << "agent-1";
    QTest::newRow("nothing first") << ""
                                   << "0";
    QTest::newRow("second number") << "v1.9"
                                   << "v1.10";
    QTest::newRow("many digits") << "x99999999998"
                                 << "x99999999999";
}

void TestFleetOrder::naturalKeys()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QVERIFY2(naturalKey(first) < naturalKey(second),
             qPrintable(naturalKey(first) + u' ' + naturalKey(second)));
}

QList<Sandbox> TestFleetOrder::someFleet() const
{
    const WallTime now = m_clock.wallNow();
    Sandbox a = someSandbox("c", "agent-10", now - 1h);
    Sandbox b = someSandbox("c", "agent-2", now - 2h);
    Sandbox c = someSandbox("c", "Beta", now - 3h);
    Sandbox d = someSandbox("c", "delta", now);
    a.kind = Kind::Desktop;
    a.metadata = {{"env", "prod"}};
    a.lifetime = startedLifetime(600s, now);
    b.status = Status::Error;
    b.lifetime.expiresAt.reset();
    b.usage = b.usage.ended(now);
    b.resources.vcpus = 4;
    c.status = Status::Pending;
    c.templateId = TemplateId("big");
    c.metadata = {{"env", "dev"}};
    c.mode = Mode::Persistent;
    c.lifetime = pausedLifetime(startedLifetime(300s, now), now);
    d.mode = Mode::Hibernating;
    return {a, b, c, d};
}

void TestFleetOrder::orders_data()
{
    using Model = FleetTableModel;
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("rising");
    QTest::addColumn<QString>("falling");
    QTest::newRow("name") << int(Model::Name) << "agent-2 agent-10 Beta delta"
                          << "delta Beta agent-10 agent-2";
    // Equal ones stay in the order of their names.
    QTest::newRow("status") << int(Model::Status) << "Beta agent-10 delta agent-2"
                            << "agent-2 agent-10 delta Beta";
    QTest::newRow("kind") << int(Model::Kind) << "agent-2 Beta delta agent-10"
                          << "agent-10 agent-2 Beta delta";
    QTest::newRow("template") << int(Model::Template) << "Beta agent-2 agent-10 delta"
                              << "delta agent-10 agent-2 Beta";
    QTest::newRow("mode") << int(Model::Mode) << "agent-2 agent-10 Beta delta"
                          << "delta Beta agent-2 agent-10";
    QTest::newRow("age") << int(Model::Age) << "delta agent-10 agent-2 Beta"
                         << "Beta agent-2 agent-10 delta";
    // What has no time left to show is last either way.
    QTest::newRow("time left") << int(Model::TimeLeft) << "Beta agent-10 delta agent-2"
                               << "delta agent-10 Beta agent-2";
    QTest::newRow("metadata") << int(Model::Metadata) << "Beta agent-10 agent-2 delta"
                              << "agent-10 Beta delta agent-2";
    QTest::newRow("cost") << int(Model::Cost) << "delta agent-10 Beta agent-2"
                          << "agent-2 Beta agent-10 delta";
    QTest::newRow("rate") << int(Model::Rate) << "agent-2 agent-10 delta Beta"
                          << "Beta agent-10 delta agent-2";
}

void TestFleetOrder::orders()
{
    QFETCH(int, column);
    QFETCH(QString, rising);
    QFETCH(QString, falling);
    const FleetSnapshot fleet = snapshotOf(someFleet());
    FleetOrderJob job;
    job.fleet = fleet;
    job.wish.column = column;
    job.now = m_clock.wallNow();
    job.prices = {{ContextId("c"), seedPriceBook()}};
    QCOMPARE(namesOf(fleet, workOut(job).rows), rising);
    job.wish.order = Qt::DescendingOrder;
    QCOMPARE(namesOf(fleet, workOut(job).rows), falling);
}

void TestFleetOrder::equalOnesKeepTheirPlaces()
{
    QList<Sandbox> same;
    for (int i = 0; i < 700; ++i) {
        Sandbox sandbox = someSandbox("c", "same", m_clock.wallNow());
        sandbox.key.id = SandboxId(QString::number(i));
        same.append(sandbox);
    }
    FleetOrderJob job;
    job.fleet = snapshotOf(same);
    for (int column = 0; column < FleetTableModel::ColumnCount; ++column) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            job.wish.column = column;
            job.wish.order = order;
            const auto rows = workOut(job).rows;
            QCOMPARE(rows.size(), 700U);
            QVERIFY(std::ranges::is_sorted(rows));
        }
    }
}

void TestFleetOrder::amendingEqualsWorkingOutAnew()
{
    // Half of the fleet is known to the answer; the other half, some changes and some losses are mended in.
    QList<Sandbox> all;
    for (int i = 0; i < 200; ++i)
        all.append(someSandbox("c", QStringLiteral("n%1").arg((i * 37) % 200), m_clock.wallNow()));
    FleetOrderJob job;
    job.wish.column = FleetTableModel::Name;
    job.fleet = snapshotOf(all.first(100));
    FleetOrderAnswer answer = workOut(job);
    answer.keys.resize(1024);
    std::vector<std::pair<Slot, FleetOrderKey>> put;
    std::vector<Slot> dropped;
    for (Slot slot = 0; slot < 200; ++slot) {
        if (slot < 20)
            dropped.push_back(slot);
        if (slot >= 10 && slot < 20)
            all[slot].name = QStringLiteral("m%1").arg(slot);
        if ((slot >= 10 && slot < 20) || slot >= 100)
            put.emplace_back(slot, orderKey(all[slot], job.wish.column, {}, m_clock.wallNow()));
    }
    amend(answer, put, dropped);
    FleetOrderJob whole = job;
    whole.fleet = snapshotOf(all);
    std::vector<Slot> expected = workOut(whole).rows;
    std::erase_if(expected, [](Slot slot) { return slot < 10; });
    QCOMPARE(answer.rows, expected);
}

void TestFleetOrder::explanations_data()
{
    using Term = FilterExplanation::Term;
    QTest::addColumn<FleetQuery>("query");
    QTest::addColumn<int>("term");
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("wouldShow");
    const auto row = [](const char *name, Term term, const char *key, int wouldShow, auto change) {
        FleetQuery query;
        change(query);
        QTest::newRow(name) << query << static_cast<int>(term) << QString::fromLatin1(key) << wouldShow;
    };
    row("not empty", Term::None, "", 0, [](FleetQuery &) {});
    row("other context", Term::Context, "", 4, [](FleetQuery &q) { q.context = ContextId("other"); });
    row("status", Term::Status, "", 4,
        [](FleetQuery &q) { q.filter.statuses = {static_cast<int>(Status::Deleted)}; });
    row("kind", Term::Kind, "", 4, [](FleetQuery &q) { q.filter.kinds = {static_cast<int>(Kind::Mobile)}; });
    row("text", Term::Text, "", 4, [](FleetQuery &q) { q.filter.text = "zzz"; });
    row("label", Term::Label, "env", 4, [](FleetQuery &q) { q.filter.metadata = {{"env", "nope"}}; });
    row("the one label of two that is wrong", Term::Label, "team", 1, [](FleetQuery &q) {
        q.filter.metadata = {{"env", "prod"}, {"team", "none"}};
    });
    row("two at once", Term::Combination, "", 0, [](FleetQuery &q) {
        q.filter.text = "zzz";
        q.filter.kinds = {static_cast<int>(Kind::Mobile)};
    });
    row("the term that hides most", Term::Text, "", 1, [](FleetQuery &q) {
        q.filter.text = "beta";
        q.filter.metadata = {{"env", "prod"}};
    });
}

void TestFleetOrder::explanations()
{
    QFETCH(FleetQuery, query);
    QFETCH(int, term);
    QFETCH(QString, key);
    QFETCH(int, wouldShow);
    const FilterExplanation said = explainEmpty(snapshotOf(someFleet()), query);
    if (QTest::currentDataTag() == QByteArray("the term that hides most")) {
        // Without the text one fits (agent-10), without the label one does (Beta): either is right.
        QVERIFY(said.term == FilterExplanation::Term::Text || said.term == FilterExplanation::Term::Label);
    } else {
        QCOMPARE(static_cast<int>(said.term), term);
        QCOMPARE(said.key, key);
    }
    QCOMPARE(said.wouldShow, wouldShow);
    if (wouldShow == 0)
        return;
    // Taking the blamed term out shows what was promised.
    FleetQuery mended{.filter = withoutTerm(query.filter, said),
                      .context = said.term == FilterExplanation::Term::Context ? ContextId() : query.context};
    int shown = 0;
    for (const Sandbox &sandbox : someFleet())
        shown += mended.matches(sandbox) ? 1 : 0;
    QCOMPARE(shown, wouldShow);
}

void TestFleetOrder::anEmptyFleetIsSaidToBeEmpty()
{
    FleetQuery query;
    query.filter.text = "x";
    QCOMPARE(explainEmpty({}, query).term, FilterExplanation::Term::EmptyFleet);
    QList<Sandbox> hidden = someFleet();
    for (Sandbox &sandbox : hidden)
        sandbox.status = Status::Deleted;
    const FilterExplanation said = explainEmpty(snapshotOf(hidden), {});
    QCOMPARE(said.term, FilterExplanation::Term::HiddenByDefault);
    QCOMPARE(said.wouldShow, 4);
    for (const Sandbox &sandbox : hidden)
        QVERIFY(withoutTerm({}, said).matches(sandbox));
}

void TestFleetOrder::explanationsAgreeWithTheFilter()
{
    // Whatever the filter: an explanation is given when and only when nothing matches.
    const QList<Sandbox> fleet = someFleet();
    const QStringList texts{"", "agent", "zzz"};
    const QList<Metadata> labels{{}, {{"env", "prod"}}, {{"env", "dev"}, {"x", ""}}};
    for (const QString &text : texts) {
        for (const Metadata &wanted : labels) {
            for (const Status status : AllStatuses) {
                FleetQuery query;
                query.filter.text = text;
                query.filter.metadata = wanted;
                query.filter.statuses = {static_cast<int>(status)};
                const bool any =
                    std::ranges::any_of(fleet, [&](const Sandbox &s) { return query.matches(s); });
                const bool none =
                    explainEmpty(snapshotOf(fleet), query).term != FilterExplanation::Term::None;
                QCOMPARE(none, !any);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestFleetOrder)
#include "tst_fleetorder.moc"
