// SPDX-License-Identifier: GPL-3.0-or-later
// Takes pictures of the window and its dialogs on made-up data, for eyes: widgets_gallery FOLDER
// [light|dark|contrast-light|contrast-dark] [language] [truth|inside|alerts|stock]. Not a test; it asserts
// nothing.
#include "tests/widgets/galleryguest.h"
#include "tests/widgets/gallerykit.h"
#include "tests/widgets/gallerystock.h"
#include "translations/catalogue.h"
#include "widgets/mainwindow.h"
#include "widgets/shell/consoleactions.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QKeyEvent>
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

class Gallery : public QObject
{
public:
    Gallery(QString folder, QString suffix, MainWindow &window, Kit &kit, const QString &plan)
        : m_folder(std::move(folder)), m_suffix(std::move(suffix)), m_window(window), m_kit(kit)
    {
        m_timer.setInterval(std::chrono::milliseconds(700));
        connect(&m_timer, &QTimer::timeout, this, &Gallery::next);
        if (plan == u"truth")
            planDoubtful();
        else if (plan == u"inside")
            planInside();
        else if (plan == u"alerts")
            planAlerts();
        else if (plan == u"stock")
            planStock();
        else
            this->plan();
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
    void tab(int index)
    {
        m_window.findChild<QTabWidget *>(QStringLiteral("inspectorTabs"))->setCurrentIndex(index);
    }
    QAbstractButton *button(const char *name)
    {
        return m_window.findChild<QAbstractButton *>(QLatin1StringView(name));
    }
    void select(const QString &name)
    {
        for (int row = 0; row < view()->model()->rowCount(); ++row) {
            if (view()->model()->index(row, 1).data().toString() == name)
                view()->selectRow(row);
        }
    }
    QTableView *view() { return m_window.findChild<QTableView *>(QStringLiteral("fleetView")); }

    // What is inside of a sandbox, and the API.
    void planInside()
    {
        m_pictures = {
            {"rows",
             [this] {
                 m_kit.fleet.put(madeUp(m_kit));
             }},
            {"terminal-start",
             [this] {
                 select(QStringLiteral("web-scraper-3"));
                 tab(2);
             }},
            {"terminal",
             [this] {
                 button("terminalOpen")->click();
                 button("terminalAdd")->click();
                 for (const auto &terminal : std::as_const(m_kit.guest.terminals)) {
                     terminal->begin();
                     terminal->say(Session);
                 }
             }},
            {"terminal-ended",
             [this] {
                 m_kit.guest.terminals.constLast()->end(ExitStatus{130, {}});
             }},
            {"files",
             [this] {
                 tab(3);
             }},
            {"files-delete",
             [this] {
                 auto *files = m_window.findChild<QTableView *>(QStringLiteral("folderView"));
                 files->setFocus();
                 files->selectRow(2);
                 QKeyEvent press(QEvent::KeyPress, Qt::Key_Delete, {});
                 QApplication::sendEvent(files, &press);
             }},
            {"exec",
             [this] {
                 tab(4);
                 button("execMore")->click();
                 m_window.findChild<QLineEdit *>(QStringLiteral("execCommand"))
                     ->setText(QStringLiteral("make test"));
                 button("execRun")->click();
                 m_kit.guest.commands.constLast()->out(
                     "cc -O2 -c main.c\ncc -o app main.o\nrunning 12 tests\n");
                 m_kit.guest.commands.constLast()->err(
                     "test 7: expected 200, got 404\nmake: *** [test] Error 1\n");
                 m_kit.guest.commands.constLast()->end(ExitStatus{2, {}});
             }},
            {"logs",
             [this] {
                 tab(5);
             }},
            {"metrics",
             [this] {
                 tab(6);
             }},
            {"metrics-later",
             [] {
             }},
            {"metrics-still-later",
             [] {
             }},
            {"api",
             [this] {
                 act(Act::Api);
             }},
        };
    }

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
            {"colored",
             [this] {
                 m_window.findChild<QLineEdit *>(QStringLiteral("filterEdit"))->clear();
                 for (QAction *each : m_window.findChildren<QAction *>()) {
                     if (each->text().contains(QStringLiteral("By environment")))
                         each->trigger();
                 }
                 view()->selectRow(1);
                 view()->setFocus();
             }},
            {"rules",
             [this] {
                 act(Act::ColorRules);
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

    void planStock()
    {
        for (auto &[name, arrange] : test::stockPictures(m_window, m_kit))
            m_pictures.push_back({name, std::move(arrange)});
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
            // A window of its own on top of ours.
            for (auto *open : m_window.findChildren<QDialog *>()) {
                if (!top && open->isVisible())
                    top = open;
            }
            if (!top)
                top = &m_window;
            top->grab().save(
                QStringLiteral("%1/%2%3.png").arg(m_folder, QLatin1StringView(m_shown), m_suffix));
            if (top != &m_window)
                top->close();
        }
        if (m_pictures.empty()) {
            QCoreApplication::exit(); // without asking what becomes of the sandboxes
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
    const QString look = arguments.value(2, QStringLiteral("light"));
    const QMap<QString, ThemeChoice> looks{{QStringLiteral("dark"), ThemeChoice::Dark},
                                           {QStringLiteral("contrast-light"), ThemeChoice::ContrastLight},
                                           {QStringLiteral("contrast-dark"), ThemeChoice::ContrastDark}};
    const QString language = arguments.value(3, QStringLiteral("en"));
    QDir().mkpath(folder);
    installTranslations(app, QLocale(language));
    Kit kit;
    furnish(kit.guest, kit.clock.wallNow());
    kit.fleet.inside = &kit.guest;
    ConsoleSettings settings;
    settings.theme = looks.value(look, ThemeChoice::Light);
    SavedView colored;
    colored.id = QStringLiteral("colored");
    colored.name = QStringLiteral("By environment");
    colored.query = QStringLiteral("status:running,paused,error,creating");
    colored.rules = {{QStringLiteral("status:error"), RuleColor::Red, QStringLiteral("look here")},
                     {QStringLiteral("meta.env=prod"), RuleColor::Purple, QStringLiteral("production")},
                     {QStringLiteral("meta.env=staging"), RuleColor::Teal, {}},
                     {QStringLiteral("meta.team!=search"), RuleColor::Yellow, {}}};
    settings.views.views = {colored};
    const QString plan = arguments.value(4);
    const bool doubtful = plan == u"truth";
    if (doubtful)
        makeDoubtful(kit);
    const QTemporaryDir journal;
    ConsoleParts parts{.fleets = {&kit.fleet}, .clock = &kit.clock, .notice = {}};
    if (doubtful)
        parts.fleets += {&kit.silent, &kit.old};
    parts.journalFolder = journal.path();
    const bool alerts = plan == u"alerts";
    QFile file(journal.filePath(QStringLiteral("alerts.json")));
    if (alerts && file.open(QIODevice::WriteOnly))
        file.write(madeUpAlerts(kit));
    file.close();
    MainWindow window(parts, settings, nullptr, {.file = file.fileName()});
    window.show();
    const QString ratio = window.devicePixelRatioF() > 1.0 ? QStringLiteral("-2x") : QString();
    Gallery gallery(folder,
                    (look == u"light" ? QString() : u'-' + look) +
                        (language == u"en" ? QString() : u'-' + language) + ratio,
                    window, kit, plan);
    return QApplication::exec();
}
