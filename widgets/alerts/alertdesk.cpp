// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertdesk.h"

#include "models/alerts/alertwords.h"
#include "widgets/alerts/alertbadge.h"
#include "widgets/alerts/alertdialog.h"
#include "widgets/alerts/alertsdialog.h"
#include "widgets/alerts/alertsign.h"
#include "widgets/alerts/desktopnotifier.h"
#include "widgets/alerts/quiethoursdialog.h"
#include "widgets/parts/banner.h"
#include "widgets/shell/consoleactions.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"

#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace sandglass {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype MostAtOnce = 3; // more are said in one notice
constexpr qsizetype MostInMenu = 12;
const QString Many = QStringLiteral("many");

// No key is meant by what people write.
QString menuText(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

Severity bannerSeverity(AlertSeverity severity)
{
    return severity == AlertSeverity::Critical  ? Severity::Failure
           : severity == AlertSeverity::Warning ? Severity::Warning
                                                : Severity::Notice;
}

} // namespace

AlertDesk::AlertDesk(Workbench &bench, const ConsoleActions &actions, BannerStack &banners, QWidget &window,
                     const AlertParts &parts)
    : m_bench(bench), m_banners(banners), m_window(window), m_wake(actions.of(Act::WakeAlerts)),
      m_engine(bench.store, m_book), m_keeper(parts.file, m_book, m_engine),
      m_notifier(parts.notifier ? parts.notifier : new DesktopNotifier(this)),
      m_badge(new AlertBadge(&window))
{
    connectActions(actions);
    connect(m_badge, &QToolButton::clicked, this, &AlertDesk::openBadge);
    connect(&m_engine, &AlertEngine::changed, this, &AlertDesk::refresh);
    connect(&m_engine, &AlertEngine::toldOf, this, &AlertDesk::tell);
    connect(&m_engine, &AlertEngine::resolved, m_notifier, &Notifier::withdraw);
    connect(m_notifier, &Notifier::chosen, this, &AlertDesk::raise);
    connect(m_notifier, &Notifier::refused, this, &AlertDesk::showBanner);
    if (!m_keeper.complaints().isEmpty()) {
        QString text = tr("Not all of the alerts could be read.");
        if (!m_keeper.setAside().isEmpty())
            text += u' ' + tr("The file was kept as %1.").arg(m_keeper.setAside());
        m_banners.showNotice(Severity::Warning, text, m_keeper.complaints().join(u'\n'));
    }
    refresh();
}

AlertDesk::~AlertDesk() = default;

AlertBadge *AlertDesk::badge() const
{
    return m_badge;
}

void AlertDesk::connectActions(const ConsoleActions &actions)
{
    const auto on = [&](Act act, const std::function<void()> &run) {
        connect(actions.of(act), &QAction::triggered, this, run);
    };
    on(Act::Alerts, [this] { showAlerts(); });
    on(Act::SnoozeAlerts, [this] { m_book.snoozeAll(m_bench.now() + 1h); });
    on(Act::WakeAlerts, [this] { m_book.snoozeAll({}); });
}

void AlertDesk::refresh()
{
    const AlertSurroundings around = m_engine.surroundings();
    const bool snoozed = around.snoozedUntil && *around.snoozedUntil > around.now;
    m_wake->setEnabled(snoozed);
    const AlertSum sum = m_engine.sum();
    if (sum.up == 0 && std::exchange(m_many, false))
        m_notifier->withdraw(Many);
    if (m_badge)
        m_badge->show(sum, snoozed);
}

DesktopNotice AlertDesk::noticeOf(const AlertRule &rule) const
{
    const AlertReading reading = m_engine.reading(rule.id).value_or(AlertReading());
    return {.id = rule.id,
            .title = tr("%1: %2", "severity, name").arg(AlertWords::severity(rule.severity), rule.name),
            .body = AlertWords::noticeBody(rule, reading),
            .severity = rule.severity};
}

DesktopNotice AlertDesk::noticeOf(const QList<AlertRule> &rules)
{
    QStringList names;
    AlertSeverity worst = AlertSeverity::Notice;
    for (const AlertRule &rule : rules) {
        names.append(rule.name);
        worst = std::max(worst, rule.severity);
    }
    return {.id = Many,
            .title = tr("%n alert(s) fire", nullptr, static_cast<int>(rules.size())),
            .body = names.join(tr(", ", "between names")),
            .severity = worst};
}

void AlertDesk::tell(const QList<AlertRule> &rules)
{
    QList<AlertRule> said;
    std::ranges::copy_if(rules, std::back_inserter(said), &AlertRule::desktop);
    if (said.size() > MostAtOnce) {
        m_many = true;
        m_notifier->show(noticeOf(said));
        return;
    }
    for (const AlertRule &rule : std::as_const(said))
        m_notifier->show(noticeOf(rule));
}

// Nobody else can show it.
void AlertDesk::showBanner(const DesktopNotice &notice)
{
    const qsizetype before = m_banners.banners().size();
    Banner *banner = m_banners.showNotice(
        bannerSeverity(notice.severity),
        tr("%1. %2", "an alert's title, what was found").arg(notice.title, notice.body.left(200)));
    if (m_banners.banners().size() == before && banner->property("alert").isValid())
        return;
    banner->setProperty("alert", notice.id);
    connect(banner->addAction(tr("Show")), &QPushButton::clicked, this, [this, banner, id = notice.id] {
        emit banner->dismissed();
        raise(id);
    });
    connect(&m_engine, &AlertEngine::resolved, banner, [banner, id = notice.id](const QString &over) {
        if (over == id)
            emit banner->dismissed();
    });
}

void AlertDesk::raise(const QString &id)
{
    if (m_window.isMinimized())
        m_window.showNormal();
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    showAlerts(id == Many ? QString() : id);
}

void AlertDesk::openBadge()
{
    if (m_engine.sum().up == 0)
        return showAlerts();
    auto *menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("alertMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setAccessibleName(tr("Alerts that fire"));
    QList<AlertRule> up;
    std::ranges::copy_if(m_book.rules(), std::back_inserter(up),
                         [this](const AlertRule &rule) { return m_engine.isUp(rule); });
    std::ranges::sort(up, std::greater(), [](const AlertRule &rule) {
        return std::pair(rule.severity, rule.name); // the worst first
    });
    for (const AlertRule &rule : up.first(std::min(MostInMenu, up.size()))) {
        const AlertReading reading = m_engine.reading(rule.id).value_or(AlertReading());
        QAction *action = menu->addAction(
            QIcon(alertPixmap(rule.severity, AlertState::Firing, m_window.palette(), IconSide,
                              m_window.devicePixelRatioF())),
            menuText(tr("%1: %n match(es)", "an alert's name", reading.matching).arg(rule.name)));
        action->setToolTip(tr("Show them in the list"));
        connect(action, &QAction::triggered, this, [this, id = rule.id] { showList(id); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("All alerts…")), &QAction::triggered, this, [this] { showAlerts(); });
    QMenu *snooze = menu->addMenu(tr("Snooze all"));
    fillSnoozeChoices(*snooze, m_bench.now(), m_book.snoozedUntil().has_value(),
                      [this](std::optional<WallTime> until) { m_book.snoozeAll(until); });
    menu->popup(m_badge->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
}

void AlertDesk::showAlerts(const QString &id)
{
    if (!m_dialog || !m_dialog->isVisible()) { // a closed one is on its way out
        m_dialog = new AlertsDialog(m_bench.store.clock(), m_book, m_engine, &m_window);
        connect(m_dialog, &AlertsDialog::newWanted, this, [this] { create({}, {}, {}); });
        connect(m_dialog, &AlertsDialog::editWanted, this, &AlertDesk::edit);
        connect(m_dialog, &AlertsDialog::listWanted, this, &AlertDesk::showList);
        connect(m_dialog, &AlertsDialog::quietHoursWanted, this, &AlertDesk::openQuietHours);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    if (!id.isEmpty())
        m_dialog->choose(id);
}

void AlertDesk::showList(const QString &id)
{
    const AlertRule *rule = m_book.find(id);
    if (!rule)
        return;
    const query::Parsed asked = askedBy(*rule);
    if (!asked.fault)
        emit listWanted(asked.query, rule->context);
}

void AlertDesk::openQuietHours()
{
    auto *dialog = new QuietHoursDialog(m_book.quietHours(), m_bench.now(),
                                        m_dialog ? static_cast<QWidget *>(m_dialog) : &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_book.setQuietHours(dialog->hours()); });
    dialog->open();
}

void AlertDesk::create(const QString &name, const QString &query, const ContextId &context)
{
    AlertRule rule;
    rule.name = name;
    rule.query = query;
    rule.context = context;
    openEditor(tr("New alert"), rule);
}

void AlertDesk::edit(const QString &id)
{
    if (const AlertRule *rule = m_book.find(id))
        openEditor(tr("Edit the alert"), *rule);
}

void AlertDesk::openEditor(const QString &title, const AlertRule &rule)
{
    if (rule.id.isEmpty() && m_book.isFull()) {
        m_banners.showNotice(Severity::Warning, tr("There are %n alert(s) already; that is the most.",
                                                   nullptr, int(AlertLimits::MostRules)));
        return;
    }
    QWidget *over = m_dialog && m_dialog->isVisible() ? static_cast<QWidget *>(m_dialog) : &m_window;
    auto *dialog = new AlertDialog(m_bench, title, rule, over);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        AlertRule wanted = dialog->rule();
        const bool known = m_book.find(wanted.id) != nullptr;
        const QString id = known ? wanted.id : m_book.add(wanted);
        if (known)
            m_book.update(wanted);
        if (m_dialog)
            m_dialog->choose(id);
    });
    dialog->open();
}

} // namespace sandglass
