// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QTimer>
#include <QWidget>

class QTabWidget;

namespace sandglass {

class LifecyclePanel;
class OverviewPage;
class ScreenPage;
class Workbench;

// What is known of the selection: the lifecycle panel, always in sight, and pages beneath it. Ticks once a
// second while it is visible. The screen's page can live in a window of its own.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(Workbench &bench, QWidget *parent = nullptr);
    ~Inspector() override;

    void showOverview();
    void showScreen();
    [[nodiscard]] bool screenIsShown() const;
    void toggleScreenWindow();
    [[nodiscard]] LifecyclePanel &lifecycle() { return *m_lifecycle; }
    [[nodiscard]] OverviewPage &overview() { return *m_overview; }
    [[nodiscard]] ScreenPage &screen() { return *m_screen; }

signals:
    void pageChanged();
    void closeRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void takeScreenBack();
    void titleScreenWindow();

    Workbench &m_bench;
    LifecyclePanel *m_lifecycle;
    QTabWidget *m_tabs;
    OverviewPage *m_overview;
    ScreenPage *m_screen;
    QWidget *m_screenWindow = nullptr;
    QTimer m_tick;
};

} // namespace sandglass
