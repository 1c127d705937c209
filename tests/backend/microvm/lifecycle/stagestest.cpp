// SPDX-License-Identifier: GPL-3.0-or-later
// Clones, the queue, pauses of both kinds and their proof, layers of the disk: what a record goes through
// besides the transition table.
#include "tests/backend/microvm/lifecycle/records.h"

#include <QTest>

using namespace sandglass;
using namespace sandglass::microvm;
using namespace std::chrono_literals;
using test::recordIn;

class Stages : public QObject
{
    Q_OBJECT

private slots:
    void aCloneIsWhatItComesFromAndItself();
    void oneThatWaitsForRoomBeginsWhenThereIsSome();
    void aPauseThatKeepsTheDiskOnlyStartsCold();
    void aHibernatedOneIsKeptAsThePolicySays();
    void aPauseProvesItself();
    void aFailedOneStartsFromItsDisk();
    void aCheckpointLayersTheDiskOfARunningOneOnly();

private:
    test::ManualClock m_clock;
};

void Stages::aCloneIsWhatItComesFromAndItself()
{
    SandboxCheckpoint from;
    from.info.id = CheckpointId(QStringLiteral("cp1"));
    from.base = CheckpointId(QStringLiteral("code-1"));
    from.sandbox = recordIn(Status::Running, Mode::Hibernating, m_clock).sandbox;
    from.sandbox.hibernateAfter = 5min;
    from.sandbox.owner = QStringLiteral("ci");
    from.sandbox.metadata = {{QStringLiteral("a"), QStringLiteral("1")},
                             {QStringLiteral("b"), QStringLiteral("1")}};
    from.environment = {{QStringLiteral("A"), QStringLiteral("1")}};
    CloneSpec spec;
    spec.checkpoint = from.info.id;
    spec.metadata = {{QStringLiteral("b"), QStringLiteral("2")}};
    spec.environment = {{QStringLiteral("B"), QStringLiteral("2")}};
    const SandboxKey key{ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("sb2"))};
    const Step step = cloned(key, QStringLiteral("copy"), from, spec, Cause::Program, m_clock);
    const Sandbox &sandbox = step.next.sandbox;
    QCOMPARE(sandbox.status, Status::Pending);
    QCOMPARE(*step.work, Work::PrepareTemplate);
    QCOMPARE(sandbox.key, key);
    QCOMPARE(sandbox.origin, (Origin{from.info.id, from.sandbox.key.id, QStringLiteral("box")}));
    QCOMPARE(sandbox.metadata.value(QStringLiteral("a")) + sandbox.metadata.value(QStringLiteral("b")),
             QStringLiteral("12"));
    QCOMPARE(step.next.environment.size(), 2);
    QCOMPARE(sandbox.mode, Mode::Hibernating);
    QCOMPARE(sandbox.hibernateAfter, from.sandbox.hibernateAfter);
    QCOMPARE(sandbox.owner, QStringLiteral("ci"));
    // The source's time is its own.
    QVERIFY(!sandbox.lifetime.pinned && !sandbox.lifetime.expiresAt && !step.next.expiry);
    QVERIFY(!sandbox.usage.runningSince && !step.next.diskOwned);
    QCOMPARE(step.next.cloneOf, from.info.id);
    QCOMPARE(step.next.diskBelow, from.info.id);
    QCOMPARE(step.next.diskLayer, 0);
    const auto ready = reduce(step.next, input::TemplateReady{step.next.work, from.base}, m_clock);
    QVERIFY(ready);
    QCOMPARE(ready->next.sandbox.status, Status::Creating);
    QCOMPARE(ready->next.checkpoint, from.base);
    QCOMPARE(*ready->work, Work::Clone);
    // A fork's checkpoint is nobody's business; another mode has no idle time.
    from.fork = true;
    spec.mode = Mode::Ephemeral;
    const Step fork = cloned(key, QStringLiteral("copy"), from, spec, Cause::Program, m_clock);
    QVERIFY(fork.next.sandbox.origin->checkpoint.isEmpty());
    QVERIFY(!fork.next.sandbox.hibernateAfter);
}

void Stages::oneThatWaitsForRoomBeginsWhenThereIsSome()
{
    TemplateInfo info;
    info.id = TemplateId(QStringLiteral("code"));
    const SandboxKey key{ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("sb1"))};
    const Step waits = launched(key, {}, info, Cause::Program, m_clock, 3);
    QCOMPARE(waits.next.sandbox.status, Status::Pending);
    QCOMPARE(waits.next.sandbox.queuePosition, 3);
    QVERIFY(!waits.work);
    QVERIFY(!recovered(waits.next, {}, m_clock).work); // also after a restart
    const auto moved = reduce(waits.next, input::Queued{2}, m_clock);
    QVERIFY(moved && !moved->work && moved->announcements.empty());
    QCOMPARE(moved->next.sandbox.queuePosition, 2);
    QVERIFY(moved->next.sandbox.revision > waits.next.sandbox.revision);
    QCOMPARE(reduce(moved->next, input::Queued{2}, m_clock)->next, moved->next);
    const auto room = reduce(moved->next, input::RoomThere{}, m_clock);
    QVERIFY(room);
    QCOMPARE(*room->work, Work::PrepareTemplate);
    QVERIFY(!room->next.sandbox.queuePosition);
    QCOMPARE(reduce(room->next, input::RoomThere{}, m_clock)->next, room->next); // once
    const auto gone = reduce(moved->next, input::Ask{.command = Command::Delete, .timeout = {}}, m_clock);
    QVERIFY(gone && !gone->next.sandbox.queuePosition);
}

void Stages::aPauseThatKeepsTheDiskOnlyStartsCold()
{
    VmRecord record = recordIn(Status::Running, Mode::Ephemeral, m_clock);
    record.sandbox.pauseKeeps = PauseKeeps::DiskOnly;
    auto step = reduce(record, input::Ask{.command = Command::Pause, .timeout = {}}, m_clock);
    QVERIFY(step);
    QCOMPARE(*step->work, Work::ShutDown);
    const VmRecord pausing = step->next;
    QCOMPARE(*recovered(pausing, {.machineAlive = true}, m_clock).work, Work::ShutDown);
    QCOMPARE(recovered(pausing, {}, m_clock).next.sandbox.status, Status::Paused);
    step = reduce(pausing, input::ShutDown{pausing.work}, m_clock);
    QVERIFY(step && !step->work);
    const VmRecord paused = step->next;
    QCOMPARE(paused.sandbox.status, Status::Paused);
    QVERIFY(paused.sandbox.pausedExpireAt && paused.sandbox.lifetime.leftWhenPaused && paused.expiry);
    QCOMPARE(recovered(paused, {}, m_clock).next, paused); // there is no memory to look for
    step = reduce(paused, input::Ask{.command = Command::Resume, .timeout = {}}, m_clock);
    QVERIFY(step);
    QCOMPARE(*step->work, Work::ColdStart);
    const VmRecord resuming = step->next;
    QCOMPARE(*recovered(resuming, {.machineAlive = true}, m_clock).work, Work::ColdStart);
    const auto broken =
        reduce(resuming,
               input::Failed{.work = resuming.work, .error = Error(ErrorCode::QemuFailed), .consoleTail = {}},
               m_clock);
    QVERIFY(broken && !broken->work);
    QCOMPARE(broken->next.sandbox.status, Status::Paused);
    step = reduce(resuming, input::Booted{resuming.work}, m_clock);
    QVERIFY(step);
    QCOMPARE(step->next.sandbox.status, Status::Running);
    QVERIFY(step->next.expiry);
}

void Stages::aHibernatedOneIsKeptAsThePolicySays()
{
    const LifecycleRules rules{std::chrono::hours(24 * 30)};
    for (const Mode mode : AllModes) {
        const VmRecord record = recordIn(Status::Pausing, mode, m_clock);
        const auto step = reduce(record, input::Frozen{record.work}, m_clock, rules);
        QVERIFY(step);
        const auto kept = mode == Mode::Hibernating ? rules.hibernatedKept : PausedRetention;
        QCOMPARE(*step->next.sandbox.pausedExpireAt, m_clock.wallNow() + kept);
        // The policy changes while it is paused.
        const auto otherwise = reduce(step->next, input::KeptOtherwise{}, m_clock, {std::chrono::hours(1)});
        QVERIFY(otherwise);
        if (mode == Mode::Hibernating)
            QCOMPARE(*otherwise->next.sandbox.pausedExpireAt, m_clock.wallNow() + 1h);
        else
            QCOMPARE(otherwise->next, step->next);
    }
}

void Stages::aPauseProvesItself()
{
    VmRecord record = recordIn(Status::Running, Mode::Ephemeral, m_clock);
    record.sandbox.lost = QStringList{QStringLiteral("of the pause before")};
    input::Ask asked{.command = Command::Pause, .timeout = {}};
    asked.fingerprint = Fingerprint{.bootId = QStringLiteral("b1"), .processes = {}, .files = {}};
    const auto pausing = reduce(record, asked, m_clock);
    QVERIFY(pausing);
    QCOMPARE(pausing->next.fingerprint, asked.fingerprint);
    QVERIFY(pausing->next.sandbox.lost.isEmpty());
    VmRecord running = recordIn(Status::Running, Mode::Ephemeral, m_clock);
    running.fingerprint = asked.fingerprint;
    const QStringList lost{QStringLiteral("boot")};
    const auto proved =
        reduce(running, input::Proved{.text = QStringLiteral("lost boot"), .lost = lost}, m_clock);
    QVERIFY(proved);
    QCOMPARE(proved->next.sandbox.lost, lost);
    QVERIFY(!proved->next.fingerprint);
    QCOMPARE(proved->announcements[0].text, QStringLiteral("lost boot"));
}

void Stages::aFailedOneStartsFromItsDisk()
{
    const input::Ask start{.command = Command::Start, .timeout = {}};
    VmRecord record = recordIn(Status::Error, Mode::Persistent, m_clock);
    const auto step = reduce(record, start, m_clock);
    QVERIFY(step);
    QCOMPARE(step->next.sandbox.status, Status::Creating);
    QCOMPARE(*step->work, Work::ColdStart);
    QVERIFY(!step->next.sandbox.error);
    QCOMPARE(*recovered(step->next, {}, m_clock).work, Work::ColdStart);
    record.diskOwned = false; // it failed before it ever ran
    QCOMPARE(reduce(record, start, m_clock).error().code(), ErrorCode::IllegalTransition);
    QCOMPARE(reduce(recordIn(Status::Error, Mode::Ephemeral, m_clock), start, m_clock).error().code(),
             ErrorCode::ModeForbids);
}

void Stages::aCheckpointLayersTheDiskOfARunningOneOnly()
{
    const input::DiskLayered layered{CheckpointId(QStringLiteral("cp")), 4};
    for (const Status status : AllStatuses) {
        const VmRecord record = recordIn(status, Mode::Persistent, m_clock);
        const auto step = reduce(record, layered, m_clock);
        QCOMPARE(step.has_value(), status == Status::Running);
        if (!step)
            continue;
        QCOMPARE(step->next.diskLayer, 4);
        QCOMPARE(step->next.diskBelow, layered.below);
        QVERIFY(!step->work && step->announcements.empty());
        QCOMPARE(step->next.sandbox, record.sandbox);
    }
    const auto note = reduce(recordIn(Status::Running, Mode::Persistent, m_clock),
                             input::Noted{.text = QStringLiteral("x"), .cause = Cause::Program}, m_clock);
    QVERIFY(note && !note->work);
    QCOMPARE(note->announcements.size(), std::size_t(1));
    QCOMPARE(note->announcements[0].type, EventType::Message);
    QCOMPARE(note->announcements[0].cause, Cause::Program);
}

QTEST_GUILESS_MAIN(Stages)
#include "stagestest.moc"
