// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace sandglass {

// The titles of the list. Titles stand where their column's texts stand; what the list is ordered by is
// marked by an arrow and, when there are several, by its place. The first sections can stay where they are
// while the others are scrolled beneath them.
class FleetHeader : public QHeaderView
{
    Q_OBJECT

public:
    struct Order
    {
        int logical;
        bool falling;

        friend bool operator==(const Order &, const Order &) = default;
    };

    explicit FleetHeader(QWidget *parent);

    // What the list is ordered by; the first counts most.
    void setOrder(const QList<Order> &order);

    // The sections from the left that stay, and how wide they are together.
    void setFrozen(const QList<int> &logical);
    [[nodiscard]] const QList<int> &frozen() const { return m_frozen; }
    [[nodiscard]] int frozenWidth() const;
    // Where a section is seen.
    [[nodiscard]] int shownPosition(int logical) const;
    // Its place in the order, from 1; 0: none.
    [[nodiscard]] int placeInOrder(int logical) const;

signals:
    // `further`: behind what the list is ordered by already.
    void orderWanted(int logical, bool further);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    [[nodiscard]] int frozenAt(const QPoint &position) const;
    [[nodiscard]] bool isScrolled() const { return offset() > 0 && !m_frozen.isEmpty(); }
    [[nodiscard]] int markWidth(int logical) const;

    QList<Order> m_order;
    QList<int> m_frozen;
    int m_pressed = -1;
};

} // namespace sandglass
