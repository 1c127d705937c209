// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/figures.h"
#include "tests/bench/largefleet.h"
#include "tests/support/looptick.h"
#include "widgets/mainwindow.h"

#include <QTableView>

namespace sandglass::bench {

// The real window, not on a screen, over a large fleet, and how long it takes until it shows what is asked
// for. What is said several times is the best time of several rounds, because other programs run, too; the
// middle one is said beside it.
class FleetWindow
{
public:
    FleetWindow(int count, Figures &figures);

    void load();
    void filter();
    void sort();
    void events(int perSecond, std::chrono::seconds span);
    void churn(int perSecond, std::chrono::seconds span);
    void proxy();

private:
    using Change = std::function<void()>;
    struct Times
    {
        double ready = 0;   // until the rows are there
        double painted = 0; // and painted
        double worked = 0;  // by other threads, of the processor
        double longestTurn = 0;
    };
    [[nodiscard]] Times timed(const Change &change);
    // Rounds of: `before`, unmeasured, then `change`.
    [[nodiscard]] std::vector<Times> rounds(const Change &before, const Change &change);
    void put(const QString &name, const std::vector<Times> &rounds, double Times::*of);
    void ask(const char *query);
    void settle();

    int m_count;
    QString m_tag;
    Figures &m_figures;
    SystemClock m_clock;
    LargeFleet m_fleet;
    std::unique_ptr<MainWindow> m_window;
    QWidget *m_empty = nullptr;
    QTableView *m_view = nullptr;
    FleetTableModel *m_model = nullptr;
};

} // namespace sandglass::bench
