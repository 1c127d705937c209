// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/store/journal.h"
#include "backend/microvm/lifecycle/reducer.h"
#include "backend/microvm/store/recordjson.h"
#include "tests/support/manualclock.h"

#include <QFile>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;

class JournalTest : public QObject
{
    Q_OBJECT

private slots:
    void aDamagedFileIsRefused();
    void aNewerFileIsRefused();
    void aFolderThatIsNotThereIsRefused();
    void brokenTextIsRefused_data();
    void brokenTextIsRefused();
    void whatIsWrittenIsReadAfterReopening();
    void cursorsGrowAndResume();
    void deletedOnesAreReadForAWhile();
    void checkpointsAndSettingsAreKept();
    void aCheckpointThatCannotBeReadIsAnError();

private:
    [[nodiscard]] Step launch(const QString &name)
    {
        TemplateInfo info;
        info.id = TemplateId(QStringLiteral("code"));
        LaunchSpec spec;
        spec.templateId = info.id;
        spec.name = name;
        spec.metadata.insert(QStringLiteral("env"), QStringLiteral("prod"));
        return launched({ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("id") + name)}, spec,
                        info, Cause::Program, m_clock);
    }
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("journal.sqlite")); }

    test::ManualClock m_clock;
    QTemporaryDir m_folder;
};

void JournalTest::aDamagedFileIsRefused()
{
    const QString damaged = m_folder.filePath(QStringLiteral("damaged.sqlite"));
    QFile file(damaged);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    const auto journal = Journal::open(damaged);
    QVERIFY(!journal);
    QCOMPARE(journal.error().code(), ErrorCode::StoreFailed);
}

void JournalTest::aNewerFileIsRefused()
{
    const QString newer = m_folder.filePath(QStringLiteral("newer.sqlite"));
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("newer"));
        database.setDatabaseName(newer);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY(query.exec(QStringLiteral("PRAGMA user_version=99")));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("newer"));
    const auto journal = Journal::open(newer);
    QVERIFY(!journal);
    QCOMPARE(journal.error().code(), ErrorCode::StoreFailed);
}

void JournalTest::aFolderThatIsNotThereIsRefused()
{
    QVERIFY(!Journal::open(QStringLiteral("/nowhere/at/all/journal.sqlite")));
}

void JournalTest::brokenTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("garbage") << QByteArray("\xff\xfe{");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("no fields") << QByteArray("{}");
    QTest::newRow("wrong type") << QByteArray(R"({"sandbox":3})");
}

void JournalTest::brokenTextIsRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!recordFromJsonText(text));
    QVERIFY(!eventFromJsonText(text));
}

void JournalTest::whatIsWrittenIsReadAfterReopening()
{
    Step step = launch(QStringLiteral("one"));
    step.next.expiry = deadlineAt(m_clock.wallNow() + 1h, m_clock);
    step.next.checkpoint = CheckpointId(QStringLiteral("cp"));
    {
        const auto journal = Journal::open(path());
        QVERIFY(journal);
        const auto written = (*journal)->write(step.next, step.announcements);
        QVERIFY(written);
        QCOMPARE(written->size(), 1);
    }
    const auto journal = Journal::open(path());
    QVERIFY(journal);
    const auto records = (*journal)->records(m_clock.wallNow());
    QVERIFY(records);
    QCOMPARE(records->size(), 1);
    QCOMPARE(records->first(), step.next);
    const auto events = (*journal)->recentEvents(10);
    QVERIFY(events && events->size() == 1);
    QCOMPARE(events->first().to, Status::Pending);
    QCOMPARE(events->first().sandboxName, QStringLiteral("one"));
}

void JournalTest::cursorsGrowAndResume()
{
    const auto journal = Journal::open(path());
    QVERIFY(journal);
    const Step step = launch(QStringLiteral("two"));
    const auto first = (*journal)->write(step.next, step.announcements);
    const auto second = (*journal)->write(step.next, step.announcements);
    QVERIFY(first && second);
    QVERIFY(second->first().cursor > first->first().cursor);
    const auto after = (*journal)->eventsAfter(first->first().cursor, 10);
    QVERIFY(after);
    QCOMPARE(*after, *second);
}

void JournalTest::deletedOnesAreReadForAWhile()
{
    const auto journal = Journal::open(path());
    QVERIFY(journal);
    VmRecord gone = launch(QStringLiteral("gone")).next;
    gone.sandbox.status = Status::Deleted;
    gone.sandbox.statusSince = m_clock.wallNow();
    QVERIFY((*journal)->write(gone, {}));
    const auto has = [&](WallTime since) {
        const auto records = (*journal)->records(since);
        return records && std::ranges::any_of(*records, [&](const VmRecord &r) { return r == gone; });
    };
    QVERIFY(has(m_clock.wallNow() - 1h));
    QVERIFY(!has(m_clock.wallNow() + 1h));
}

void JournalTest::checkpointsAndSettingsAreKept()
{
    SandboxCheckpoint made;
    made.info.id = CheckpointId(QStringLiteral("cp1"));
    made.info.name = QStringLiteral("first");
    made.info.state = CheckpointState::Ready;
    made.base = CheckpointId(QStringLiteral("code-1"));
    made.depth = 3;
    made.fork = true;
    made.sandbox = launch(QStringLiteral("source")).next.sandbox;
    made.environment.insert(QStringLiteral("A"), QStringLiteral("b"));
    SandboxCheckpoint gone = made;
    gone.info.id = CheckpointId(QStringLiteral("cp2"));
    {
        const auto journal = Journal::open(path());
        QVERIFY(journal);
        QVERIFY((*journal)->writeCheckpoint(gone) && (*journal)->writeCheckpoint(made));
        QVERIFY((*journal)->dropCheckpoint(gone.info.id));
        QVERIFY((*journal)->dropCheckpoint(gone.info.id)); // twice is once
        QVERIFY(!*(*journal)->setting(QStringLiteral("policy")));
        QVERIFY((*journal)->writeSetting(QStringLiteral("policy"), QStringLiteral("old")));
        QVERIFY((*journal)->writeSetting(QStringLiteral("policy"), QStringLiteral("new")));
    }
    const auto journal = Journal::open(path());
    QVERIFY(journal);
    QCOMPARE(*(*journal)->checkpoints(), QList<SandboxCheckpoint>{made});
    QCOMPARE(*(*journal)->setting(QStringLiteral("policy")), QByteArray("new"));
}

void JournalTest::aCheckpointThatCannotBeReadIsAnError()
{
    const QString other = m_folder.filePath(QStringLiteral("unread.sqlite"));
    QVERIFY(Journal::open(other));
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("unread"));
        database.setDatabaseName(other);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY(query.exec(QStringLiteral("INSERT INTO checkpoints (id, record) VALUES ('cp', '{}')")));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("unread"));
    const auto journal = Journal::open(other);
    QVERIFY(journal);
    QCOMPARE((*journal)->checkpoints().error().code(), ErrorCode::StoreFailed);
}

QTEST_GUILESS_MAIN(JournalTest)
#include "journaltest.moc"
