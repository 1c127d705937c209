// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/statusbadge.h"

#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/themecolors.h"

#include <QPainter>

#include <chrono>
#include <cmath>

namespace sandglass {

namespace {

constexpr int MarkSide = 12;

} // namespace

StatusBadge::StatusBadge(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_turn.setInterval(std::chrono::milliseconds(120));
    connect(&m_turn, &QTimer::timeout, this, [this] {
        m_phase = std::fmod(m_phase + 0.1, 1.0);
        update();
    });
}

void StatusBadge::setStatus(Status status, Truth truth, const QString &word, const QString &extra)
{
    if (m_status == status && m_truth == truth && m_word == word && m_extra == extra)
        return;
    m_status = status;
    m_truth = truth;
    m_word = word;
    m_extra = extra;
    setAccessibleName(extra.isEmpty() ? word : tr("%1, %2").arg(word, extra));
    updateTurning();
    update();
}

void StatusBadge::setReducedMotion(bool reduced)
{
    m_reducedMotion = reduced;
    updateTurning();
}

void StatusBadge::updateTurning()
{
    if (isVisible() && isTransitional(m_status) && m_truth == Truth::Fresh && !m_reducedMotion) {
        if (!m_turn.isActive())
            m_turn.start();
    } else {
        m_turn.stop();
        m_phase = 0;
    }
}

QSize StatusBadge::sizeHint() const
{
    return {20 * Grid, fontMetrics().height() + HalfGrid};
}

void StatusBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const ThemeColors &colors = themeColors(palette());
    const QRectF mark(0, (height() - MarkSide) / 2.0, MarkSide, MarkSide);
    paintStatusMark(&painter, mark, m_status, m_truth, palette(), m_phase);
    QRect area = rect().adjusted(MarkSide + Grid, 0, 0, 0);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(statusColor(m_status, m_truth, palette()));
    painter.drawText(area, int(Qt::AlignLeft | Qt::AlignVCenter), m_word);
    area.setLeft(area.left() + painter.fontMetrics().horizontalAdvance(m_word) + Grid);
    painter.setFont(font());
    painter.setPen(colors.muted);
    painter.drawText(area, int(Qt::AlignLeft | Qt::AlignVCenter),
                     fontMetrics().elidedText(m_extra, Qt::ElideRight, area.width()));
}

void StatusBadge::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateTurning();
}

void StatusBadge::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateTurning();
}

} // namespace sandglass
