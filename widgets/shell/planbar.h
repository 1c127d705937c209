// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <chrono>
#include <map>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sandglass {

class PlanResultDialog;
class Planner;

// One strip for each plan that is carried out: what, how far, how long a delete can still be taken back;
// stop, try the failed ones again, take back, and the result of every row. One without failures goes by
// itself after a while, unless its results are being read. Without plans it takes no room.
class PlanBar : public QWidget
{
    Q_OBJECT

public:
    explicit PlanBar(Planner &planner, QWidget *parent = nullptr);

    // How long one that went well stays.
    void setGoneAfter(std::chrono::milliseconds span) { m_goneAfter = span; }

private:
    struct Strip
    {
        QWidget *widget = nullptr;
        QLabel *text = nullptr;
        QProgressBar *progress = nullptr;
        QPushButton *stop = nullptr;
        QPushButton *retry = nullptr;
        QPushButton *undo = nullptr;
        QPushButton *details = nullptr;
        QToolButton *close = nullptr;
        QPointer<PlanResultDialog> results;
    };

    void follow(int run);
    void settle(int run);
    Strip makeStrip(int run);
    void refresh(int run, const Strip &strip);
    void close(int run);
    void showResults(int run);

    Planner &m_planner;
    QVBoxLayout *m_layout;
    std::map<int, Strip> m_strips;
    std::chrono::milliseconds m_goneAfter = std::chrono::seconds(15);
};

} // namespace sandglass
