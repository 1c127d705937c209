// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertengine.h"
#include "tests/widgets/notificationservice.h"
#include "tests/widgets/windowtest.h"
#include "widgets/alerts/alertbadge.h"
#include "widgets/alerts/busnotifier.h"
#include "widgets/alerts/notifier.h"
#include "widgets/fleet/querybar.h"
#include "widgets/parts/banner.h"
#include "widgets/shell/consoleactions.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimeEdit>
#include <QTreeWidget>

using namespace sandglass;
using namespace sandglass::test;

namespace {

constexpr int Long = 60'000;

// What the desktop would have been asked.
class FakeNotifier final : public Notifier
{
public:
    void show(const DesktopNotice &notice) override { shown.append(notice); }
    void withdraw(const QString &id) override { withdrawn.append(id); }

    QList<DesktopNotice> shown;
    QStringList withdrawn;
};

} // namespace

// The window's alerts, by keys and clicks; and the desktop's notices over a bus of our own.
class TestAlerts : public WindowTest
{
    Q_OBJECT

    FakeNotifier notifier;
    std::unique_ptr<QTemporaryDir> folder;

    void open()
    {
        window = std::make_unique<MainWindow>(
            ConsoleParts{.fleets = {fleet.get()}, .clock = &clock, .notice = {}}, ConsoleSettings(), nullptr,
            AlertParts{.file = folder->filePath(QStringLiteral("alerts.json")), .notifier = &notifier});
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
    }
    void act(Act which)
    {
        window->findChild<QAction *>(QStringLiteral("action%1").arg(int(which)))->trigger();
    }
    AlertBadge *badge() { return find<AlertBadge>("alertBadge"); }
    QListView *alerts() { return inDialog<QListView>("alertsDialog", "alertList"); }
    template<typename T> T *part(const char *name) { return inDialog<T>("alertsDialog", name); }
    template<typename T> T *editor(const char *name) { return inDialog<T>("alertDialog", name); }
    // As people would: too many that run.
    void addAlert(const QString &name, int count)
    {
        find<QLineEdit>("filterEdit")->setText(QStringLiteral("status:running"));
        QTRY_COMPARE(find<QueryBar>("queryBar")->query().text(), QStringLiteral("status:running"));
        act(Act::NewAlert);
        QTRY_VERIFY(dialog("alertDialog"));
        QTRY_COMPARE(editor<QLineEdit>("alertQuery")->text(), QStringLiteral("status:running"));
        editor<QLineEdit>("alertName")->setText(name);
        editor<QSpinBox>("alertCount")->setValue(count);
        editor<QPushButton>("alertAccept")->click();
        QTRY_VERIFY(!dialog("alertDialog"));
    }

private slots:
    void init()
    {
        folder = std::make_unique<QTemporaryDir>();
        notifier.shown.clear();
        notifier.withdrawn.clear();
        fleet = std::make_unique<FakeFleet>(clock);
        fleet->feed().all = {fleet->sample(QStringLiteral("one")), fleet->sample(QStringLiteral("two"))};
        open();
        QTRY_COMPARE(rows(), 2);
    }
    void cleanup()
    {
        window.reset();
        fleet.reset();
    }

    void nothingIsWatchedAtFirst()
    {
        QVERIFY(badge()->accessibleName().contains(QStringLiteral("No alert fires")));
        badge()->click();
        QTRY_VERIFY(dialog("alertsDialog"));
        QVERIFY(part<QPushButton>("alertFirst")->isVisible());
        part<QPushButton>("alertFirst")->click();
        QTRY_VERIFY(dialog("alertDialog") ||
                    !window->findChildren<QDialog *>(QStringLiteral("alertDialog")).isEmpty());
    }

    void whatCannotBeKeptCannotBeSaved()
    {
        act(Act::NewAlert);
        QTRY_VERIFY(dialog("alertDialog"));
        auto *accept = editor<QPushButton>("alertAccept");
        auto *query = editor<QLineEdit>("alertQuery");
        editor<QLineEdit>("alertName")->setText(QStringLiteral("  "));
        QVERIFY(!accept->isEnabled());
        editor<QLineEdit>("alertName")->setText(QStringLiteral("a name"));
        QTRY_VERIFY(accept->isEnabled());
        query->setText(QStringLiteral("statsu:running"));
        QVERIFY(!accept->isEnabled());
        QVERIFY(!editor<QLabel>("alertFault")->text().isEmpty());
        query->setText(QStringLiteral("status:running"));
        QVERIFY(accept->isEnabled());
        editor<QSpinBox>("alertCount")->setValue(0);
        QVERIFY(!accept->isEnabled());
        auto *condition = editor<QComboBox>("alertCondition");
        condition->setCurrentIndex(int(AlertCondition::Kind::CostRate));
        QVERIFY(!editor<QSpinBox>("alertCount")->isVisible());
        editor<QLineEdit>("alertRate")->setText(QStringLiteral("much"));
        QVERIFY(!accept->isEnabled());
        editor<QLineEdit>("alertRate")->setText(QStringLiteral("1.50"));
        QVERIFY(accept->isEnabled());
    }

    void theEditorTries()
    {
        find<QLineEdit>("filterEdit")->setText(QStringLiteral("status:running"));
        QTRY_COMPARE(find<QueryBar>("queryBar")->query().text(), QStringLiteral("status:running"));
        act(Act::NewAlert);
        QTRY_VERIFY(dialog("alertDialog"));
        QTRY_VERIFY_WITH_TIMEOUT(
            editor<QLabel>("alertTrial")->text().startsWith(QStringLiteral("Would fire now: 2 match")), Long);
        editor<QSpinBox>("alertCount")->setValue(3);
        QTRY_VERIFY_WITH_TIMEOUT(
            editor<QLabel>("alertTrial")->text().startsWith(QStringLiteral("Would not fire now")), Long);
    }

    void oneFiresIsToldAndResolves()
    {
        addAlert(QStringLiteral("Three run"), 3);
        fleet->put(fleet->sample(QStringLiteral("<b>three</b>")));
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().up, 1, Long);
        QCOMPARE(notifier.shown.size(), 1);
        QVERIFY(notifier.shown.constFirst().title.contains(QStringLiteral("Three run")));
        QVERIFY(badge()->text().contains(u'1'));
        QVERIFY(badge()->accessibleName().contains(QStringLiteral("Warning")));
        // A click on it leads to the alert.
        emit notifier.chosen(notifier.shown.constFirst().id);
        QTRY_VERIFY(dialog("alertsDialog"));
        QCOMPARE(alerts()->model()->rowCount(), 1);
        QCOMPARE(part<QTreeWidget>("alertHistory")->topLevelItemCount(), 1);
        // And from there to what it is about.
        find<QLineEdit>("filterEdit")->setText(QStringLiteral("status:paused"));
        part<QPushButton>("alertShow")->click();
        QTRY_COMPARE(find<QLineEdit>("filterEdit")->text(), QStringLiteral("status:running"));
        const SandboxId gone = fleet->feed().all.constFirst().key.id;
        fleet->feed().all.removeFirst();
        emit fleet->feed().changed({.changed = {}, .removed = {gone}});
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().up, 0, Long);
        QVERIFY(notifier.withdrawn.contains(notifier.shown.constFirst().id));
    }

    void theBadgeLeadsToTheList()
    {
        addAlert(QStringLiteral("Any & all"), 1);
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().up, 1, Long);
        find<QLineEdit>("filterEdit")->setText(QStringLiteral("status:paused"));
        badge()->click();
        QTRY_VERIFY(window->findChild<QMenu *>(QStringLiteral("alertMenu")));
        auto *menu = window->findChild<QMenu *>(QStringLiteral("alertMenu"));
        QVERIFY(menu->actions().constFirst()->text().contains(QStringLiteral("Any && all")));
        menu->actions().constFirst()->trigger();
        menu->close();
        QTRY_COMPARE(find<QLineEdit>("filterEdit")->text(), QStringLiteral("status:running"));
    }

    void whatIsDeletedComesBack()
    {
        addAlert(QStringLiteral("Many"), 5);
        act(Act::Alerts);
        QTRY_VERIFY(dialog("alertsDialog"));
        part<QPushButton>("alertDuplicate")->click();
        QCOMPARE(alerts()->model()->rowCount(), 2);
        alerts()->setFocus();
        QTest::keyClick(alerts(), Qt::Key_Space);
        QVERIFY(!part<QCheckBox>("alertOn")->isChecked());
        QTest::keyClick(alerts(), Qt::Key_Delete);
        QCOMPARE(alerts()->model()->rowCount(), 1);
        QTest::keyClick(alerts(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(alerts()->model()->rowCount(), 2);
        QVERIFY(!part<QCheckBox>("alertOn")->isChecked());
    }

    void allAreSnoozedAndWoken()
    {
        act(Act::SnoozeAlerts);
        addAlert(QStringLiteral("Any"), 1);
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().snoozed, 1, Long);
        QVERIFY(notifier.shown.isEmpty());
        act(Act::WakeAlerts);
        QTRY_COMPARE_WITH_TIMEOUT(notifier.shown.size(), 1, Long);
    }

    void quietHoursAreKept()
    {
        act(Act::Alerts);
        QTRY_VERIFY(dialog("alertsDialog"));
        part<QPushButton>("alertQuietHours")->click();
        auto *quiet = window->findChild<QDialog *>(QStringLiteral("quietHoursDialog"));
        QVERIFY(quiet);
        quiet->findChild<QCheckBox *>(QStringLiteral("quietEnabled"))->setChecked(true);
        quiet->findChild<QTimeEdit *>(QStringLiteral("quietFrom"))->setTime(QTime(0, 0));
        quiet->findChild<QTimeEdit *>(QStringLiteral("quietTo"))->setTime(QTime(0, 0));
        quiet->findChild<QPushButton *>(QStringLiteral("quietAccept"))->click();
        addAlert(QStringLiteral("Any"), 1);
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().up, 1, Long);
        QVERIFY(badge()->sum().quiet);
        QVERIFY(notifier.shown.isEmpty());
        // Another run knows all of it.
        window.reset();
        open();
        QTRY_COMPARE_WITH_TIMEOUT(badge()->sum().up, 1, Long);
        QVERIFY(badge()->sum().quiet && notifier.shown.isEmpty());
    }

    void whatNobodyShowsIsABanner()
    {
        addAlert(QStringLiteral("Any"), 1);
        QTRY_COMPARE_WITH_TIMEOUT(notifier.shown.size(), 1, Long);
        auto *banners = find<BannerStack>("banners");
        emit notifier.refused(notifier.shown.constFirst());
        QCOMPARE(banners->banners().size(), 1);
        emit notifier.refused(notifier.shown.constFirst());
        QCOMPARE(banners->banners().size(), 1);
        QVERIFY(banners->banners().constFirst()->sentence().contains(QStringLiteral("Any")));
    }

    void everyControlHasAName()
    {
        addAlert(QStringLiteral("Any"), 1);
        act(Act::Alerts);
        QTRY_VERIFY(dialog("alertsDialog"));
        part<QPushButton>("alertEdit")->click();
        part<QPushButton>("alertQuietHours")->click();
        for (const char *name : {"alertsDialog", "alertDialog", "quietHoursDialog"}) {
            auto *shown = window->findChild<QDialog *>(QLatin1StringView(name));
            QVERIFY2(shown, name);
            for (QWidget *each : shown->findChildren<QWidget *>()) {
                if (each->focusPolicy() == Qt::NoFocus || each->objectName().startsWith(u"qt_") ||
                    each->window() != shown)
                    continue;
                QAccessibleInterface *face = QAccessible::queryAccessibleInterface(each);
                const bool isPart = qobject_cast<QDialog *>(each) || each->focusProxy();
                QVERIFY2(isPart || (face && !face->text(QAccessible::Name).isEmpty()),
                         qPrintable(QLatin1StringView(name) + u' ' + each->objectName() + u' ' +
                                    QLatin1StringView(each->metaObject()->className())));
            }
        }
    }

    void markupIsEscapedAndCut()
    {
        QCOMPARE(noticeMarkup(QStringLiteral("<a href=\"x\">&"), true),
                 QStringLiteral("&lt;a href=&quot;x&quot;&gt;&amp;"));
        QCOMPARE(noticeMarkup(QStringLiteral("<a>"), false), QStringLiteral("<a>"));
        QCOMPARE(noticeMarkup(QString(5000, u'x'), false).size(), 400);
        // What was cut is escaped afterwards: no half of an entity.
        QVERIFY(noticeMarkup(QString(5000, u'<'), true).endsWith(QStringLiteral("&lt;…")));
    }

    void withoutAServiceItIsRefused()
    {
        PrivateBus bus;
        QVERIFY(bus.start());
        BusNotifier real(bus.connection(QStringLiteral("without")));
        QSignalSpy refused(&real, &Notifier::refused);
        real.show({.id = QStringLiteral("a"), .title = QStringLiteral("t"), .body = QStringLiteral("b")});
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, Long);
        BusNotifier none(QDBusConnection(QStringLiteral("no such connection")));
        QSignalSpy refusedToo(&none, &Notifier::refused);
        none.show({.id = QStringLiteral("a")});
        QTRY_COMPARE_WITH_TIMEOUT(refusedToo.size(), 1, Long);
    }

    void theDesktopIsToldOverTheBus()
    {
        PrivateBus bus;
        QVERIFY(bus.start());
        NotificationService service;
        QVERIFY(service.serve(bus.connection(QStringLiteral("service"))));
        BusNotifier real(bus.connection(QStringLiteral("console")));
        QSignalSpy chosen(&real, &Notifier::chosen);
        QSignalSpy refused(&real, &Notifier::refused);
        real.show({.id = QStringLiteral("a"),
                   .title = QStringLiteral("Critical: <x>"),
                   .body = QStringLiteral("<b>evil</b>"),
                   .severity = AlertSeverity::Critical});
        QTRY_COMPARE_WITH_TIMEOUT(service.notified.size(), 1, Long);
        const NotificationService::Notified first = service.notified.constFirst();
        QCOMPARE(first.summary, QStringLiteral("Critical: <x>")); // no markup there
        QCOMPARE(first.body, QStringLiteral("&lt;b&gt;evil&lt;/b&gt;"));
        QCOMPARE(first.actions.constFirst(), QStringLiteral("default"));
        QCOMPARE(first.hints.value(QStringLiteral("urgency")).toInt(), 2);
        QCOMPARE(first.replaces, 0U);
        // The same once more takes its place.
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                real.show({.id = QStringLiteral("a"), .title = QStringLiteral("again")});
                return QTest::qWaitFor([&] { return service.notified.constLast().replaces == 1U; }, 2000);
            }(),
            Long);
        emit service.ActionInvoked(1, QStringLiteral("default"));
        QTRY_COMPARE_WITH_TIMEOUT(chosen.size(), 1, Long);
        QCOMPARE(chosen.constFirst().constFirst().toString(), QStringLiteral("a"));
        emit service.ActionInvoked(77, QStringLiteral("default")); // another program's
        real.withdraw(QStringLiteral("a"));
        QTRY_VERIFY_WITH_TIMEOUT(service.closed.contains(1U), Long);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(refused.isEmpty());
    }
};

QTEST_MAIN(TestAlerts)
#include "tst_alerts.moc"
