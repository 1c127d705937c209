// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QTabWidget;

namespace sandglass {

class ExecPage;
class FilesPage;
class GuestPage;
class LifecyclePanel;
class LogsPage;
class MetricsPage;
class OverviewPage;
class ScreenPage;
class TerminalPage;
class Workbench;

// What is known of the selection: the lifecycle panel, always in sight, and pages beneath it. Ticks once a
// second while it is visible. Every page but the overview can live in a window of its own, which follows the
// selection, too.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    enum class Page { Overview, Screen, Terminal, Files, Exec, Logs, Metrics, Timeline };

    explicit Inspector(Workbench &bench, QWidget *parent = nullptr);
    ~Inspector() override;

    void showPage(Page page); // raises its window if it has one
    void showOverview() { showPage(Page::Overview); }
    void showScreen() { showPage(Page::Screen); }
    // The page that is shown is more than a column of facts.
    [[nodiscard]] bool wantsRoom() const;
    void toggleWindow(Page page);
    void toggleScreenWindow() { toggleWindow(Page::Screen); }
    [[nodiscard]] LifecyclePanel &lifecycle() { return *m_lifecycle; }
    [[nodiscard]] OverviewPage &overview() { return *m_overview; }
    [[nodiscard]] ScreenPage &screen() { return *m_screen; }
    [[nodiscard]] TerminalPage &terminal() { return *m_terminal; }
    [[nodiscard]] ExecPage &exec() { return *m_exec; }

signals:
    void pageChanged();
    void closeRequested();
    // Of whatever page.
    void resumeRequested();
    void failed(const sandglass::Error &error, const QString &about);
    // The keyboard shall go back to the list.
    void leaveRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Place
    {
        Page page;
        QWidget *widget;
        QString title;
        std::function<void()> refresh;
        QWidget *window = nullptr; // its own; else it is a tab
    };

    template<typename T> void addGuestPage(Page page, T *widget, const QString &title);
    void addPage(Page page, QWidget *widget, const QString &title, std::function<void()> refresh);
    [[nodiscard]] Place &placeOf(Page page);
    void refresh();
    void takeBack(Place &place);
    void titleWindow(const Place &place);

    Workbench &m_bench;
    LifecyclePanel *m_lifecycle;
    QTabWidget *m_tabs;
    OverviewPage *m_overview;
    ScreenPage *m_screen;
    TerminalPage *m_terminal;
    ExecPage *m_exec;
    std::vector<Place> m_places; // in the order of the tabs
    QTimer m_tick;
};

} // namespace sandglass
