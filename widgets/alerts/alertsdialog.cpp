// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertsdialog.h"

#include "models/alerts/alertwords.h"
#include "widgets/alerts/alertdelegate.h"
#include "widgets/alerts/alertsign.h"
#include "widgets/parts/banner.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass {

namespace {

using namespace std::chrono_literals;

constexpr int HistoryHeight = 18 * Grid;

} // namespace

void fillSnoozeChoices(QMenu &menu, WallTime now, bool isSnoozed,
                       const std::function<void(std::optional<WallTime>)> &choose)
{
    const auto add = [&](const QString &text, std::optional<WallTime> until) {
        QObject::connect(menu.addAction(text), &QAction::triggered, &menu,
                         [choose, until] { choose(until); });
    };
    const WallTime morning = nextMorning(now, chosenZone());
    add(AlertsDialog::tr("For 15 minutes"), now + 15min);
    add(AlertsDialog::tr("For an hour"), now + 1h);
    add(AlertsDialog::tr("Until tomorrow, %1").arg(AlertWords::moment(morning, morning)), morning);
    if (!isSnoozed)
        return;
    menu.addSeparator();
    add(AlertsDialog::tr("End the snooze"), std::nullopt);
}

AlertsDialog::AlertsDialog(const Clock &clock, AlertBook &book, AlertEngine &engine, QWidget *parent)
    : QDialog(parent), m_clock(clock), m_book(book), m_engine(engine), m_model(clock, book, engine),
      m_banners(new BannerStack(this)), m_pages(new QStackedWidget(this)), m_list(new QListView(this)),
      m_history(new QTreeWidget(this)), m_enabled(new QCheckBox(tr("On"), this)),
      m_snooze(new QToolButton(this)), m_snoozeMenu(new QMenu(m_snooze)),
      m_quiet(new ToneLabel(ToneLabel::Tone::Muted, {}, this))
{
    setObjectName(QStringLiteral("alertsDialog"));
    m_banners->setObjectName(QStringLiteral("alertBanners")); // not the window's
    setWindowTitle(tr("Alerts"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(96 * Grid, 72 * Grid);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    m_pages->addWidget(makeList());
    m_pages->addWidget(makeEmpty());
    layout->addWidget(m_banners);
    layout->addWidget(m_pages, 1);
    layout->addLayout(makeFoot());
    connectList();
    refresh();
    refreshHistory();
    if (m_model.rowCount() > 0)
        m_list->setCurrentIndex(m_model.index(0));
}

// The model goes before the list that shows it.
AlertsDialog::~AlertsDialog()
{
    disconnect(m_list->selectionModel(), nullptr, this, nullptr);
}

QWidget *AlertsDialog::makeList()
{
    auto *page = new QWidget(this);
    m_list->setObjectName(QStringLiteral("alertList"));
    m_list->setAccessibleName(tr("Alerts"));
    m_list->setModel(&m_model);
    m_list->installEventFilter(this);
    m_list->setItemDelegate(new AlertDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_history->setObjectName(QStringLiteral("alertHistory"));
    m_history->setAccessibleName(tr("What fired"));
    m_history->setRootIsDecorated(false);
    m_history->setUniformRowHeights(true);
    m_history->setHeaderLabels({tr("When"), tr("Alert"), tr("What was found")});
    m_history->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_history->header()->resizeSection(1, 26 * Grid);
    m_history->setFixedHeight(HistoryHeight);
    auto *title = new QLabel(tr("What fired"), page);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    auto *head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch();
    m_clear = addButton(*head, "alertClear", tr("Forget what is over"));
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list, 1);
    layout->addLayout(makeButtons());
    layout->addSpacing(Grid);
    layout->addLayout(head);
    layout->addWidget(m_history);
    return page;
}

QWidget *AlertsDialog::makeEmpty()
{
    auto *page = new QWidget(this);
    auto *picture = new QLabel(page);
    picture->setPixmap(
        bellPixmap(palette().color(QPalette::Disabled, QPalette::Text), false, 48, devicePixelRatioF()));
    picture->setAlignment(Qt::AlignCenter);
    auto *title = new QLabel(tr("Nothing is watched yet"), page);
    title->setFont(titleFont(font()));
    title->setAlignment(Qt::AlignCenter);
    auto *text =
        makeNoteLabel(tr("An alert asks a query all the time and tells you when too many match, when "
                         "one fails or stays in a state for too long, or when they cost too much. It "
                         "only looks."),
                      page);
    text->setAlignment(Qt::AlignCenter);
    auto *button = new QPushButton(tr("New alert…"), page);
    button->setObjectName(QStringLiteral("alertFirst"));
    button->setDefault(true);
    connect(button, &QPushButton::clicked, this, &AlertsDialog::newWanted);
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(button);
    row->addStretch();
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(8 * Grid, 0, 8 * Grid, 0);
    layout->setSpacing(2 * Grid);
    layout->addStretch(2);
    layout->addWidget(picture);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addLayout(row);
    layout->addStretch(3);
    return page;
}

QPushButton *AlertsDialog::addButton(QLayout &row, const char *name, const QString &text)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1StringView(name));
    button->setAutoDefault(false);
    row.addWidget(button);
    return button;
}

QLayout *AlertsDialog::makeButtons()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    connect(addButton(*row, "alertNew", tr("New…")), &QPushButton::clicked, this, &AlertsDialog::newWanted);
    m_edit = addButton(*row, "alertEdit", tr("Edit…"));
    m_duplicate = addButton(*row, "alertDuplicate", tr("Duplicate"));
    m_remove = addButton(*row, "alertRemove", tr("Delete"));
    m_enabled->setObjectName(QStringLiteral("alertOn"));
    m_enabled->setAccessibleName(tr("The alert is on"));
    m_snooze->setObjectName(QStringLiteral("alertSnooze"));
    m_snooze->setText(tr("Snooze"));
    m_snooze->setAccessibleName(tr("Snooze this alert"));
    m_snooze->setPopupMode(QToolButton::InstantPopup);
    m_snooze->setFocusPolicy(Qt::StrongFocus);
    m_snooze->setMenu(m_snoozeMenu);
    row->addStretch();
    row->addWidget(m_enabled);
    row->addWidget(m_snooze);
    m_show = addButton(*row, "alertShow", tr("Show in the list"));
    connect(m_edit, &QPushButton::clicked, this, [this] { emit editWanted(chosen()); });
    connect(m_duplicate, &QPushButton::clicked, this, [this] { choose(m_book.duplicate(chosen())); });
    connect(m_remove, &QPushButton::clicked, this, &AlertsDialog::remove);
    connect(m_enabled, &QCheckBox::clicked, this, [this](bool on) { m_book.setEnabled(chosen(), on); });
    connect(m_show, &QPushButton::clicked, this, [this] { emit listWanted(chosen()); });
    connect(m_snoozeMenu, &QMenu::aboutToShow, this, &AlertsDialog::fillSnoozeMenu);
    return row;
}

QLayout *AlertsDialog::makeFoot()
{
    auto *row = new QHBoxLayout;
    m_quiet->setObjectName(QStringLiteral("alertQuiet"));
    row->addWidget(m_quiet);
    connect(addButton(*row, "alertQuietHours", tr("Quiet hours…")), &QPushButton::clicked, this,
            &AlertsDialog::quietHoursWanted);
    auto *all = new QToolButton(this);
    all->setObjectName(QStringLiteral("alertSnoozeAll"));
    all->setText(tr("Snooze all"));
    all->setPopupMode(QToolButton::InstantPopup);
    all->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(all);
    all->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        fillSnoozeChoices(*menu, m_clock.wallNow(), m_book.snoozedUntil().has_value(),
                          [this](std::optional<WallTime> until) { m_book.snoozeAll(until); });
    });
    row->addWidget(all);
    row->addStretch();
    connect(addButton(*row, "alertClose", tr("Close")), &QPushButton::clicked, this, &QDialog::close);
    return row;
}

void AlertsDialog::connectList()
{
    connect(&m_engine, &AlertEngine::changed, this, &AlertsDialog::refresh);
    connect(&m_engine, &AlertEngine::changed, this, &AlertsDialog::refreshHistory);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &AlertsDialog::refresh);
    connect(m_list, &QListView::activated, this, [this] { emit editWanted(chosen()); });
    connect(m_list, &QWidget::customContextMenuRequested, this, &AlertsDialog::showMenu);
    connect(m_clear, &QPushButton::clicked, &m_engine, &AlertEngine::clearHistory);
}

QString AlertsDialog::chosen() const
{
    return m_list->currentIndex().data(AlertListModel::IdRole).toString();
}

void AlertsDialog::choose(const QString &id)
{
    if (const int row = m_model.rowOf(id); row >= 0)
        m_list->setCurrentIndex(m_model.index(row));
    m_list->setFocus();
}

// Before the list takes the space bar for a search.
bool AlertsDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo)) {
            undo();
            return true;
        }
        if (key->key() == Qt::Key_Delete && !chosen().isEmpty()) {
            remove();
            return true;
        }
        if (key->key() == Qt::Key_Space && !chosen().isEmpty()) {
            m_enabled->click();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void AlertsDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Undo))
        return undo();
    QDialog::keyPressEvent(event);
}

void AlertsDialog::fillSnoozeMenu()
{
    m_snoozeMenu->clear();
    const QString id = chosen();
    fillSnoozeChoices(*m_snoozeMenu, m_clock.wallNow(), m_engine.progress(id).snoozedUntil.has_value(),
                      [this, id](std::optional<WallTime> until) { m_engine.snooze(id, until); });
}

void AlertsDialog::showMenu(const QPoint &at)
{
    if (chosen().isEmpty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton *button : {m_show, m_edit, m_duplicate, m_remove})
        connect(menu->addAction(button->text()), &QAction::triggered, button, &QPushButton::click);
    menu->addSeparator();
    fillSnoozeMenu();
    menu->addActions(m_snoozeMenu->actions());
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void AlertsDialog::remove()
{
    const AlertRule *rule = m_book.find(chosen());
    if (!rule)
        return;
    const QString name = rule->name;
    const int row = m_list->currentIndex().row();
    m_book.remove(rule->id);
    if (m_model.rowCount() > 0)
        m_list->setCurrentIndex(m_model.index(std::min(row, m_model.rowCount() - 1)));
    if (m_removed)
        emit m_removed->dismissed();
    m_removed = m_banners->showNotice(Severity::Notice, tr("The alert “%1” was deleted.").arg(name));
    connect(m_removed->addAction(tr("Bring it back")), &QPushButton::clicked, this, &AlertsDialog::undo);
}

void AlertsDialog::undo()
{
    if (m_removed)
        emit m_removed->dismissed();
    if (const QString id = m_book.undo(); !id.isEmpty())
        choose(id);
}

void AlertsDialog::refresh()
{
    const bool any = m_model.rowCount() > 0;
    m_pages->setCurrentIndex(any || !m_engine.history().isEmpty() ? 0 : 1);
    const AlertRule *rule = m_book.find(chosen());
    for (QWidget *each : QList<QWidget *>{m_edit, m_duplicate, m_remove, m_show, m_enabled, m_snooze})
        each->setEnabled(rule != nullptr);
    m_duplicate->setEnabled(rule && !m_book.isFull());
    m_enabled->setChecked(rule && rule->enabled);
    const auto reading = rule ? m_engine.reading(rule->id) : std::nullopt;
    m_show->setEnabled(rule && !(reading && reading->fault));
    QString text = AlertWords::quietHours(m_book.quietHours());
    const AlertSurroundings around = m_engine.surroundings();
    if (around.snoozedUntil && *around.snoozedUntil > around.now)
        text = tr("All are snoozed until %1").arg(AlertWords::moment(*around.snoozedUntil, around.now));
    else if (around.quiet)
        text = tr("%1: now", "quiet hours").arg(text);
    m_quiet->setText(text);
}

void AlertsDialog::refreshHistory()
{
    const QList<AlertRecord> &history = m_engine.history();
    while (m_history->topLevelItemCount() > history.size())
        delete m_history->takeTopLevelItem(m_history->topLevelItemCount() - 1);
    const WallTime now = m_clock.wallNow();
    for (int row = 0; row < history.size(); ++row) {
        const AlertRecord &record = history.at(history.size() - 1 - row); // the newest first
        QTreeWidgetItem *item = m_history->topLevelItem(row);
        if (!item)
            item = new QTreeWidgetItem(m_history);
        item->setText(0, AlertWords::moment(record.at, now));
        item->setText(1, record.name);
        item->setText(2, AlertWords::record(record, m_book.find(record.rule) != nullptr));
        item->setToolTip(2, QStringLiteral("<p>") + item->text(2).toHtmlEscaped() + QStringLiteral("</p>"));
        item->setIcon(1,
                      QIcon(tintedPixmap(alertIcon(record.severity), alertColor(record.severity, palette()),
                                         IconSide, devicePixelRatioF())));
        item->setData(1, Qt::AccessibleTextRole,
                      tr("%1: %2", "severity, name").arg(AlertWords::severity(record.severity), record.name));
    }
    m_clear->setEnabled(std::ranges::any_of(
        history, [](const AlertRecord &record) { return record.resolvedAt.has_value(); }));
}

} // namespace sandglass
