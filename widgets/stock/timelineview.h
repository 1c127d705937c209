// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stock/statespans.h"

#include <QWidget>

namespace sandglass {

// States over time as coloured spans, each with its word where there is room; what nobody knows is hatched.
// One span is current: by pointer, or by the arrow keys while it has the focus; what it says is told by
// signal, by tooltip and to assistive technology. Paints only; GUI thread.
class TimelineView : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);

    // Oldest first. Shown is what lies between the two moments.
    void setSpans(const std::vector<StateSpan> &spans, WallTime from, WallTime until);
    void setCurrent(int span); // -1: none
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] QRect rectOf(int span) const; // empty: out of sight

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void currentChanged(int span);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRect bar() const;
    [[nodiscard]] int spanAt(int x) const;
    [[nodiscard]] qreal placeOf(WallTime time) const;
    void choose(int span);
    void paintSpan(QPainter &painter, const QRect &rect, const StateSpan &span) const;
    void paintAxis(QPainter &painter) const;

    std::vector<StateSpan> m_spans;
    WallTime m_from{};
    WallTime m_until{};
    int m_current = -1;
};

} // namespace sandglass
