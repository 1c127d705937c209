// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetgroupmodel.h"
#include "models/fleettablemodel.h"
#include "tests/widgets/windowtest.h"
#include "widgets/fleet/fleetview.h"
#include "widgets/shell/planbar.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sandglass;
using test::FakeFleet;
using namespace std::chrono_literals;

// What is done to many at once, what is said of those that are gone, and what was.
class TestFleetActs : public test::WindowTest
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder;

    QTableView *view() { return list(); }
    static ConsoleSettings quick()
    {
        ConsoleSettings settings;
        settings.plans = {.perSecond = 100, .atOnce = 8, .grace = 0ms};
        return settings;
    }
    void openWith(int count, const ConsoleSettings &settings = quick())
    {
        QList<Sandbox> sandboxes;
        for (int i = 0; i < count; ++i) {
            sandboxes.append(fleet->sample(QStringLiteral("s%1").arg(i)));
            sandboxes.last().metadata = {{"team", i % 2 ? "red" : "blue"}, {"owner", i == 0 ? "me" : "you"}};
        }
        fleet->feed().all = sandboxes;
        ConsoleParts parts{.fleets = {fleet.get()}, .clock = &clock, .notice = {}};
        parts.journalFolder = folder->filePath(QStringLiteral("journal"));
        show(parts, settings);
        QTRY_COMPARE(rows(), count);
    }
    void type(const QString &query)
    {
        find<QLineEdit>("filterEdit")->setText(query);
        QTest::qWait(150); // what is typed is taken when the typing pauses
    }

private slots:
    void init()
    {
        fleet = std::make_unique<FakeFleet>(clock);
        folder = std::make_unique<QTemporaryDir>();
    }
    void cleanup()
    {
        window.reset();
        fleet.reset();
    }

    void aDeleteByStatusAsksHarder()
    {
        openWith(3);
        type(QStringLiteral("status:running"));
        view()->selectAll();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(dialog("planDialog"));
        auto *accept = inDialog<QPushButton>("planDialog", "planAccept");
        auto *typed = inDialog<QLineEdit>("planDialog", "planTyped");
        QVERIFY(inDialog<QLabel>("planDialog", "planWarning")->isVisible());
        QVERIFY(!accept->isEnabled());
        typed->setText(QStringLiteral("3"));
        QVERIFY(!accept->isEnabled());
        typed->setText(QStringLiteral("Delete 3"));
        QVERIFY(accept->isEnabled());
        QVERIFY(inDialog<QLabel>("planDialog", "planFacts")->text().contains(QStringLiteral("you")));
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(fleet->asked.size(), 3, 30'000);
        QVERIFY(window->findChild<QLabel *>(QStringLiteral("planText")));
    }

    void aDeleteByLabelDoesNot()
    {
        openWith(3);
        type(QStringLiteral("meta.team=blue"));
        QTRY_COMPARE(rows(), 2);
        view()->selectAll();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(dialog("planDialog"));
        QVERIFY(!inDialog<QLabel>("planDialog", "planWarning")->isVisible());
        QVERIFY(inDialog<QPushButton>("planDialog", "planAccept")->isEnabled());
        dialog("planDialog")->reject();
        QVERIFY(fleet->asked.isEmpty());
    }

    void onlyMyOwnUnlessWanted()
    {
        ConsoleSettings settings = quick();
        settings.ownLabel = {QStringLiteral("owner"), QStringLiteral("me")};
        openWith(3, settings);
        view()->selectAll();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(dialog("planDialog"));
        QCOMPARE(inDialog<QTableView>("planDialog", "planItems")->model()->rowCount(), 1);
        QCOMPARE(inDialog<QTableView>("planDialog", "planExcludedItems")->model()->rowCount(), 2);
        auto *others = inDialog<QAbstractButton>("planDialog", "planOthers");
        QVERIFY(others->isVisible());
        others->click();
        QCOMPARE(inDialog<QTableView>("planDialog", "planItems")->model()->rowCount(), 3);
        QVERIFY(!inDialog<QPushButton>("planDialog", "planAccept")->isEnabled()); // has to be typed now
    }

    void aDeleteCanBeTakenBack()
    {
        ConsoleSettings settings = quick();
        settings.plans.grace = 1h;
        openWith(1, settings);
        view()->selectRow(0);
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(dialog("planDialog"));
        inDialog<QPushButton>("planDialog", "planAccept")->click();
        QTRY_VERIFY(window->findChild<QPushButton *>(QStringLiteral("planStop")));
        auto *undo = find<QPushButton>("planStop");
        QTRY_VERIFY(undo->isVisible() && undo->text() == QStringLiteral("Undo"));
        undo->click();
        QTRY_VERIFY(!undo->isVisible());
        QVERIFY(fleet->asked.isEmpty());
    }

    void whatFailedIsTriedAgain()
    {
        openWith(2);
        fleet->refusal = Error(ErrorCode::DiskFull, QStringLiteral("vda"));
        view()->selectAll();
        QTest::keyClick(view(), Qt::Key_P);
        QTRY_VERIFY(dialog("planDialog"));
        inDialog<QPushButton>("planDialog", "planAccept")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window->findChild<QPushButton *>(QStringLiteral("planRetry")) &&
                                     find<QPushButton>("planRetry")->isVisible(),
                                 30'000);
        QCOMPARE(fleet->asked.size(), 2);
        find<QPushButton>("planDetails")->click();
        QTRY_VERIFY(dialog("planResults"));
        const auto *results = inDialog<QTableView>("planResults", "planResultTable")->model();
        QVERIFY(!results->index(0, 1).data().toString().isEmpty());
        fleet->refusal.reset();
        find<QPushButton>("planRetry")->click();
        QTRY_COMPARE_WITH_TIMEOUT(fleet->asked.size(), 4, 30'000);
        fleet->settle();
        // What was paused can be resumed in one go.
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("planUndo")->isVisible(), 30'000);
        find<QPushButton>("planUndo")->click();
        QTRY_COMPARE_WITH_TIMEOUT(fleet->asked.size(), 6, 30'000);
        QCOMPARE(fleet->asked.last().what, QStringLiteral("resume"));
        QTRY_VERIFY(!dialog("planResults")); // it goes with the plan that it is about
    }

    void resultsStayWhileTheyAreRead()
    {
        openWith(2);
        const auto strips = [this] {
            return window->findChildren<QLabel *>(QStringLiteral("planText")).size();
        };
        const auto pauseAll = [this] {
            view()->selectAll();
            QTest::keyClick(view(), Qt::Key_P);
            QTRY_VERIFY(dialog("planDialog"));
            inDialog<QPushButton>("planDialog", "planAccept")->click();
        };
        find<PlanBar>("planBar")->setGoneAfter(1ms);
        pauseAll();
        QTRY_COMPARE(strips(), 1);
        find<QPushButton>("planDetails")->click();
        QTRY_VERIFY(dialog("planResults"));
        QTRY_COMPARE_WITH_TIMEOUT(fleet->asked.size(), 2, 30'000);
        fleet->settle();
        QTRY_VERIFY_WITH_TIMEOUT(find<QToolButton>("planClose")->isVisible(), 30'000); // it has ended
        QTest::qWait(50);
        QCOMPARE(strips(), 1);
        QCOMPARE(inDialog<QTableView>("planResults", "planResultTable")->model()->rowCount(), 2);
        dialog("planResults")->close();
        QTRY_COMPARE(strips(), 0);
    }

    void whatVanishesStaysUntilDismissed()
    {
        openWith(2);
        fleet->feed().all.removeFirst();
        emit fleet->feed().reset(); // the list comes without it
        const auto gone = [&] {
            QStringList texts;
            for (int row = 0; row < rows(); ++row)
                texts.append(view()->model()->index(row, FleetTableModel::Status).data().toString());
            return texts.filter(QStringLiteral("gone")).size();
        };
        QTRY_COMPARE(gone(), 1);
        QCOMPARE(rows(), 2);
        view()->grab(); // every look is painted
        // A row says so at once, the store tells of it a moment later.
        QTRY_VERIFY(action(QStringLiteral("Dismiss what is gone"))->isEnabled());
        action(QStringLiteral("Dismiss what is gone"))->trigger();
        QTRY_COMPARE(rows(), 1);
    }

    void aRefusalWith404IsSaidInTheRow()
    {
        openWith(1);
        fleet->refusal = Error(ErrorCode::NotFound, QStringLiteral("sb-s0"));
        view()->selectRow(0);
        QTest::keyClick(view(), Qt::Key_P);
        QTRY_VERIFY(view()
                        ->model()
                        ->index(0, FleetTableModel::Status)
                        .data()
                        .toString()
                        .startsWith(QStringLiteral("404")));
        view()->grab();
        // What is gone is left out of every plan.
        fleet->asked.clear();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTest::qWait(50);
        QVERIFY(!dialog("planDialog"));
    }

    void theHistoryIsSearchedAndLeadsBack()
    {
        openWith(2);
        view()->selectRow(0);
        QTest::keyClick(view(), Qt::Key_P);
        QTRY_COMPARE(fleet->asked.size(), 1);
        clock.advance(1min);
        fleet->settle();
        action(QStringLiteral("Event history"))->trigger();
        QTRY_VERIFY(window->findChild<QTableView *>(QStringLiteral("historyTable")));
        auto *table = find<QTableView>("historyTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() >= 2, 30'000);
        auto *edit = find<QWidget>("eventsQuery")->findChild<QLineEdit *>();
        edit->setText(QStringLiteral("status:error"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 0, 30'000);
        QTRY_VERIFY(find<QLabel>("eventsEmpty")->isVisible());
        edit->setText(QStringLiteral("status:paused"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 30'000);
        emit table->doubleClicked(table->model()->index(0, 0));
        QTRY_VERIFY(view()->isVisible());
        QVERIFY(!action(QStringLiteral("Event history"))->isChecked());
    }

    void nothingIsAskedOfASilentBackend()
    {
        openWith(2);
        view()->selectRow(0);
        QTRY_VERIFY(find<QPushButton>("pauseButton")->isEnabled());
        fleet->feed().info.state = ContextState::Silent;
        emit fleet->feed().contextChanged();
        QTRY_VERIFY(!find<QPushButton>("pauseButton")->isEnabled());
        QVERIFY(!find<QPushButton>("pauseButton")->toolTip().isEmpty());
        for (const Qt::Key key : {Qt::Key_P, Qt::Key_T, Qt::Key_Delete})
            QTest::keyClick(view(), key);
        view()->selectAll();
        QTRY_VERIFY(!find<QPushButton>("pauseButton")->isEnabled());
        for (const Qt::Key key : {Qt::Key_P, Qt::Key_T, Qt::Key_Delete})
            QTest::keyClick(view(), key);
        QTest::qWait(50);
        QVERIFY(fleet->asked.isEmpty());
        QVERIFY(!dialog("planDialog") && !dialog("timeoutDialog"));
        fleet->feed().info.state = ContextState::Live;
        emit fleet->feed().contextChanged();
        QTRY_VERIFY(find<QPushButton>("pauseButton")->isEnabled());
    }

    void theTimeoutIsOfThoseThatTheDialogNames()
    {
        openWith(2);
        view()->selectRow(0);
        const QString whom =
            view()->model()->index(0, 0).data(FleetTableModel::KeyRole).value<SandboxKey>().id.toString();
        QTest::keyClick(view(), Qt::Key_T);
        QTRY_VERIFY(dialog("timeoutDialog"));
        view()->selectRow(1); // something else, meanwhile
        dialog("timeoutDialog")->accept();
        QTRY_COMPARE(fleet->asked.size(), 1);
        QCOMPARE(fleet->asked.at(0).whom, whom);
    }

    void theListAsItWas()
    {
        openWith(2);
        view()->selectRow(0);
        const QString name = view()->model()->index(0, FleetTableModel::Name).data().toString();
        clock.advance(10min);
        QTest::keyClick(view(), Qt::Key_P);
        QTRY_COMPARE(fleet->asked.size(), 1);
        clock.advance(1min);
        fleet->settle();
        clock.advance(10min);
        const auto statusOf = [&](QTableView *list) {
            for (int row = 0; row < list->model()->rowCount(); ++row) {
                if (list->model()->index(row, FleetTableModel::Name).data().toString() == name)
                    return list->model()->index(row, FleetTableModel::Status).data().toString();
            }
            return QString();
        };
        QTRY_VERIFY(
            statusOf(view()).startsWith(QStringLiteral("paused"))); // "paused · 10m", as nobody said it since
        QTest::qWait(400);                                          // written down
        action(QStringLiteral("The list as it was"))->trigger();
        QTRY_VERIFY(window->findChild<QTableView *>(QStringLiteral("pastView")));
        auto *past = find<QTableView>("pastView");
        QTRY_COMPARE_WITH_TIMEOUT(past->model()->rowCount(), 2, 30'000);
        QVERIFY(past->isVisible() && !view()->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(statusOf(past), QStringLiteral("paused"), 30'000);
        find<QToolButton>("timeBefore")->click(); // to the end of the pause
        find<QToolButton>("timeBefore")->click(); // or to its beginning
        find<QSlider>("timeHandle")->setValue(0);
        // The journal begins with the pausing.
        QTRY_COMPARE_WITH_TIMEOUT(statusOf(past), QStringLiteral("pausing"), 30'000);
        // It looks as the list does.
        const auto rowHeights = [&] {
            return std::pair(past->verticalHeader()->defaultSectionSize(),
                             view()->verticalHeader()->defaultSectionSize());
        };
        const int before = rowHeights().first;
        action(QStringLiteral("Compact rows"))->trigger();
        QVERIFY(rowHeights().first < before);
        QCOMPARE(rowHeights().first, rowHeights().second);
        auto *now = find<FleetView>("fleetView");
        auto *then = find<FleetView>("pastView");
        const QString column = now->shownColumns().constLast();
        QVERIFY(then->shownColumns().contains(column));
        now->setColumnShown(column, false);
        QVERIFY(!then->shownColumns().contains(column));
        // Nothing can be done to it.
        past->selectRow(0);
        QVERIFY(!action(QStringLiteral("Pause"))->isEnabled());
        for (QAction *each : window->actions()) {
            if (each->shortcuts().contains(QKeySequence(QKeySequence::SelectAll)))
                QVERIFY(!each->isEnabled()); // nor to what is behind it
        }
        // Into it once more, from within.
        action(QStringLiteral("Event history"))->trigger();
        action(QStringLiteral("Event history"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(past->model()->rowCount(), 2, 30'000);
        find<QPushButton>("timeBack")->click();
        QTRY_VERIFY(view()->isVisible());
        QVERIFY(!action(QStringLiteral("The list as it was"))->isChecked());
    }

    void groupsNarrowTheList()
    {
        openWith(5);
        action(QStringLiteral("Group by status"))->trigger();
        auto *groups = find<QTableView>("groupTable");
        QTRY_VERIFY(groups->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(groups->model()->rowCount(), 1, 30'000);
        type(QStringLiteral("meta.team=red"));
        QTRY_COMPARE(rows(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(groups->model()->index(0, FleetGroupModel::Count).data().toString(),
                                  QStringLiteral("2"), 30'000);
        emit groups->clicked(groups->model()->index(0, 0));
        QTRY_VERIFY(find<QLineEdit>("filterEdit")->text().contains(QStringLiteral("status:running")));
        QTRY_VERIFY(find<QPushButton>("groupAll")->isVisible());
        find<QPushButton>("groupAll")->click();
        QTRY_COMPARE(find<QLineEdit>("filterEdit")->text(), QStringLiteral("meta.team=red"));
        action(QStringLiteral("No groups"))->trigger();
        QTRY_VERIFY(!groups->isVisible());
    }

    void aQueryIsBuiltByClicking()
    {
        openWith(4);
        type(QStringLiteral("meta.team=red"));
        QTRY_COMPARE(rows(), 2);
        action(QStringLiteral("Build a query…"))->trigger();
        QTRY_VERIFY(dialog("queryBuilder"));
        auto *count = inDialog<QLabel>("queryBuilder", "builderCount");
        QTRY_VERIFY_WITH_TIMEOUT(count->text().contains(u'2'), 30'000);
        auto *value = inDialog<QLineEdit>("queryBuilder", "conditionValue");
        QCOMPARE(value->text(), QStringLiteral("red"));
        inDialog<QPushButton>("queryBuilder", "builderAdd")->click();
        const auto fields =
            dialog("queryBuilder")->findChildren<QComboBox *>(QStringLiteral("conditionField"));
        QCOMPARE(fields.size(), 2);
        QComboBox *field = fields.at(1);
        field->setCurrentIndex(field->findText(QStringLiteral("Name")));
        emit field->activated(field->currentIndex());
        dialog("queryBuilder")
            ->findChildren<QLineEdit *>(QStringLiteral("conditionValue"))
            .at(1)
            ->setText(QStringLiteral("s3"));
        QTRY_VERIFY_WITH_TIMEOUT(count->text().contains(u'1'), 30'000);
        inDialog<QRadioButton>("queryBuilder", "builderAny")->click();
        QTRY_VERIFY_WITH_TIMEOUT(count->text().contains(u'2'), 30'000);
        inDialog<QRadioButton>("queryBuilder", "builderAll")->click();
        inDialog<QPushButton>("queryBuilder", "builderAccept")->click();
        QTRY_COMPARE(rows(), 1);
        QVERIFY(find<QLineEdit>("filterEdit")->text().contains(QStringLiteral("name:s3")));
    }
};

QTEST_MAIN(TestFleetActs)
#include "tst_fleetacts.moc"
