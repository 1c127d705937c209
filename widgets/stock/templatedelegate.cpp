// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/templatedelegate.h"

#include "models/templatelistmodel.h"
#include "models/wording.h"
#include "widgets/parts/kindicon.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QPainter>

namespace sandglass {

namespace {

constexpr int BigIcon = 22;

} // namespace

void TemplateDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index) const
{
    QStyleOptionViewItem row(option);
    initStyleOption(&row, index);
    const auto info = index.data(TemplateListModel::TemplateRole).value<TemplateInfo>();
    const ThemeColors &colors = themeColors(row.palette);
    painter->save();
    const QStyle *style = row.widget ? row.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &row, painter, row.widget);
    QRect area = row.rect.adjusted(Grid + HalfGrid, Grid, -Grid, -Grid);
    const bool broken = info.state == TemplateState::Broken;
    const qreal ratio = row.widget ? row.widget->devicePixelRatioF() : 1.0;
    painter->drawPixmap(QPoint(area.left(), area.top() + 2),
                        tintedPixmap(kindIcon(info.kind), colors.muted, BigIcon, ratio));
    area.setLeft(area.left() + BigIcon + Grid);
    painter->setFont(row.font);
    painter->setPen(colors.text);
    painter->drawText(area, int(Qt::AlignLeft | Qt::AlignTop),
                      row.fontMetrics.elidedText(row.text, Qt::ElideRight, area.width()));
    painter->setFont(tabularFont(smallFont(row.font)));
    painter->setPen(broken ? colors.error : colors.muted);
    const QString below =
        QCoreApplication::translate("wording", "%1 · %2", "a template's state and its size")
            .arg(wording::templateStateText(info.state), wording::resourcesText(info.defaults));
    painter->drawText(area, int(Qt::AlignLeft | Qt::AlignBottom),
                      painter->fontMetrics().elidedText(below, Qt::ElideRight, area.width()));
    painter->restore();
}

QSize TemplateDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {24 * Grid,
            option.fontMetrics.height() + QFontMetrics(smallFont(option.font)).height() + 2 * Grid + 3};
}

} // namespace sandglass
