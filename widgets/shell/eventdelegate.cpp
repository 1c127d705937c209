// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/eventdelegate.h"

#include "models/eventtablemodel.h"
#include "models/wording.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QPainter>

namespace sandglass {

namespace {

constexpr int MarkSide = 9;

int paintStatusWord(QPainter *painter, const QStyleOptionViewItem &option, int x, Status status)
{
    const QRect mark(x, option.rect.center().y() - MarkSide / 2, MarkSide, MarkSide);
    paintStatusMark(painter, mark, status, option.palette);
    const QString word = wording::statusText(status);
    const int width = painter->fontMetrics().horizontalAdvance(word);
    painter->setPen(themeColors(option.palette).status(status));
    painter->drawText(QRect(mark.right() + HalfGrid + 2, option.rect.top(), width + 2, option.rect.height()),
                      int(Qt::AlignVCenter | Qt::AlignLeft), word);
    return mark.right() + HalfGrid + 2 + width + Grid;
}

} // namespace

void EventDelegate::paintChange(QPainter *painter, const QStyleOptionViewItem &option,
                                const QModelIndex &index) const
{
    int x = option.rect.left() + Grid;
    const auto from = static_cast<Status>(index.data(EventTableModel::FromRole).toInt());
    const auto to = static_cast<Status>(index.data(EventTableModel::ToRole).toInt());
    painter->setClipRect(option.rect);
    if (from != to) {
        x = paintStatusWord(painter, option, x, from);
        painter->setPen(themeColors(option.palette).muted);
        const QString arrow = QStringLiteral("→");
        const int width = painter->fontMetrics().horizontalAdvance(arrow);
        painter->drawText(QRect(x, option.rect.top(), width + 2, option.rect.height()), int(Qt::AlignVCenter),
                          arrow);
        x += width + Grid;
    }
    paintStatusWord(painter, option, x, to);
}

void EventDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem row(option);
    initStyleOption(&row, index);
    const QStyle *style = row.widget ? row.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &row, painter, row.widget);
    const ThemeColors &colors = themeColors(row.palette);
    painter->save();
    painter->setFont(tabularFont(row.font));
    const bool change =
        index.column() == EventTableModel::Change && index.data(EventTableModel::ToRole).isValid();
    if (change) {
        paintChange(painter, row, index);
    } else {
        const QVariant severity = index.data(EventTableModel::SeverityRole);
        const bool bad = severity.isValid() && severity.toInt() == int(Severity::Failure);
        painter->setPen(bad && index.column() == EventTableModel::Text   ? colors.error
                        : index.column() == EventTableModel::SandboxName ? colors.text
                                                                         : colors.muted);
        const QRect area = row.rect.adjusted(Grid, 0, -HalfGrid, 0);
        painter->drawText(area, int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(row.text, Qt::ElideRight, area.width()));
    }
    painter->restore();
}

} // namespace sandglass
