// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertkeeper.h"
#include "widgets/alerts/alertparts.h"
#include "widgets/alerts/notifier.h"

#include <QPointer>

class QAction;

namespace sandglass {

class AlertBadge;
class AlertsDialog;
class BannerStack;
class ConsoleActions;
class Workbench;

// The window's alerts: holds them against the fleet, shows them in the badge and outside of the window, and
// opens what they are made and changed with. Looks only. Owned by the window; `badge` is placed by it. GUI
// thread.
class AlertDesk : public QObject
{
    Q_OBJECT

public:
    AlertDesk(Workbench &bench, const ConsoleActions &actions, BannerStack &banners, QWidget &window,
              const AlertParts &parts);
    ~AlertDesk() override;

    [[nodiscard]] AlertBadge *badge() const;
    [[nodiscard]] AlertBook &book() { return m_book; }
    [[nodiscard]] AlertEngine &engine() { return m_engine; }
    // Asks for the rest of an alert on this query.
    void create(const QString &name, const QString &query, const ContextId &context);
    void edit(const QString &id);
    void showAlerts(const QString &id = {}); // empty: whichever was chosen
    void showList(const QString &id);        // what the alert is about

signals:
    void listWanted(const sandglass::Query &query, const sandglass::ContextId &context);

private:
    void connectActions(const ConsoleActions &actions);
    void tell(const QList<AlertRule> &rules);
    [[nodiscard]] DesktopNotice noticeOf(const AlertRule &rule) const;
    [[nodiscard]] static DesktopNotice noticeOf(const QList<AlertRule> &rules);
    void showBanner(const DesktopNotice &notice);
    void raise(const QString &id);
    void openBadge();
    void openQuietHours();
    void openEditor(const QString &title, const AlertRule &rule);
    void refresh();

    Workbench &m_bench;
    BannerStack &m_banners;
    QWidget &m_window;
    QAction *m_wake;
    AlertBook m_book;
    AlertEngine m_engine;
    AlertKeeper m_keeper;
    Notifier *m_notifier; // a child, unless it was given
    QPointer<AlertBadge> m_badge;
    QPointer<AlertsDialog> m_dialog;
    bool m_many = false; // a notice of several is shown
};

} // namespace sandglass
