// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/fleetheader.h"

#include "widgets/fleet/fleetdelegate.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionHeader>
#include <QToolTip>

namespace sandglass {

namespace {

constexpr int ArrowWidth = 7;
constexpr int ArrowHeight = 4;

} // namespace

FleetHeader::FleetHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setMinimumSectionSize(4 * Grid);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QHeaderView::sectionClicked, this, [this](int logical) {
        emit orderWanted(logical, QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier));
    });
}

void FleetHeader::setOrder(const QList<Order> &order)
{
    if (order == m_order)
        return;
    m_order = order;
    viewport()->update();
}

void FleetHeader::setFrozen(const QList<int> &logical)
{
    if (logical == m_frozen)
        return;
    m_frozen = logical;
    viewport()->update();
}

int FleetHeader::frozenWidth() const
{
    int width = 0;
    for (const int logical : m_frozen)
        width += sectionSize(logical);
    return width;
}

int FleetHeader::shownPosition(int logical) const
{
    if (isScrolled() && m_frozen.contains(logical))
        return sectionPosition(logical);
    return sectionViewportPosition(logical);
}

int FleetHeader::placeInOrder(int logical) const
{
    const auto at = std::ranges::find(m_order, logical, &Order::logical);
    return at == m_order.end() ? 0 : static_cast<int>(at - m_order.begin()) + 1;
}

int FleetHeader::markWidth(int logical) const
{
    if (placeInOrder(logical) == 0)
        return 0;
    const bool several = m_order.size() > 1;
    return ArrowWidth + HalfGrid +
           (several ? QFontMetrics(smallFont(font())).horizontalAdvance(u'0') + 2 : 0);
}

void FleetHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->sortIndicator = QStyleOptionHeader::None;
    if (FleetDelegate::isNumberColumn(logicalIndex))
        option->textAlignment = Qt::AlignRight | Qt::AlignVCenter;
    const int room = option->rect.width() - 2 * Grid - markWidth(logicalIndex);
    option->text = option->fontMetrics.elidedText(option->text, Qt::ElideRight, room);
}

void FleetHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    painter->save();
    QHeaderView::paintSection(painter, rect, logicalIndex);
    painter->restore();
    const int place = placeInOrder(logicalIndex);
    if (place == 0 || rect.width() < markWidth(logicalIndex) + Grid)
        return;
    const bool rising = !m_order.at(place - 1).falling;
    // Opposite to the title.
    const bool atLeft = FleetDelegate::isNumberColumn(logicalIndex);
    const QRect mark(atLeft ? rect.left() + HalfGrid : rect.right() - markWidth(logicalIndex) - 2, rect.top(),
                     markWidth(logicalIndex), rect.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const ThemeColors &colors = themeColors(palette());
    const qreal middle = mark.center().y() + 0.5;
    const qreal tip = rising ? middle - ArrowHeight / 2.0 : middle + ArrowHeight / 2.0;
    const qreal foot = rising ? middle + ArrowHeight / 2.0 : middle - ArrowHeight / 2.0;
    QPainterPath arrow(QPointF(mark.left(), foot));
    arrow.lineTo(mark.left() + ArrowWidth / 2.0, tip);
    arrow.lineTo(mark.left() + ArrowWidth, foot);
    arrow.closeSubpath();
    painter->fillPath(arrow, colors.accent);
    if (m_order.size() > 1) {
        painter->setFont(tabularFont(smallFont(font())));
        painter->setPen(colors.muted);
        painter->drawText(mark.adjusted(ArrowWidth + 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          QString::number(place));
    }
    painter->restore();
}

void FleetHeader::paintEvent(QPaintEvent *event)
{
    QHeaderView::paintEvent(event);
    if (!isScrolled())
        return;
    QPainter painter(viewport());
    for (const int logical : m_frozen)
        paintSection(&painter, QRect(sectionPosition(logical), 0, sectionSize(logical), viewport()->height()),
                     logical);
    painter.fillRect(QRect(frozenWidth() - 1, 0, 1, viewport()->height()),
                     themeColors(palette()).strongBorder);
}

int FleetHeader::frozenAt(const QPoint &position) const
{
    if (!isScrolled())
        return -1;
    for (const int logical : m_frozen) {
        const int left = sectionPosition(logical);
        if (position.x() >= left && position.x() < left + sectionSize(logical))
            return logical;
    }
    return -1;
}

// What is seen is pressed, not what lies beneath it.
void FleetHeader::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton ? frozenAt(event->position().toPoint()) : -1;
    if (m_pressed < 0)
        QHeaderView::mousePressEvent(event);
}

void FleetHeader::mouseReleaseEvent(QMouseEvent *event)
{
    const int pressed = std::exchange(m_pressed, -1);
    if (pressed < 0)
        return QHeaderView::mouseReleaseEvent(event);
    if (frozenAt(event->position().toPoint()) == pressed)
        emit orderWanted(pressed, event->modifiers().testFlag(Qt::ShiftModifier));
}

bool FleetHeader::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QHeaderView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int logical = logicalIndexAt(help->pos());
    if (logical >= 0) {
        const QString title = model()->headerData(logical, Qt::Horizontal).toString();
        QToolTip::showText(help->globalPos(),
                           tr("%1\nClick to order by it, with Shift as a further one; "
                              "the menu chooses columns.")
                               .arg(title),
                           viewport());
    }
    return true;
}

} // namespace sandglass
