// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertkeeper.h"
#include "tests/support/manualclock.h"
#include "tests/support/manualfleet.h"

#include <QTemporaryDir>

namespace sandglass::test {

// Alerts over a fleet that moves: fired once, resolved once, never by what is not known.
class TestAlertEngine : public QObject
{
    Q_OBJECT

    ManualClock clock;
    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<ManualFleet> east;
    std::unique_ptr<ManualFleet> west;
    // One run of the console.
    struct Run
    {
        Run(const Clock &clock, const QString &path);
        FleetStore store;
        AlertBook book;
        AlertEngine engine;
        std::unique_ptr<AlertKeeper> keeper;
        QStringList told;
        QStringList resolved;
        int reads = 0;
    };
    std::unique_ptr<Run> run;

    [[nodiscard]] QString path() const { return folder->filePath(QStringLiteral("alerts.json")); }
    void begin();
    QString add(const QString &query, AlertCondition condition, std::chrono::seconds hold = {});
    [[nodiscard]] AlertState state(const QString &id) const;
    // The fleet was looked at as it is now.
    void look();
    void hear();
    [[nodiscard]] Sandbox sandbox(const QString &name, Status status = Status::Running) const;

private slots:
    void init();
    void cleanup();
    void firesOnceAndResolvesOnce();
    void atMost();
    void tooLongInAState();
    void inError();
    void aRateOfCosts();
    void aFlapDoesNotFire();
    void aSilentBackendNeitherFiresNorResolves();
    void whatIsGoneDoesNotCount();
    void whatAnEarlierRunLeftDoesNotCount();
    void aSnoozeHoldsBackAndSaysAfterwards();
    void allAreSnoozed();
    void quietHoursHoldBack();
    void criticalOnesDoNotWait();
    void aRestartDoesNotFireAgain();
    void aSecondRunResolves();
    void whatIsChangedBeginsAnew();
    void whatIsRemovedComesBackQuietly();
    void aBrokenQuerySaysSo();
    void damagedFilesAreSetAside();
    void historyIsBounded();
};

} // namespace sandglass::test
