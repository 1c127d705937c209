// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/timelineview.h"

#include "models/stock/statespanmodel.h"
#include "models/stock/stockwording.h"
#include "models/wording.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace sandglass {

namespace {

constexpr int BarHeight = 5 * Grid;
constexpr int Strip = 4; // in the status's full colour, beneath
constexpr int MarkSide = 12;

// So that text keeps its contrast on it.
QColor faint(const QColor &color, const QColor &base)
{
    constexpr qreal Part = 0.22;
    const auto mix = [](int a, int b) {
        return int(a * Part + b * (1 - Part));
    };
    return {mix(color.red(), base.red()), mix(color.green(), base.green()), mix(color.blue(), base.blue())};
}

} // namespace

TimelineView::TimelineView(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineView"));
    setAccessibleName(tr("States over time"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TimelineView::sizeHint() const
{
    return {40 * Grid, BarHeight + fontMetrics().height() + 2 * Grid};
}

void TimelineView::setSpans(const std::vector<StateSpan> &spans, WallTime from, WallTime until)
{
    m_spans = spans;
    m_from = from;
    m_until = std::max(until, from + std::chrono::milliseconds(1));
    if (m_current >= int(m_spans.size()))
        choose(-1);
    update();
}

void TimelineView::setCurrent(int span)
{
    choose(span >= 0 && span < int(m_spans.size()) ? span : -1);
}

void TimelineView::choose(int span)
{
    if (m_current == span)
        return;
    m_current = span;
    setAccessibleDescription(span < 0 ? QString() : StateSpanModel::sentence(m_spans[std::size_t(span)]));
    update();
    emit currentChanged(span);
}

QRect TimelineView::bar() const
{
    return {Grid, HalfGrid, std::max(1, width() - 2 * Grid), BarHeight};
}

qreal TimelineView::placeOf(WallTime time) const
{
    const QRect area = bar();
    const auto whole = qreal((m_until - m_from).count());
    return area.left() + area.width() * std::clamp(qreal((time - m_from).count()) / whole, 0.0, 1.0);
}

QRect TimelineView::rectOf(int span) const
{
    if (span < 0 || span >= int(m_spans.size()))
        return {};
    const StateSpan &each = m_spans[std::size_t(span)];
    if (each.until <= m_from || each.from >= m_until)
        return {};
    const int left = int(placeOf(each.from));
    const int right = std::max(left + 1, int(placeOf(each.until)));
    return {left, bar().top(), right - left, BarHeight};
}

int TimelineView::spanAt(int x) const
{
    // The later of those that share a pixel, which is what is seen.
    for (int span = int(m_spans.size()) - 1; span >= 0; --span) {
        const QRect rect = rectOf(span);
        if (!rect.isEmpty() && x >= rect.left() && x <= rect.right())
            return span;
    }
    return -1;
}

void TimelineView::paintSpan(QPainter &painter, const QRect &rect, const StateSpan &span) const
{
    const ThemeColors &colors = themeColors(palette());
    if (!span.status) {
        painter.fillRect(rect, colors.alternate);
        painter.fillRect(rect, QBrush(colors.strongBorder, Qt::BDiagPattern));
    } else {
        const QColor &color = colors.status(*span.status);
        painter.fillRect(rect, faint(color, colors.base));
        painter.fillRect(QRect(rect.left(), rect.bottom() - Strip + 1, rect.width(), Strip), color);
    }
    if (rect.width() > 2)
        painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), colors.base);
    if (!span.status || rect.width() < MarkSide + Grid)
        return;
    const QRectF mark(rect.left() + HalfGrid, rect.center().y() - MarkSide / 2.0 - 1, MarkSide, MarkSide);
    paintStatusMark(&painter, mark, *span.status, palette());
    const QString word = wording::statusText(*span.status);
    const int room = rect.width() - MarkSide - Grid - HalfGrid;
    if (painter.fontMetrics().horizontalAdvance(word) > room)
        return;
    painter.setPen(colors.text);
    painter.drawText(rect.adjusted(MarkSide + Grid, 0, 0, -Strip), int(Qt::AlignLeft | Qt::AlignVCenter),
                     word);
}

void TimelineView::paintAxis(QPainter &painter) const
{
    const ThemeColors &colors = themeColors(palette());
    painter.setPen(colors.muted);
    const QRect area = bar();
    const QRect line(area.left(), area.bottom() + HalfGrid, area.width(), painter.fontMetrics().height());
    const bool days = m_until - m_from > std::chrono::hours(25);
    const auto text = [&](WallTime time) {
        return days ? wording::clockText(time).left(16) : wording::timeOfDayText(time);
    };
    painter.drawText(line, int(Qt::AlignLeft), text(m_from));
    painter.drawText(line, int(Qt::AlignRight), tr("now", "the end of a time line"));
    const WallTime middle = m_from + (m_until - m_from) / 2;
    if (area.width() > 4 * painter.fontMetrics().horizontalAdvance(text(middle)))
        painter.drawText(line, int(Qt::AlignHCenter), text(middle));
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const ThemeColors &colors = themeColors(palette());
    painter.setFont(tabularFont(smallFont(font())));
    painter.fillRect(bar(), colors.alternate);
    int painted = -1; // many in one pixel are one
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const QRect rect = rectOf(int(i));
        if (rect.isEmpty() || (rect.width() == 1 && rect.left() == painted))
            continue;
        painted = rect.left();
        paintSpan(painter, rect, m_spans[i]);
    }
    if (const QRect rect = rectOf(m_current); !rect.isEmpty()) {
        painter.setPen(QPen(colors.accent, hasFocus() ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1));
        painter.drawRect(bar().adjusted(-2, -2, 1, 1));
    }
    paintAxis(painter);
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    if (bar().contains(event->position().toPoint()))
        choose(spanAt(event->position().toPoint().x()));
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const int last = int(m_spans.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(std::max(0, m_current < 0 ? last : m_current - 1));
    case Qt::Key_Right:
        return choose(std::min(last, m_current < 0 ? last : m_current + 1));
    case Qt::Key_Home:
        return choose(std::min(0, last));
    case Qt::Key_End:
        return choose(last);
    default:
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0)
        choose(int(m_spans.size()) - 1);
}

bool TimelineView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int span = bar().contains(help->pos()) ? spanAt(help->pos().x()) : -1;
    if (span < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), StateSpanModel::sentence(m_spans[std::size_t(span)]), this,
                           rectOf(span));
    return true;
}

} // namespace sandglass
