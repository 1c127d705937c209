// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertdelegate.h"

#include "models/alerts/alertlistmodel.h"
#include "widgets/alerts/alertsign.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QPainter>

namespace sandglass {

namespace {

QColor stateColor(const AlertRow &row, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (row.state) {
    case AlertState::Firing:
    case AlertState::Muted:
    case AlertState::Pending:
        return alertColor(row.rule.severity, palette);
    case AlertState::Invalid:
        return colors.error;
    case AlertState::Unknown:
        return colors.warning;
    default:
        return colors.muted;
    }
}

} // namespace

void AlertDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const auto row = index.data(AlertListModel::RowRole).value<AlertRow>();
    const ThemeColors &colors = themeColors(item.palette);
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    painter->save();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    QRect area = item.rect.adjusted(Grid + HalfGrid, Grid, -Grid - HalfGrid, -Grid);
    const qreal ratio = item.widget ? item.widget->devicePixelRatioF() : 1.0;
    const int line = item.fontMetrics.height();
    painter->drawPixmap(QPoint(area.left(), area.top() + (line - IconSide) / 2),
                        alertPixmap(row.rule.severity, row.state, item.palette, IconSide, ratio));
    area.setLeft(area.left() + IconSide + Grid);
    const int stateWidth = item.fontMetrics.horizontalAdvance(row.stateText) + Grid;
    painter->setPen(stateColor(row, item.palette));
    painter->drawText(area, int(Qt::AlignRight | Qt::AlignTop), row.stateText);
    QFont bold(item.font);
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(row.rule.enabled ? colors.text : colors.muted);
    painter->drawText(area, int(Qt::AlignLeft | Qt::AlignTop),
                      QFontMetrics(bold).elidedText(row.rule.name, Qt::ElideRight,
                                                    qMax(4 * Grid, area.width() - stateWidth)));
    painter->setFont(item.font);
    const auto below = [&](int number, const QString &text, const QColor &color) {
        painter->setPen(color);
        painter->drawText(area.adjusted(0, number * (line + 2), 0, 0), int(Qt::AlignLeft | Qt::AlignTop),
                          item.fontMetrics.elidedText(text, Qt::ElideRight, area.width()));
    };
    below(1, index.data(AlertListModel::ConditionRole).toString(), colors.muted);
    below(2, row.detail, row.state == AlertState::Invalid ? colors.error : colors.muted);
    painter->restore();
}

QSize AlertDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {30 * Grid, 3 * (option.fontMetrics.height() + 2) + 2 * Grid};
}

} // namespace sandglass
