// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QWidget>

class QChartView;
class QDateTimeAxis;
class QGraphicsSimpleTextItem;
class QLabel;
class QValueAxis;

namespace sandglass {

class ToneLabel;
class Workbench;

// What the selection has cost so far as curves (each with its name at its end), and beside it the exact
// numbers: so far, per hour, and the parts. Curves are drawn anew at most every few seconds; the numbers
// every second.
class CostView : public QWidget
{
    Q_OBJECT

public:
    explicit CostView(Workbench &bench, QWidget *parent = nullptr);

    void refresh(const QList<Sandbox> &sandboxes);

protected:
    bool event(QEvent *event) override;

private:
    void refreshNumbers(const QList<Sandbox> &sandboxes);
    void redraw(const QList<Sandbox> &sandboxes);
    void paintAxes();
    void placeNames();
    [[nodiscard]] QList<Sandbox> dearest(QList<Sandbox> sandboxes) const;

    Workbench &m_bench;
    QLabel *m_soFar;
    QLabel *m_perHour;
    ToneLabel *m_parts;
    QChartView *m_view;
    QDateTimeAxis *m_time;
    QValueAxis *m_money;
    QList<Sandbox> m_drawn;
    QList<QGraphicsSimpleTextItem *> m_names;
    WallTime m_drawnAt{};
};

} // namespace sandglass
