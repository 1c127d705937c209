// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertlistmodel.h"

#include <QDialog>
#include <QPointer>

#include <functional>

class QCheckBox;
class QListView;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace sandglass {

class Banner;
class BannerStack;
class ToneLabel;

// All alerts with where they stand, what can be done to them, and what fired. Stays open beside the window;
// what it cannot do by itself it asks for by signal.
class AlertsDialog : public QDialog
{
    Q_OBJECT

public:
    AlertsDialog(const Clock &clock, AlertBook &book, AlertEngine &engine, QWidget *parent);
    ~AlertsDialog() override;

    void choose(const QString &id);
    [[nodiscard]] QString chosen() const;

signals:
    void newWanted();
    void editWanted(const QString &id);
    void listWanted(const QString &id);
    void quietHoursWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QWidget *makeList();
    [[nodiscard]] QWidget *makeEmpty();
    [[nodiscard]] QLayout *makeButtons();
    [[nodiscard]] QLayout *makeFoot();
    QPushButton *addButton(QLayout &row, const char *name, const QString &text);
    void connectList();
    void fillSnoozeMenu();
    void showMenu(const QPoint &at);
    void remove();
    void undo();
    void refresh();
    void refreshHistory();

    const Clock &m_clock;
    AlertBook &m_book;
    AlertEngine &m_engine;
    AlertListModel m_model;
    BannerStack *m_banners;
    QStackedWidget *m_pages;
    QListView *m_list;
    QTreeWidget *m_history;
    QPushButton *m_edit = nullptr;
    QPushButton *m_duplicate = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_clear = nullptr;
    QCheckBox *m_enabled;
    QToolButton *m_snooze;
    QMenu *m_snoozeMenu;
    ToneLabel *m_quiet;
    QPointer<Banner> m_removed; // says that one was deleted
};

// 15 minutes, an hour, until tomorrow, and, where there is one, the end of a snooze.
void fillSnoozeChoices(QMenu &menu, WallTime now, bool isSnoozed,
                       const std::function<void(std::optional<WallTime>)> &choose);

} // namespace sandglass
