// SPDX-License-Identifier: GPL-3.0-or-later
// Takes pictures of the window and its dialogs on made-up data, for eyes: widgets_gallery FOLDER [light|dark]
// [language] [truth|alerts]. Not a test; it asserts nothing.
#include "backend/core/clock.h"
#include "models/alerts/keptalerts.h"
#include "tests/support/fakefleet.h"
#include "translations/catalogue.h"
#include "widgets/mainwindow.h"
#include "widgets/shell/consoleactions.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <deque>

using namespace sandglass;

namespace {

struct Kit
{
    SystemClock clock;
    test::FakeFleet fleet{clock};
    // Two that cannot be believed as they are.
    test::FakeFleet silent{clock, QStringLiteral("east")};
    test::FakeFleet old{clock, QStringLiteral("west")};
};

// Contexts in every state of trust.
void makeDoubtful(Kit &kit)
{
    const WallTime now = kit.clock.wallNow();
    kit.silent.feed().info.name = QStringLiteral("East (E2B)");
    kit.silent.feed().info.state = ContextState::Silent;
    kit.silent.feed().info.lastHeard = now - std::chrono::minutes(3);
    kit.silent.feed().all = {kit.silent.sample(QStringLiteral("east-worker-1")),
                             kit.silent.sample(QStringLiteral("east-worker-2"), Status::Paused)};
    kit.old.feed().info.name = QStringLiteral("West");
    kit.old.feed().info.lastHeard = now - std::chrono::seconds(48);
    Sandbox bare = kit.old.sample(QStringLiteral("west-build"));
    bare.createdAt = {};
    bare.templateId = {};
    kit.old.feed().all = {bare, kit.old.sample(QStringLiteral("west-test"), Status::Creating)};
}

QList<Sandbox> madeUp(const Kit &kit)
{
    QList<Sandbox> list;
    const QStringList names{QStringLiteral("web-scraper-3"),
                            QStringLiteral("invoice-agent"),
                            QStringLiteral("checkout-tests"),
                            QStringLiteral("data-analyst-12"),
                            QStringLiteral("browser-use"),
                            QStringLiteral("swe-bench-0417"),
                            QStringLiteral("swe-bench-0418"),
                            QStringLiteral("nightly-report"),
                            QStringLiteral("translator"),
                            QStringLiteral("onboarding-demo"),
                            QStringLiteral("very-long-name-of-an-evaluation-run-with-many-parts-2026-03")};
    const WallTime now = kit.clock.wallNow();
    for (int i = 0; i < names.size(); ++i) {
        const auto status = i < 10 ? AllStatuses[std::size_t((i * 3 + 2) % 10)] : Status::Running;
        Sandbox s = kit.fleet.sample(names.at(i), status);
        s.kind = AllKinds[std::size_t((i * 7 + 2) % 4)];
        s.templateId =
            TemplateId(s.kind == Kind::Desktop ? QStringLiteral("desktop") : QStringLiteral("code"));
        s.mode = AllModes[std::size_t(i % 3)];
        s.createdAt = now - std::chrono::minutes(7 + i * i * 9);
        s.statusSince = now - std::chrono::minutes(5 + i);
        s.lifetime = startedLifetime(std::chrono::minutes(60), now - std::chrono::minutes(5 * i + 1));
        if (i % 4 == 0)
            s.lifetime = startedLifetime(std::nullopt, now - std::chrono::hours(i + 1));
        if (status == Status::Paused) {
            s.lifetime = pausedLifetime(s.lifetime, now);
            s.pausedExpireAt = now + PausedRetention;
        }
        s.usage = status == Status::Running ? Usage().running(s.createdAt)
                                            : Usage().running(s.createdAt).freezing(now);
        s.metadata = {{QStringLiteral("env"), i % 2 ? QStringLiteral("prod") : QStringLiteral("staging")},
                      {QStringLiteral("team"), QStringLiteral("search")}};
        if (status == Status::Error) {
            s.error = Error(ErrorCode::GuestDied, QStringLiteral("exit 1"));
            s.consoleTail = QStringLiteral(
                "[    0.512] EXT4-fs error (device vda)\n[    0.513] Kernel panic - not syncing");
        }
        list.append(s);
    }
    list.append(kit.fleet.sample(QStringLiteral("translator-2")));
    return list;
}

// Alerts in several states.
QByteArray madeUpAlerts(const Kit &kit)
{
    using When = AlertCondition::Kind;
    KeptAlerts kept;
    const auto add = [&](const char *id, const char *name, const char *query, AlertCondition condition,
                         AlertSeverity severity) {
        kept.rules.append({.id = QLatin1StringView(id),
                           .name = QString::fromUtf8(name),
                           .query = QLatin1StringView(query),
                           .condition = condition,
                           .severity = severity});
    };
    add("a", "Anything failed", "", {.kind = When::InError}, AlertSeverity::Critical);
    add("b", "Too many run in production", "meta.env=prod status:running",
        {.kind = When::AtLeast, .count = 2}, AlertSeverity::Warning);
    add("c", "Evaluations cost too much", "swe-bench",
        {.kind = When::CostRate, .rate = *Money::fromDecimal(u"5")}, AlertSeverity::Notice);
    add("d", "Stuck while it starts", "status:creating,resuming",
        {.kind = When::InState, .age = std::chrono::minutes(2)}, AlertSeverity::Warning);
    add("e", "Written by hand", "statsu:running", {}, AlertSeverity::Warning);
    add("f", "Snoozed one", "status:paused", {}, AlertSeverity::Notice);
    add("g", "Not in use", "status:stopped", {}, AlertSeverity::Notice);
    kept.rules[3].hold = std::chrono::minutes(5);
    kept.rules[6].enabled = false;
    kept.quiet.enabled = true;
    kept.progress.insert(QStringLiteral("f"), {.snoozedUntil = kit.clock.wallNow() + std::chrono::hours(1)});
    const WallTime then = kit.clock.wallNow() - std::chrono::hours(26);
    kept.history.append({.rule = QStringLiteral("b"),
                         .name = QStringLiteral("Too many run in production"),
                         .at = then,
                         .resolvedAt = then + std::chrono::minutes(12),
                         .count = 4,
                         .names = {QStringLiteral("invoice-agent"), QStringLiteral("browser-use")}});
    return keptAlertsToJson(kept);
}

class Gallery : public QObject
{
public:
    Gallery(QString folder, QString suffix, MainWindow &window, Kit &kit, bool doubtful, bool alerts)
        : m_folder(std::move(folder)), m_suffix(std::move(suffix)), m_window(window), m_kit(kit)
    {
        m_timer.setInterval(std::chrono::milliseconds(700));
        connect(&m_timer, &QTimer::timeout, this, &Gallery::next);
        if (doubtful)
            planDoubtful();
        else if (alerts)
            planAlerts();
        else
            plan();
        m_timer.start();
    }

private:
    struct Picture
    {
        const char *name;
        std::function<void()> arrange;
    };

    void act(Act which) { act(int(which)); }
    void act(int number) { m_window.findChild<QAction *>(QStringLiteral("action%1").arg(number))->trigger(); }
    // As if it were typed.
    void write(const QString &text)
    {
        auto *edit = m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"));
        edit->clear();
        m_window.activateWindow();
        edit->setFocus();
        edit->insert(text);
    }
    QTableView *view() { return m_window.findChild<QTableView *>(QStringLiteral("fleetView")); }

    void plan()
    {
        m_pictures = {
            {"empty",
             [] {
             }},
            {"fleet",
             [this] {
                 m_kit.fleet.put(madeUp(m_kit));
             }},
            {"selected",
             [this] {
                 view()->selectRow(3);
             }},
            {"screen",
             [this] {
                 m_window.findChild<QTabWidget *>()->setCurrentIndex(1);
             }},
            {"several",
             [this] {
                 m_window.findChild<QTabWidget *>()->setCurrentIndex(0);
                 view()->selectAll();
             }},
            {"filtered",
             [this] {
                 m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"))
                     ->setText(QStringLiteral("nothing-like-it"));
             }},
            {"query",
             [this] {
                 write(QStringLiteral("meta.env=prod age>10m st"));
             }},
            {"query-values",
             [this] {
                 write(QStringLiteral("kind:code status:running,"));
             }},
            {"query-typing",
             [this] {
                 write(QStringLiteral("(web or runing) statsu:paused"));
             }},
            // The window complains when the typing has paused.
            {"query-fault",
             [] {
             }},
            {"columns",
             [this] {
                 m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"))->clear();
                 act(Act::Columns);
             }},
            {"view-save",
             [this] {
                 write(QStringLiteral("meta.env=prod status:running,paused"));
                 act(Act::SaveView);
             }},
            {"builder",
             [this] {
                 write(QStringLiteral("meta.env=prod status:running,paused (age>1h or cost>1.50)"));
                 QTimer::singleShot(150, this, [this] { act(Act::BuildQuery); });
             }},
            {"groups",
             [this] {
                 m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"))->clear();
                 view()->clearSelection();
                 act(Act::GroupByStatus);
             }},
            {"delete-many",
             [this] {
                 act(Act::NoGroups);
                 view()->selectAll();
                 act(Act::Delete);
             }},
            {"plan-pauses",
             [this] {
                 view()->selectAll();
                 act(Act::Pause);
                 QTimer::singleShot(200, this, [this] {
                     if (auto *accept = m_window.findChild<QPushButton *>(QStringLiteral("planAccept")))
                         accept->click();
                 });
             }},
            {"history",
             [this] {
                 view()->clearSelection();
                 m_kit.fleet.settle();
                 act(Act::History);
             }},
            {"past",
             [this] {
                 act(Act::History);
                 act(Act::Past);
             }},
            {"plan-settings",
             [this] {
                 act(Act::Past);
                 act(Act::PlanSettings);
             }},
            {"time-zone",
             [this] {
                 act(Act::TimeZone);
             }},
            {"launch",
             [this] {
                 m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"))->clear();
                 act(0);
             }},
            {"delete",
             [this] {
                 view()->selectRow(3);
                 act(11);
             }},
            {"timeout",
             [this] {
                 act(10);
             }},
            {"palette",
             [this] {
                 act(17);
             }},
            {"keys",
             [this] {
                 act(18);
             }},
            {"banner",
             [this] {
                 m_window.showError(Error(ErrorCode::OutOfMemory, QStringLiteral("4096 MiB wanted")));
             }},
            {"job",
             [this] {
                 Job job;
                 job.id = JobId(QStringLiteral("j1"));
                 job.subject = TemplateId(QStringLiteral("desktop"));
                 job.state = JobState::Running;
                 job.step = QStringLiteral("desktop-packages");
                 job.text = QStringLiteral("Unpacking chromium (120.0)");
                 job.stepIndex = 3;
                 job.stepCount = 9;
                 job.percent = 37;
                 job.startedAt = m_kit.clock.wallNow() - std::chrono::seconds(130);
                 job.cancellable = true;
                 m_kit.fleet.feed().work = {job};
                 emit m_kit.fleet.feed().jobsChanged();
                 QTimer::singleShot(200, this, [this] { act(16); });
             }},
            {"close",
             [this] {
                 m_window.close();
             }},
        };
    }

    void planDoubtful()
    {
        m_pictures = {{"truth",
                       [this] {
                           m_kit.fleet.put(madeUp(m_kit));
                           auto *gone = &m_kit.fleet.feed();
                           QTimer::singleShot(300, this, [gone] {
                               gone->all.removeFirst();
                               emit gone->reset();
                           });
                           QTimer::singleShot(400, this, [this] {
                               m_kit.fleet.refusal = Error(ErrorCode::NotFound, QStringLiteral("sb"));
                               for (int row = 0; row < view()->model()->rowCount(); ++row) {
                                   if (view()->model()->index(row, 1).data().toString() == u"translator-2")
                                       view()->selectRow(row);
                               }
                               act(Act::Pause);
                           });
                       }},
                      {"truth-absolute", [this] {
                           view()->clearSelection();
                           act(Act::AbsoluteTimes);
                       }}};
    }

    void planAlerts()
    {
        // Once the dialog that was there before is gone.
        const auto press = [this](const char *name) {
            QTimer::singleShot(100, this, [this, name] {
                act(Act::Alerts);
                m_window.findChild<QPushButton *>(QLatin1StringView(name))->click();
            });
        };
        m_pictures = {{"alerts-fleet",
                       [this] {
                           m_kit.fleet.put(madeUp(m_kit));
                       }},
                      {"alerts-wait",
                       [] {
                       }},
                      {"alerts-wait",
                       [] {
                       }},
                      {"alerts-badge",
                       [] {
                       }},
                      {"alerts-menu",
                       [this] {
                           m_window.findChild<QToolButton *>(QStringLiteral("alertBadge"))->click();
                       }},
                      {"alerts",
                       [this] {
                           act(Act::Alerts);
                       }},
                      {"alerts-edit",
                       [press] {
                           press("alertEdit");
                       }},
                      {"alerts-quiet",
                       [press] {
                           press("alertQuietHours");
                       }},
                      {"alerts-new", [this] {
                           write(QStringLiteral("meta.env=prod status:running"));
                           QTimer::singleShot(200, this, [this] { act(Act::NewAlert); });
                       }}};
    }

    void next()
    {
        if (m_shown) {
            QWidget *top = QApplication::activePopupWidget();
            if (!top)
                top = QApplication::activeModalWidget();
            auto *alerts = m_window.findChild<QDialog *>(QStringLiteral("alertsDialog"));
            if (!top && alerts && alerts->isVisible())
                top = alerts;
            if (!top)
                top = &m_window;
            top->grab().save(
                QStringLiteral("%1/%2%3.png").arg(m_folder, QLatin1StringView(m_shown), m_suffix));
            if (top != &m_window)
                top->close();
        }
        if (m_pictures.empty()) {
            QCoreApplication::quit();
            return;
        }
        const Picture picture = m_pictures.front();
        m_pictures.pop_front();
        m_shown = picture.name;
        picture.arrange();
    }

    QString m_folder;
    QString m_suffix;
    MainWindow &m_window;
    Kit &m_kit;
    QTimer m_timer;
    std::deque<Picture> m_pictures;
    const char *m_shown = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString folder = arguments.value(1, QStringLiteral("."));
    const bool dark = arguments.value(2) == u"dark";
    const QString language = arguments.value(3, QStringLiteral("en"));
    QDir().mkpath(folder);
    installTranslations(app, QLocale(language));
    Kit kit;
    ConsoleSettings settings;
    settings.theme = dark ? ThemeChoice::Dark : ThemeChoice::Light;
    const bool doubtful = arguments.contains(QStringLiteral("truth"));
    if (doubtful)
        makeDoubtful(kit);
    const QTemporaryDir journal;
    ConsoleParts parts{.fleets = {&kit.fleet}, .clock = &kit.clock, .notice = {}};
    if (doubtful)
        parts.fleets += {&kit.silent, &kit.old};
    parts.journalFolder = journal.path();
    const bool alerts = arguments.contains(QStringLiteral("alerts"));
    if (alerts)
        settings.onClose = CloseChoice::KeepRunning; // no question at the end
    QFile file(journal.filePath(QStringLiteral("alerts.json")));
    if (alerts && file.open(QIODevice::WriteOnly))
        file.write(madeUpAlerts(kit));
    file.close();
    MainWindow window(parts, settings, nullptr, {.file = file.fileName()});
    window.show();
    const QString ratio = window.devicePixelRatioF() > 1.0 ? QStringLiteral("-2x") : QString();
    Gallery gallery(folder,
                    (dark ? QStringLiteral("-dark") : QString()) +
                        (language == u"en" ? QString() : u'-' + language) + ratio,
                    window, kit, doubtful, alerts);
    return QApplication::exec();
}
