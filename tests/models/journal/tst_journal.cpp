// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/whenanswered.h"
#include "backend/domain/query/parser.h"
#include "models/journal/journallistmodel.h"
#include "models/journal/pastfleet.h"
#include "tests/support/manualclock.h"
#include "tests/support/manualfleet.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;

namespace {

const std::atomic<bool> Never = false;

QStringList namesOf(const QList<Sandbox> &sandboxes)
{
    QStringList names;
    for (const Sandbox &sandbox : sandboxes)
        names.append(sandbox.name + u':' + statusName(sandbox.status));
    names.sort();
    return names;
}

} // namespace

// The journal on disk: what is written is read, searched, forgotten; and the fleet as it was.
class TestJournal : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void recordsComeBack();
    void damageEndsTheReading();
    void recordsOfALaterVersionArePassedOver();
    void eventsAreFound_data();
    void eventsAreFound();
    void theNewestComeFirstAndPagesFollow();
    void whatIsThereIsNotWrittenAgain();
    void theRingForgets();
    void aFolderThatCannotBeWritten();
    void theJournalFollowsTheStore();
    void theListFollowsTheJournal();
    void theFleetAsItWas();
    void undoingEqualsHavingWatched();
    void gapsAreTold();

    void oneWritesAtATime();
    void thePastHasNoGhosts();
    void quietStartsHideNothing();

private:
    [[nodiscard]] Event change(const char *id, Status from, Status to, WallTime at)
    {
        Event event;
        event.cursor = ++m_cursor;
        event.at = at;
        event.sandbox = {ContextId("a"), SandboxId(QString::fromLatin1(id))};
        event.sandboxName = QString::fromLatin1(id);
        event.from = from;
        event.to = to;
        event.cause = Cause::Person;
        return event;
    }
    [[nodiscard]] QString folder() const { return m_folder->filePath(QStringLiteral("journal")); }
    void write(JournalWriter &writer, const QList<Event> &events,
               const QHash<SandboxKey, SandboxFacts> &facts = {}, quint64 lost = 0)
    {
        const auto written = writer.write(events, facts, lost, m_clock.wallNow());
        QVERIFY(written);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    ManualClock m_clock;
    quint64 m_cursor = 0;
};

void TestJournal::recordsComeBack()
{
    Event full = change("x", Status::Running, Status::Error, m_clock.wallNow());
    full.error = ErrorCode::GuestDied;
    full.text = QStringLiteral("exit 1 — 沙箱");
    full.cause = Cause::Guest;
    Sandbox sandbox = someSandbox("a", "x", m_clock.wallNow());
    sandbox.metadata = {{"team", "red"}, {"leer", ""}};
    sandbox.kind = Kind::Desktop;
    const std::vector<JournalRecord> records{full, SandboxFacts::of(sandbox), JournalStart{m_clock.wallNow()},
                                             JournalLoss{m_clock.wallNow(), 7}};
    QByteArray bytes;
    for (const JournalRecord &record : records)
        bytes += encodeRecord(record);
    qsizetype at = 0;
    for (const JournalRecord &record : records) {
        const auto read = decodeRecord(bytes, at);
        QVERIFY(read);
        QVERIFY(*read == record);
    }
    QCOMPARE(at, bytes.size());
    QVERIFY(!decodeRecord(bytes, at));
    const Sandbox again = SandboxFacts::of(sandbox).in(Status::Paused, m_clock.wallNow());
    QCOMPARE(again.metadata, sandbox.metadata);
    QCOMPARE(again.status, Status::Paused);
}

void TestJournal::damageEndsTheReading()
{
    const QByteArray one = encodeRecord(change("x", Status::Pending, Status::Creating, m_clock.wallNow()));
    const QByteArray two =
        one + encodeRecord(change("y", Status::Creating, Status::Running, m_clock.wallNow()));
    QRandomGenerator random(5);
    for (int i = 0; i < 2000; ++i) {
        QByteArray bytes = two;
        if (i % 2)
            bytes.truncate(random.bounded(int(bytes.size())));
        else
            bytes[random.bounded(int(bytes.size()))] = static_cast<char>(random.bounded(256));
        qsizetype at = 0;
        int read = 0;
        while (const auto record = decodeRecord(bytes, at)) {
            ++read; // none that was not written
            QCOMPARE(encodeRecord(*record), read == 1 ? one : two.sliced(one.size()));
        }
        QVERIFY(read < 2 || bytes == two);
    }
    qsizetype at = 0;
    QVERIFY(decodeRecord(two.first(one.size() + 5), at)); // the first one is whole
    QVERIFY(!decodeRecord(two.first(one.size() + 5), at));
    QCOMPARE(at, one.size());
}

void TestJournal::recordsOfALaterVersionArePassedOver()
{
    const QByteArray known = encodeRecord(JournalStart{m_clock.wallNow()});
    constexpr qsizetype Head = 8;
    QByteArray later = known + "more than this version knows";
    later[Head] = 99; // the type
    quint32 sum = 2166136261U;
    for (const char c : later.sliced(Head))
        sum = (sum ^ static_cast<quint8>(c)) * 16777619U;
    qToLittleEndian(static_cast<quint32>(later.size() - Head), later.data());
    qToLittleEndian(sum, later.data() + 4);
    const QByteArray bytes = later + known + later;
    qsizetype at = 0;
    QVERIFY(decodeRecord(bytes, at));
    QCOMPARE(at, later.size() + known.size());
    QVERIFY(!decodeRecord(bytes, at));
    QCOMPARE(at, bytes.size());
}

void TestJournal::eventsAreFound_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("found");
    QTest::newRow("everything") << ""
                                << "c:deleted b:error a:paused a:running";
    QTest::newRow("status") << "status:error"
                            << "b:error";
    QTest::newRow("name") << "name=a"
                          << "a:paused a:running";
    QTest::newRow("label") << "meta.team=red"
                           << "a:paused a:running";
    QTest::newRow("text of the event") << "exploded"
                                       << "b:error";
    QTest::newRow("text and more") << "exploded status:error"
                                   << "b:error";
    QTest::newRow("text and something else") << "exploded status:running"
                                             << "";
    QTest::newRow("kind") << "kind:desktop -status:running"
                          << "a:paused";
    QTest::newRow("the end is no exception") << "c"
                                             << "c:deleted";
    QTest::newRow("has") << "has:error"
                         << "b:error";
}

void TestJournal::eventsAreFound()
{
    QFETCH(QString, query);
    QFETCH(QString, found);
    const WallTime now = m_clock.wallNow();
    Event failed = change("b", Status::Running, Status::Error, now + 3s);
    failed.error = ErrorCode::GuestDied;
    failed.text = QStringLiteral("It exploded");
    const QList<Event> events{change("a", Status::Creating, Status::Running, now + 1s),
                              change("a", Status::Pausing, Status::Paused, now + 2s), failed,
                              change("c", Status::Running, Status::Deleted, now + 4s)};
    Sandbox a = someSandbox("a", "a", now);
    a.metadata = {{"team", "red"}};
    a.kind = Kind::Desktop;
    JournalWriter writer(folder(), {});
    write(writer, events, {{a.key, SandboxFacts::of(a)}});
    JournalQuestion question;
    const query::Parsed parsed = query::parse(query);
    QVERIFY(!parsed.fault);
    question.query = parsed.query;
    QStringList names;
    for (const JournalEntry &entry : searchJournal(folder(), question, Never).entries)
        names.append(entry.event.sandboxName + u':' + statusName(entry.event.to));
    QCOMPARE(names.join(u' '), found);
}

void TestJournal::theNewestComeFirstAndPagesFollow()
{
    JournalWriter writer(folder(), {.segmentBytes = 2000, .totalBytes = 1'000'000});
    for (int i = 0; i < 100; ++i) {
        m_clock.advance(1s);
        write(writer, {change(QByteArray::number(i).constData(), Status::Creating, Status::Running,
                              m_clock.wallNow())});
    }
    QVERIFY(journalSegments(folder()).size() > 3);
    JournalQuestion question;
    question.most = 10;
    const JournalAnswer answer = searchJournal(folder(), question, Never);
    QCOMPARE(answer.entries.size(), 10);
    QVERIFY(answer.more);
    QCOMPARE(answer.entries.constFirst().event.sandboxName, QStringLiteral("99"));
    question.most = 1000;
    QCOMPARE(searchJournal(folder(), question, Never).entries.size(), 100);
    question.from = m_clock.wallNow() - 9s;
    question.until = m_clock.wallNow() - 5s;
    QCOMPARE(searchJournal(folder(), question, Never).entries.size(), 5);
    question = {};
    question.only = QSet<SandboxKey>{{ContextId("a"), SandboxId("7")}};
    QCOMPARE(searchJournal(folder(), question, Never).entries.size(), 1);
    const std::atomic<bool> stopped = true;
    QCOMPARE(searchJournal(folder(), {}, stopped).entries.size(), 0);
}

void TestJournal::whatIsThereIsNotWrittenAgain()
{
    const QList<Event> events{change("a", Status::Creating, Status::Running, m_clock.wallNow()),
                              change("b", Status::Creating, Status::Running, m_clock.wallNow())};
    {
        JournalWriter writer(folder(), {});
        write(writer, events);
        const auto again = writer.write(events, {}, 0, m_clock.wallNow());
        QCOMPARE(again.value_or(-1), 0);
    }
    m_clock.advance(1h);
    JournalWriter writer(folder(), {}); // the console was started again, and is told the last ones once more
    QList<Event> told = events;
    told.append(change("a", Status::Running, Status::Pausing, m_clock.wallNow()));
    QCOMPARE(writer.write(told, {}, 0, m_clock.wallNow()).value_or(-1), 1);
    QCOMPARE(searchJournal(folder(), {}, Never).entries.size(), 3);
    // An engine that counts anew has later times.
    Event anew = change("c", Status::Pending, Status::Creating, m_clock.wallNow() + 1min);
    anew.cursor = 1;
    QCOMPARE(writer.write({anew}, {}, 0, m_clock.wallNow()).value_or(-1), 1);
}

void TestJournal::theRingForgets()
{
    JournalWriter writer(folder(), {.segmentBytes = 1000, .totalBytes = 5000, .age = std::chrono::hours(24)});
    for (int i = 0; i < 300; ++i) {
        m_clock.advance(1s);
        write(writer, {change("x", Status::Creating, Status::Running, m_clock.wallNow())});
    }
    qint64 bytes = 0;
    for (const JournalSegment &segment : journalSegments(folder()))
        bytes += QFileInfo(segment.path).size();
    QVERIFY2(bytes <= 7000, qPrintable(QString::number(bytes)));
    const auto before = journalSegments(folder()).size();
    QVERIFY(before > 2);
    m_clock.advance(std::chrono::hours(24 * 3));
    for (int i = 0; i < 30; ++i)
        write(writer, {change("x", Status::Creating, Status::Running, m_clock.wallNow())});
    for (const JournalSegment &segment : journalSegments(folder()).sliced(1))
        QVERIFY(m_clock.wallNow() - segment.since <= std::chrono::hours(25));
}

void TestJournal::aFolderThatCannotBeWritten()
{
    QFile file(folder());
    QVERIFY(file.open(QIODevice::WriteOnly)); // is no folder
    JournalWriter writer(folder(), {});
    QVERIFY(!writer.write({change("x", Status::Creating, Status::Running, m_clock.wallNow())}, {}, 0,
                          m_clock.wallNow()));
    file.remove();
    // What failed can be tried again.
    QVERIFY(writer.write({change("x", Status::Running, Status::Pausing, m_clock.wallNow())}, {}, 0,
                         m_clock.wallNow()));
}

void TestJournal::theJournalFollowsTheStore()
{
    FleetStore store(m_clock);
    ManualFleet fleet(QStringLiteral("a"));
    Sandbox sandbox = someSandbox("a", "1", m_clock.wallNow());
    sandbox.metadata = {{"team", "red"}};
    fleet.said.list = {sandbox};
    store.addFleet(fleet);
    QTRY_COMPARE(store.count(), 1);
    EventJournal journal(folder(), {}, store);
    QSignalSpy recorded(&journal, &EventJournal::recorded);
    Event heartbeat;
    heartbeat.type = EventType::Heartbeat;
    emit fleet.said.eventsArrived(
        {change("1", Status::Running, Status::Pausing, m_clock.wallNow()), heartbeat});
    QTRY_COMPARE_WITH_TIMEOUT(recorded.count(), 1, 30'000);
    QCOMPARE(recorded.at(0).at(0).toInt(), 1);
    std::optional<JournalAnswer> answer;
    JournalQuestion question;
    question.query = query::parse(u"meta.team=red").query;
    whenAnswered(journal.search(question), this,
                 [&](const Result<JournalAnswer> &found) { answer = *found; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QCOMPARE(answer->entries.size(), 1);
    QCOMPARE(answer->entries.at(0).facts->name, QStringLiteral("1"));
    QVERIFY(answer->since);
}

void TestJournal::theListFollowsTheJournal()
{
    FleetStore store(m_clock);
    ManualFleet fleet(QStringLiteral("a"));
    store.addFleet(fleet);
    EventJournal journal(folder(), {}, store);
    JournalListModel list(journal);
    const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
    list.ask({});
    QTRY_VERIFY_WITH_TIMEOUT(!list.isBusy(), 30'000);
    QCOMPARE(list.rowCount(), 0);
    emit fleet.said.eventsArrived({change("1", Status::Creating, Status::Running, m_clock.wallNow())});
    QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 1, 30'000);
    const QPersistentModelIndex first(list.index(0, 0));
    emit fleet.said.eventsArrived({change("2", Status::Creating, Status::Running, m_clock.wallNow() + 1s)});
    QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 2, 30'000);
    QCOMPARE(first.row(), 1); // what is new comes above it
    QCOMPARE(list.index(0, EventTableModel::SandboxName).data().toString(), QStringLiteral("2"));
    QVERIFY(list.textOf(0).contains(QStringLiteral("running")));
}

void TestJournal::theFleetAsItWas()
{
    const WallTime noon = m_clock.wallNow();
    Sandbox a = someSandbox("a", "a", noon - 1h);
    a.status = Status::Paused;
    a.statusSince = noon + 10s;
    const Sandbox born = someSandbox("a", "b", noon + 5s);
    const Sandbox quiet = someSandbox("a", "q", noon - 2h);
    Sandbox gone = someSandbox("a", "gone", noon - 1h);
    gone.metadata = {{"team", "red"}};
    JournalPast past;
    const auto add = [&](const Event &each, const std::optional<SandboxFacts> &facts = {}) {
        past.entries.push_back({each, facts});
    };
    add(change("a", Status::Running, Status::Pausing, noon + 9s));
    add(change("a", Status::Pausing, Status::Paused, noon + 10s));
    add(change("b", Status::Pending, Status::Pending, noon + 5s));
    add(change("b", Status::Pending, Status::Running, noon + 6s));
    add(change("gone", Status::Running, Status::Deleted, noon + 7s), SandboxFacts::of(gone));
    const QList<Sandbox> now{a, born, quiet};
    const auto at = [&](std::chrono::seconds after) {
        return namesOf(fleetAt(now, past, noon + after));
    };
    QCOMPARE(at(0s), (QStringList{"a:running", "gone:running", "q:running"}));
    QCOMPARE(at(5s), (QStringList{"a:running", "b:pending", "gone:running", "q:running"}));
    QCOMPARE(at(9s), (QStringList{"a:pausing", "b:running", "q:running"}));
    QCOMPARE(at(10s), (QStringList{"a:paused", "b:running", "q:running"}));
    for (const Sandbox &sandbox : fleetAt(now, past, noon)) {
        QVERIFY(!sandbox.lifetime.expiresAt); // nobody knows
        if (sandbox.name == u"gone")
            QCOMPARE(sandbox.metadata.value("team"), QStringLiteral("red"));
    }
    PastFleet fleet({}, fleetAt(now, past, noon), noon);
    QCOMPARE(fleet.feed().sandboxes().size(), 3);
    QVERIFY(!fleet.control());
}

// A fleet that moves at random, with everything written down: undone to any moment it is what it was then.
void TestJournal::undoingEqualsHavingWatched()
{
    QRandomGenerator random(7);
    const WallTime begin = m_clock.wallNow();
    QHash<SandboxKey, Sandbox> fleet;
    JournalPast past;
    std::vector<std::pair<WallTime, QStringList>> seen;
    for (int step = 0; step < 300; ++step) {
        const WallTime at = begin + step * 1s;
        const QByteArray id = QByteArray::number(random.bounded(30));
        const SandboxKey key{ContextId("a"), SandboxId(QString::fromLatin1(id))};
        if (!fleet.contains(key)) {
            fleet.insert(key, someSandbox("a", QString::fromLatin1(id), at));
            fleet[key].status = Status::Pending;
            past.entries.push_back({change(id.constData(), Status::Pending, Status::Pending, at), {}});
        } else {
            Sandbox &sandbox = fleet[key];
            const Status to = AllStatuses[static_cast<std::size_t>(random.bounded(10))];
            if (to == sandbox.status)
                continue;
            past.entries.push_back(
                {change(id.constData(), sandbox.status, to, at), SandboxFacts::of(sandbox)});
            sandbox.status = to;
        }
        seen.emplace_back(at, namesOf(fleet.values()));
    }
    for (const auto &[at, names] : seen)
        QCOMPARE(namesOf(fleetAt(fleet.values(), past, at)), names);
}

void TestJournal::gapsAreTold()
{
    const WallTime noon = m_clock.wallNow();
    {
        JournalWriter writer(folder(), {});
        write(writer, {change("a", Status::Creating, Status::Running, noon)});
    }
    m_clock.advance(1h);
    JournalWriter writer(folder(), {});
    write(writer, {change("a", Status::Running, Status::Pausing, m_clock.wallNow())});
    m_clock.advance(1min);
    write(writer, {change("a", Status::Pausing, Status::Paused, m_clock.wallNow())}, {}, 12);
    const JournalPast past = readPast(folder(), noon - 1min, Never);
    QCOMPARE(past.entries.size(), 3U);
    QCOMPARE(past.gaps.size(), 3); // before the first one; while it was not running; what was too much
    QCOMPARE(past.gaps.at(1), (JournalGap{noon, noon + 1h}));
    QCOMPARE(readPast(folder(), noon + 30min, Never).entries.size(), 2U);
    QCOMPARE(readPast(m_folder->filePath(QStringLiteral("nowhere")), noon, Never).entries.size(), 0U);
}

void TestJournal::oneWritesAtATime()
{
    auto first = std::make_unique<JournalWriter>(folder(), JournalLimits());
    write(*first, {change("a", Status::Creating, Status::Running, m_clock.wallNow())});
    JournalWriter second(folder(), {});
    const auto other = second.write({change("b", Status::Creating, Status::Running, m_clock.wallNow())}, {},
                                    0, m_clock.wallNow());
    QVERIFY(other);
    QCOMPARE(*other, 0);
    QCOMPARE(journalSegments(folder()).size(), 1);
    first.reset(); // now it is the other one's turn
    QCOMPARE(*second.write({change("c", Status::Creating, Status::Running, m_clock.wallNow())}, {}, 0,
                           m_clock.wallNow()),
             1);
    QCOMPARE(journalSegments(folder()).size(), 2);
}

// Starts at which the backend tells what it told before, and nothing else happens: nothing is written twice,
// and what was written does not look older than it is.
void TestJournal::quietStartsHideNothing()
{
    const WallTime noon = m_clock.wallNow();
    const QList<Event> events{change("a", Status::Creating, Status::Running, noon),
                              change("a", Status::Running, Status::Pausing, noon + 1h)};
    for (int start = 0; start < 5; ++start) {
        JournalWriter writer(folder(), {.age = std::chrono::hours(24)});
        const auto written = writer.write(events, {}, 0, noon + 1h + start * 10h);
        QVERIFY(written);
        QCOMPARE(*written, start == 0 ? 2 : 0);
    }
    const auto segments = journalSegments(folder());
    QCOMPARE(segments.constLast().since, noon + 41h);
}

// Sliding to before a birth takes the row away: it did not vanish.
void TestJournal::thePastHasNoGhosts()
{
    FleetStore store(m_clock);
    const Sandbox one = someSandbox("a", "1", m_clock.wallNow());
    const Sandbox two = someSandbox("a", "2", m_clock.wallNow());
    ContextInfo info;
    info.id = ContextId("a");
    PastFleet past(info, {}, m_clock.wallNow());
    store.addFleet(past);
    past.show({one, two}, m_clock.wallNow());
    QTRY_COMPARE(store.count(), 2);
    past.show({two}, m_clock.wallNow() - 1min);
    QTRY_COMPARE(store.count(), 1);
    QCOMPARE(store.vanished(), 0);
    past.show({one, two}, m_clock.wallNow());
    QTRY_COMPARE(store.count(), 2);
    QCOMPARE(store.vanished(), 0);
    store.removeFleet(ContextId("a"));
}

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
