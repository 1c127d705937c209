// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/spandelegate.h"

#include "models/stock/statespanmodel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

namespace sandglass {

void SpanDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->font = tabularFont(option->font);
    const QVariant status = index.data(StateSpanModel::StatusRole);
    if (!status.isValid())
        option->palette.setColor(QPalette::Text, themeColors(option->palette).muted);
    if (index.column() != StateSpanModel::State || !status.isValid())
        return;
    const qreal ratio = option->widget ? option->widget->devicePixelRatioF() : 1.0;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(IconSide, IconSide);
    option->icon = QIcon(statusPixmap(static_cast<Status>(status.toInt()), option->palette, IconSide, ratio));
}

} // namespace sandglass
