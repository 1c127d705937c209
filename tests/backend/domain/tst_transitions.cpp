// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/capabilities.h"

#include <QSet>
#include <QTest>

using namespace sandglass;

namespace {

Capabilities everything()
{
    Capabilities all;
    all.launch = all.pause = all.stop = all.setTimeout = all.remove = true;
    return all;
}

Sandbox sandboxIn(Status status, Mode mode)
{
    Sandbox sandbox;
    sandbox.status = status;
    sandbox.mode = mode;
    return sandbox;
}

// What seed 002 and the issue allow, said apart from the table: the commands of each state.
QList<Command> legalIn(Status status)
{
    switch (status) {
    case Status::Running:
        return {Command::Pause, Command::Stop, Command::SetTimeout, Command::Delete};
    case Status::Paused:
        return {Command::Resume, Command::SetTimeout, Command::Delete};
    case Status::Stopped:
    case Status::Error: // the disk outlives its machine
        return {Command::Start, Command::Delete};
    case Status::Deleted:
        return {};
    default:
        return {Command::Delete};
    }
}

} // namespace

// The transition table, walked: every state x every command x every mode.
class TestTransitions : public QObject
{
    Q_OBJECT

private slots:
    void everyStateAndCommand_data();
    void everyStateAndCommand();
    void aBackendThatCannotSaysSo_data();
    void aBackendThatCannotSaysSo();
    void theTableIsSound();
    void everyStateCanBeLeftOrIsAnEnd();
    void namesRoundTrip();
    void onlyStoppedAndDeletedHide();
    void impossibleMoves_data();
    void impossibleMoves();
};

void TestTransitions::everyStateAndCommand_data()
{
    QTest::addColumn<Status>("status");
    QTest::addColumn<Command>("command");
    QTest::addColumn<Mode>("mode");
    for (const Status status : AllStatuses) {
        for (const Command command : AllCommands) {
            for (const Mode mode : AllModes) {
                QTest::addRow("%s %s %s", qPrintable(statusName(status)), qPrintable(commandName(command)),
                              qPrintable(modeName(mode)))
                    << status << command << mode;
            }
        }
    }
}

void TestTransitions::everyStateAndCommand()
{
    QFETCH(Status, status);
    QFETCH(Command, command);
    QFETCH(Mode, mode);
    const auto answer = permits(everything(), sandboxIn(status, mode), command);
    if (!legalIn(status).contains(command)) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().code(), ErrorCode::IllegalTransition);
        QVERIFY(answer.error().detail().contains(statusName(status)));
        QVERIFY(!transitionFor(status, command));
        return;
    }
    if (mode == Mode::Ephemeral && (command == Command::Stop || command == Command::Start)) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().code(), ErrorCode::ModeForbids);
        return;
    }
    QVERIFY(answer.has_value());
    QCOMPARE(answer->from, status);
    QCOMPARE(answer->command, command);
    QVERIFY(canBecome(status, answer->via));
    QVERIFY(canBecome(answer->via, answer->target));
    if (command == Command::SetTimeout) {
        QCOMPARE(answer->via, status);
        QCOMPARE(answer->target, status);
    } else {
        QVERIFY(isTransitional(answer->via));
        QVERIFY(!isTransitional(answer->target));
    }
}

void TestTransitions::aBackendThatCannotSaysSo_data()
{
    QTest::addColumn<Command>("command");
    for (const Command command : AllCommands)
        QTest::newRow(qPrintable(commandName(command))) << command;
}

void TestTransitions::aBackendThatCannotSaysSo()
{
    QFETCH(Command, command);
    // 'Cannot at all' is said before 'not now': the first never changes.
    for (const Status status : AllStatuses) {
        const auto answer = permits(Capabilities(), sandboxIn(status, Mode::Persistent), command);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code(), ErrorCode::Unsupported);
    }
    QVERIFY(everything().allows(command));
}

void TestTransitions::theTableIsSound()
{
    QSet<std::pair<int, int>> seen;
    for (const Transition &row : transitions()) {
        const std::pair key(static_cast<int>(row.from), static_cast<int>(row.command));
        QVERIFY2(!seen.contains(key), qPrintable(statusName(row.from)));
        seen.insert(key);
        QVERIFY(row.from != Status::Deleted);
    }
    QVERIFY(!seen.isEmpty());
}

void TestTransitions::everyStateCanBeLeftOrIsAnEnd()
{
    for (const Status from : AllStatuses) {
        bool leaves = false;
        for (const Status to : AllStatuses)
            leaves |= from != to && canBecome(from, to);
        QCOMPARE(leaves, from != Status::Deleted);
    }
}

void TestTransitions::namesRoundTrip()
{
    QSet<QString> names;
    for (const Status status : AllStatuses) {
        QCOMPARE(statusFromName(statusName(status)), status);
        names.insert(statusName(status));
    }
    QCOMPARE(names.size(), static_cast<int>(AllStatuses.size()));
    QVERIFY(!statusFromName(u"Running"));
    QVERIFY(!statusFromName(u""));
    QVERIFY(!statusFromName(u"dead"));
    QSet<QString> commands;
    for (const Command command : AllCommands)
        commands.insert(commandName(command));
    QCOMPARE(commands.size(), static_cast<int>(AllCommands.size()));
    for (const Kind kind : AllKinds)
        QCOMPARE(kindFromName(kindName(kind)), kind);
    for (const Mode mode : AllModes)
        QCOMPARE(modeFromName(modeName(mode)), mode);
    QVERIFY(!kindFromName(u"phone"));
    QVERIFY(!modeFromName(u""));
}

void TestTransitions::onlyStoppedAndDeletedHide()
{
    for (const Status status : AllStatuses)
        QCOMPARE(isHiddenByDefault(status), status == Status::Stopped || status == Status::Deleted);
}

void TestTransitions::impossibleMoves_data()
{
    QTest::addColumn<Status>("from");
    QTest::addColumn<Status>("to");
    QTest::newRow("back from the dead") << Status::Deleted << Status::Running;
    QTest::newRow("deleted while running") << Status::Running << Status::Deleted;
    QTest::newRow("paused at once") << Status::Running << Status::Paused;
    QTest::newRow("awake at once") << Status::Paused << Status::Running;
    QTest::newRow("stopped to paused") << Status::Stopped << Status::Paused;
    QTest::newRow("error to running") << Status::Error << Status::Running;
    QTest::newRow("running to pending") << Status::Running << Status::Pending;
}

void TestTransitions::impossibleMoves()
{
    QFETCH(Status, from);
    QFETCH(Status, to);
    QVERIFY(!canBecome(from, to));
}

QTEST_APPLESS_MAIN(TestTransitions)
#include "tst_transitions.moc"
