// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::test {

// What alerts are without a fleet: rules and files as text, quiet hours, holds, verdicts.
class TestAlertRules : public QObject
{
    Q_OBJECT

private slots:
    void wrongRulesAreRefused_data();
    void wrongRulesAreRefused();
    void rulesAreReadAsTheyWereWritten();
    void aQueryThatCannotBeReadIsKept();
    void wrongFilesAreNotRead();
    void partsOfFilesAreComplainedOf();
    void filesAreReadAsTheyWereWritten();
    void quietHours_data();
    void quietHours();
    void quietHoursEnd();
    void quietHoursFollowTheClockOnTheWall();
    void wrongQuietHours();
    void verdicts_data();
    void verdicts();
    void aHoldIsWithoutABreak();
    void notKnowingChangesNothing();
    void statesSayTheWorst();
    void theBookUndoes();
    void thereAreNotTooMany();
    void namesOfOthersAreCut();
};

} // namespace sandglass::test
